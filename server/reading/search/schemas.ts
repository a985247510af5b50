/** The request and the answer of a search (decision 44). */
import Type, { type Static } from 'typebox'
import { MeetingFilters } from '../../meetings/lists/schemas.ts'
import { passageKinds } from '../../meetings/text-index/passages.ts'
import { DateFilter, Id, Maybe, Nullable, OneOf, Pagination, Time } from '../../platform/http/schema.ts'

const Kind = OneOf([...passageKinds])

/** Code points of a query. */
export const maxQuery = 500

export const SearchFilters = Type.Object(
  {
    kinds: Maybe(
      Type.Array(Kind, { minItems: 1, maxItems: 20, description: 'Kinds of passages to search; all without it.' }),
    ),
    note_id: Maybe(Id('In this note, its recordings, its items and its decisions.')),
    recording_id: Maybe(Id('In this recording.')),
    channel_id: Maybe(Id('In notes and recordings that are published in this channel, their items and decisions.')),
    series_id: Maybe(Id('In meetings of this series.', 'se_w')),
    event_attendees: MeetingFilters.properties.event_attendees,
    speaker: Maybe(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Transcripts where this person speaks; a snippet begins with their words. Case does not matter.',
      }),
    ),
    start_at: Maybe(DateFilter('Meetings that start at or after this; without an event the creation counts.')),
    end_at: Maybe(DateFilter('Meetings that start at or before this.')),
  },
  {
    description: 'Where to search; all given filters must match.',
    examples: [{ kinds: ['transcript'], speaker: 'Ada' }],
  },
)

export const SearchBody = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: maxQuery,
      description:
        'Words in any order, `"a phrase"`, `-without`, `prefix*`, or a question in plain language. Case and accents do not matter; words are found in their other forms too. The first 60 words count; all `prefix*` together stand for 1,000 words; of a word that a document has more than 10,000 times, the first ones count.',
      examples: ['what did we decide about the launch?'],
    }),
    filters: Maybe(SearchFilters),
    order_by: Maybe(
      OneOf(['relevance', 'newest'], {
        description: 'The best first, or the latest meeting first.',
        default: 'relevance',
      }),
    ),
    pagination: Maybe(Pagination),
  },
  { examples: [{ query: 'launch "in March" -draft', filters: { kinds: ['transcript', 'ai_notes'] } }] },
)
export type SearchBody = Static<typeof SearchBody>

export const SearchHit = Type.Object(
  {
    kind: Kind,
    note_id: Nullable(Type.String({ description: 'Null for an action item without a note.' })),
    recording_id: Nullable(Type.String({ description: 'Set for titles, contents and decisions of recordings.' })),
    action_item_id: Nullable(Type.String()),
    decision_id: Nullable(Type.String()),
    title: Type.String({
      description: 'The title of the note or recording; for an item that of its note, empty if you see none.',
    }),
    event_start: Nullable(Time('When the meeting starts.', '2026-01-05T09:00:00.000Z')),
    created_at: Time('When the recording, note, item or decision was created.', '2026-01-05T09:10:00.000Z'),
    speaker: Nullable(
      Type.String({ description: 'Who speaks where the snippet of a transcript begins; null without a name.' }),
    ),
    start_time: Nullable(
      Type.Number({
        description:
          'Seconds from the start of the recording: when the segment begins in which the snippet of a transcript begins, and its first mark is. With the filter `speaker`, and for a passage that was found by a name alone, it is one of this speaker, who may not say the words.',
      }),
    ),
    end_time: Nullable(Type.Number({ description: 'When the segment ends in which the snippet ends.' })),
    snippet: Type.Object({
      text: Type.String({ description: 'Part of the passage; `…` where it was cut.' }),
      hits: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
        description:
          'Where the words are, of the first 200 found in the passage: half-open ranges of code points of `text`.',
      }),
    }),
    score: Type.Number({ description: 'The higher the better; only to compare hits of one search.' }),
  },
  { $id: 'SearchHit', description: 'A passage that was found.' },
)
export type SearchHit = Static<typeof SearchHit>

export const hitExample: SearchHit = {
  kind: 'transcript',
  note_id: 'n_1',
  recording_id: 'r_1',
  action_item_id: null,
  decision_id: null,
  title: 'Launch',
  event_start: '2026-01-05T09:00:00.000Z',
  created_at: '2026-01-05T10:00:00.000Z',
  speaker: 'Ada',
  start_time: 61.5,
  end_time: 118,
  snippet: { text: 'So we launch in March.', hits: [[6, 12]] },
  score: 7.31,
}
