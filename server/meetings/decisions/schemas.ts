import Type, { type Static } from 'typebox'
import { Person } from '../../people/caller/schemas.ts'
import { PageOf } from '../../platform/http/page.ts'
import {
  DateFilter,
  Id,
  IdOf,
  Maybe,
  Nullable,
  OneOf,
  Pagination,
  pageQuery,
  Time,
} from '../../platform/http/schema.ts'

/** What people say of a decision; whether it is superseded follows from others. */
export const saidStatuses = ['stands', 'withdrawn'] as const
export const statuses = ['stands', 'superseded', 'withdrawn'] as const
export const proposalKinds = ['replaces', 'contradicts', 'repeats'] as const

/** Longer than any sentence that a meeting agrees on. */
export const maxText = 2_000
/** A quotation longer than this proves nothing more. */
const maxQuote = 1_000
/** Others that one decision replaces, and proposals that one request dismisses. */
export const maxOthers = 100

const DecisionFilters = Type.Object(
  {
    note_id: Maybe(Id('Decisions of this note and its recordings.', 'n_1')),
    recording_id: Maybe(Id('Decisions of this recording.', 'r_1')),
    series_id: Maybe(Id('Decisions of the meetings of this series.', 'se_w')),
    channel_id: Maybe(Id('What they came of is published in this channel; the caller must belong to it.', 'ch_eng')),
    person_id: Maybe(Id('This account wrote or said it, or is named in it by its full name.', 'u_ada')),
    status: Maybe(OneOf([...statuses])),
    query: Maybe(
      Type.String({
        maxLength: 255,
        description: 'The decision has each of these words somewhere, whatever the case.',
        examples: ['hall rent'],
      }),
    ),
    made_at_start: Maybe(DateFilter('Made at or after.')),
    made_at_end: Maybe(DateFilter('Made at or before.')),
    as_of: Maybe(
      DateFilter('What stood then: made by then, and neither withdrawn nor superseded by one made by then.'),
    ),
  },
  {
    description: 'Which decisions; all given filters must match.',
    examples: [{ series_id: 'se_w', status: 'stands' }],
  },
)
export type DecisionFilters = Static<typeof DecisionFilters>

const DecisionOrder = OneOf(['made_at_desc', 'made_at_asc'], { default: 'made_at_desc' })
export type DecisionOrder = Static<typeof DecisionOrder>

export const ListDecisions = Type.Object(
  { pagination: Maybe(Pagination), filters: Maybe(DecisionFilters), order_by: Maybe(DecisionOrder) },
  { examples: [{ filters: { series_id: 'se_w', status: 'stands' } }] },
)

const Proposal = Type.Object({
  id: Type.String({ description: 'The earlier decision.' }),
  kind: OneOf([...proposalKinds], { description: 'What this decision does to the earlier one.' }),
  quote: Nullable(Type.String({ description: 'The words that the earlier one rests on.' })),
})

/** Decision 63. */
export const Decision = Type.Object(
  {
    id: IdOf('decision_id', 'Decision identifier.'),
    text: Type.String(),
    quote: Nullable(Type.String({ description: 'What was said, word for word as in the transcript.' })),
    speaker: Nullable(Type.String({ description: 'Who said it.' })),
    start_time: Nullable(Type.Number({ description: 'When, in seconds from the start of the recording.' })),
    note_id: IdOf('note_id', 'The note of the meeting.'),
    recording_id: Nullable(IdOf('recording_id', 'The recording that it came of.')),
    title: Type.String({ description: 'The title of the recording, else of the note.' }),
    made_at: Time('The start of the meeting, else the creation.'),
    status: OneOf([...statuses]),
    superseded_by: Nullable(
      Type.String({ description: 'The decision that replaced it; null if there is none that the caller may see.' }),
    ),
    supersedes: Type.Array(Type.String(), { description: 'Ids of decisions that it replaced.' }),
    proposals: Type.Array(Proposal, { description: 'What a language model proposes; nobody has said it yet.' }),
    detected: Type.Boolean({ description: 'Whether AI notes found it.' }),
    by: Nullable(Type.String({ description: 'Id of the person who wrote it.' })),
    created_at: Time('In UTC.'),
    updated_at: Time('In UTC.'),
  },
  { $id: 'Decision', description: 'What a meeting decided (decision 63).' },
)

