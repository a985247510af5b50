/** `search`: passages by their words, in the form that assistants' connectors expect: results with id, title and url. */
import Type from 'typebox'
import { itemUrl, noteUrl, recapUrl } from '../../ask/links.ts'
import { DateFilter, maxId, Nullable, OneOf } from '../../platform/http/schema.ts'
import { readFilters } from '../../search/read-filters.ts'
import { maxQuery, type SearchHit } from '../../search/schemas.ts'
import { search as findPassages } from '../../search/search.ts'
import { type DocumentId, printDocumentId } from '../document-id.ts'
import { fenceShort, fenceShortOrNull } from '../fence.ts'
import { Arguments, Limit, NoteId, Quoted, Url } from '../shapes.ts'
import { defineTool, reading } from '../tool.ts'

const Kind = OneOf(['title', 'agenda', 'action_item', 'ai_notes', 'transcript'])

export const search = defineTool({
  name: 'search',
  title: 'Search meetings',
  description:
    'Finds passages in titles, agendas, action items, AI notes and transcripts of the meetings that this person may read. Takes words in any order, `"a phrase"`, `-without`, `prefix*`, or a question in plain language. Give a result’s id to `fetch` to read on.',
  scope: 'read',
  hints: reading,
  input: Arguments({
    query: Type.String({ minLength: 1, maxLength: maxQuery, description: 'What to find.' }),
    kinds: Type.Optional(
      Type.Array(Kind, { minItems: 1, maxItems: 5, description: 'Where the words stand; everywhere without it.' }),
    ),
    from: Type.Optional(DateFilter('The meeting starts at or after.')),
    to: Type.Optional(DateFilter('The meeting starts at or before.')),
    person: Type.Optional(
      Type.String({ minLength: 1, maxLength: maxId, description: 'The address of somebody who was invited.' }),
    ),
    speaker: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Transcripts where this person speaks, by full name.' }),
    ),
    meeting_id: Type.Optional(NoteId),
    newest: Type.Optional(
      Type.Boolean({ description: 'True for the latest meeting first; the best first without it.' }),
    ),
    limit: Limit(20, 10),
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        id: Type.String({ description: 'For `fetch`.' }),
        title: Quoted('Of the meeting.'),
        url: Url('Where people see or hear it.'),
        kind: Kind,
        text: Quoted('The passage.'),
        speaker: Nullable(Quoted('Who says the found words; where several speak, the text names them.')),
        start: Nullable(Type.String({ description: 'When the meeting starts, in UTC.' })),
        start_seconds: Nullable(Type.Number({ description: 'From the start of the recording.' })),
        note_id: Nullable(Type.String()),
        recording_id: Nullable(Type.String()),
      }),
    ),
  }),
  async run({ db, threads, caller, origin }, { query, newest = false, limit = 10, ...narrowed }) {
    const { kinds, from, to, person, speaker, meeting_id } = narrowed
    const request = {
      query,
      filters: readFilters({
        kinds,
        speaker,
        start_at: from,
        end_at: to,
        event_attendees: person,
        note_id: meeting_id,
      }),
      order: newest ? ('newest' as const) : ('relevance' as const),
      size: limit,
      cursor: null,
    }
    const { hits } = await findPassages({ db, threads }, caller, request)
    const data = { results: hits.map((hit) => showHit(origin, hit)) }
    // Connectors read the text as JSON.
    return { text: JSON.stringify(data), data }
  },
})

function showHit(origin: string, hit: SearchHit) {
  const { kind, note_id, recording_id, title, snippet, speaker, start_time } = hit
  const seconds = start_time === null ? null : Math.floor(start_time)
  return {
    id: printDocumentId(documentOf(hit, kind === 'transcript' ? seconds : null)),
    title: fenceShort(title || snippet.text),
    url: recording_id === null ? pageOf(hit, origin) : recapUrl(origin, recording_id, seconds),
    kind,
    text: fenceShort(snippet.text),
    speaker: fenceShortOrNull(speaker),
    start: hit.event_start,
    start_seconds: seconds,
    note_id,
    recording_id,
  }
}

function documentOf({ note_id, recording_id, action_item_id }: SearchHit, seconds: number | null): DocumentId {
  if (recording_id !== null) return { kind: 'recording', id: recording_id, seconds }
  return action_item_id === null ? { kind: 'note', id: note_id! } : { kind: 'item', id: action_item_id }
}

const pageOf = ({ action_item_id, note_id }: SearchHit, origin: string) =>
  action_item_id === null ? noteUrl(origin, note_id!) : itemUrl(origin, note_id)