const Text = Type.String({
  minLength: 1,
  maxLength: maxText,
  pattern: '\\S',
  description: 'What was decided; not blank.',
})
const Others = (description: string) =>
  Type.Array(Id('Decision identifier.'), { maxItems: maxOthers, uniqueItems: true, description })
const Supersedes = Others('Ids of the decisions that it replaces. Those that the caller may not see are kept.')

export const CreateDecision = Type.Object(
  {
    note_id: Id('The note of the meeting; the caller must have the right to edit it.', 'n_1'),
    text: Text,
    recording_id: Maybe(Id('The recording of this note that it came of.', 'r_1')),
    start_time: Maybe(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          'When, in seconds from the start of the recording. Of several places of the quotation the nearest counts. Without it that of the first.',
      }),
    ),
    quote: Maybe(
      Type.String({
        minLength: 1,
        maxLength: maxQuote,
        description: 'Words of the transcript. It needs `recording_id`.',
      }),
    ),
    supersedes: Maybe(Supersedes),
  },
  {
    examples: [
      { note_id: 'n_1', text: 'We rent the hall', recording_id: 'r_1', quote: 'Let us rent the hall.', supersedes: [] },
    ],
  },
)

export const EditDecision = Type.Object(
  {
    text: Maybe(Text),
    status: Maybe(OneOf([...saidStatuses])),
    supersedes: Maybe(Supersedes),
    dismiss: Maybe(Others('Ids in `proposals` that are not so.')),
  },
  { examples: [{ supersedes: ['dec_0'] }] },
)

export const DecisionId = Type.Object({ decision_id: Id('Decision identifier.', 'dec_1') })

const Change = Type.Object(
  {
    made: Type.Optional(Type.Literal(true, { description: 'It was written, or found.' })),
    text: Type.Optional(Type.Object({ from: Type.String(), to: Type.String() })),
    status: Type.Optional(
      OneOf([...statuses], {
        description: 'What it became; `superseded` by `other`, and `stands` again because `other` gave way.',
      }),
    ),
    confirmed: Type.Optional(Type.Literal(true, { description: 'A person said that it is as AI notes have it.' })),
    supersedes: Type.Optional(Type.Boolean({ description: 'Whether it replaces `other` from now on.' })),
    proposed: Type.Optional(OneOf([...proposalKinds], { description: 'What a language model had said of `other`.' })),
    dismissed: Type.Optional(OneOf([...proposalKinds], { description: 'What is not so of `other`.' })),
  },
  { description: 'What was changed; the rest is absent.' },
)

export const HistoryQuery = Type.Object(pageQuery)

/** `user` and `through` are null where they are not the caller's to know; `user` too where AI notes changed it. */
export const History = PageOf(
  Type.Object({
    at: Time('In UTC.'),
    user: Nullable(Person),
    through: Nullable(OneOf(['api', 'agenda', 'ai_notes'], { description: 'Where it was written.' })),
    change: Change,
    other: Nullable(
      Type.String({ description: 'The other decision of the change; null if there is none that the caller may see.' }),
    ),
  }),
)

export const historyExample: Static<typeof History> = {
  page_info: { cursor: null, page_size: 20 },
  data: [
    {
      at: '2026-01-05T10:00:00.000Z',
      user: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
      through: 'api',
      change: { supersedes: true, proposed: 'replaces' },
      other: 'dec_0',
    },
    { at: '2026-01-05T09:40:00.000Z', user: null, through: 'ai_notes', change: { made: true }, other: null },
  ],
}

export const decisionExample: Static<typeof Decision> = {
  id: 'dec_1',
  text: 'We rent the hall',
  quote: 'Let us rent the hall.',
  speaker: 'Ada Moreau',
  start_time: 61.5,
  note_id: 'n_1',
  recording_id: 'r_1',
  title: 'Weekly 5 Jan',
  made_at: '2026-01-05T09:00:00.000Z',
  status: 'stands',
  superseded_by: null,
  supersedes: ['dec_0'],
  proposals: [],
  detected: true,
  by: null,
  created_at: '2026-01-05T09:40:00.000Z',
  updated_at: '2026-01-05T09:40:00.000Z',
}
