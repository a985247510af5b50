/** The request and the answer of a question (decision 56). */
import Type, { type Static } from 'typebox'
import { statuses } from '../../meetings/decisions/schemas.ts'
import { passageKinds } from '../../meetings/text-index/passages.ts'
import { Maybe, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { maxQuery, SearchFilters } from '../search/schemas.ts'

const Kind = OneOf([...passageKinds])

export const maxTurns = 3

const Turn = Type.Object({
  question: Type.String({ minLength: 1, maxLength: maxQuery, description: 'What was asked.' }),
  answer: Maybe(Type.String({ maxLength: 8_000, description: 'What was answered.' })),
})

export const AskBody = Type.Object(
  {
    question: Type.String({
      minLength: 1,
      maxLength: maxQuery,
      description: 'A question in plain language; `"a phrase"` and `-without` narrow it, as in a search.',
      examples: ['When do we launch, and who said so?'],
    }),
    filters: Maybe(SearchFilters),
    turns: Maybe(
      Type.Array(Turn, {
        maxItems: maxTurns,
        description:
          'For a question that follows others: the last ones and their answers, oldest first. They are not stored.',
      }),
    ),
  },
  { examples: [{ question: 'When do we launch, and who said so?', filters: { series_id: 'se_w' } }] },
)
export type AskBody = Static<typeof AskBody>

const CitedDecision = Type.Object({
  id: Type.String(),
  status: OneOf([...statuses], { description: 'Whether it still stands.' }),
  superseded_by: Nullable(
    Type.String({ description: 'The decision that replaced it; null if there is none that you may see.' }),
  ),
})

const Citation = Type.Object(
  {
    n: Type.Integer({ minimum: 1, description: 'The number in brackets at the end of sentences of the answer.' }),
    kind: Kind,
    note_id: Nullable(Type.String({ description: 'Null for an action item without a note.' })),
    recording_id: Nullable(Type.String()),
    action_item_id: Nullable(Type.String()),
    decision: Nullable(CitedDecision),
    title: Type.String({ description: 'The title of the note or recording; empty if you see none.' }),
    event_start: Nullable(Time('When the meeting starts.', '2026-01-05T09:00:00.000Z')),
    speaker: Nullable(Type.String({ description: 'Who says it.' })),
    start_time: Nullable(Type.Number({ description: 'Seconds from the start of the recording.' })),
    quote: Type.String({ description: 'It stands in the source word for word.' }),
    url: Type.String({ description: 'The page for people, at this moment.' }),
  },
  { $id: 'Citation', description: 'Where something was said or written.' },
)
export type Citation = Static<typeof Citation>

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const AnswerUsage = Type.Object(
  {
    requests: Count('Requests to the language model; 0 without one.'),
    input_tokens: Nullable(Count('Tokens that it read; null if it does not count them.')),
    output_tokens: Nullable(Count('Tokens that it wrote.')),
    seconds: Type.Number({ description: 'From the first request to the last response.' }),
    questions_today: Count('Questions that you have asked it today (UTC).'),
    questions_limit: Nullable(Count('How many you may ask in a day; null is no limit.')),
    llm_tokens_this_month: Count('Tokens that it used for the workspace in this month (UTC), for notes too.'),
    llm_tokens_limit: Nullable(Count('How many it may use in a month; null is no limit.')),
  },
  { $id: 'AnswerUsage', description: 'What the answer took, and what is left.' },
)
export type AnswerUsage = Static<typeof AnswerUsage>

export const Answer = Type.Object(
  {
    answer: Nullable(
      Type.String({
        description:
          'Sentences that end in the number of their citation, such as `[1]`; a sentence that says so if nothing was found; null without a language model.',
      }),
    ),
    reason: Nullable(Type.String({ description: 'Why there is no answer, in a sentence; null if there is one.' })),
    citations: Type.Array(Citation, {
      description:
        'Of the sentences; without a language model decisions that stand, those that were superseded, and the best passages. Empty if nothing was found.',
    }),
    generated_by: Nullable(Type.String({ description: 'The model that wrote the answer; null if none did.' })),
    usage: AnswerUsage,
  },
  { description: 'An answer from what you may read.' },
)
export type Answer = Static<typeof Answer>

export const answerExample: Answer = {
  answer: 'Ada said that the launch is in March. [1]',
  reason: null,
  citations: [
    {
      n: 1,
      kind: 'transcript',
      note_id: 'n_1',
      recording_id: 'r_1',
      action_item_id: null,
      decision: null,
      title: 'Launch',
      event_start: '2026-01-05T09:00:00.000Z',
      speaker: 'Ada',
      start_time: 61.5,
      quote: 'So we launch in March.',
      url: 'https://meetings.example.com/recap/r_1?t=61',
    },
  ],
  generated_by: 'gpt-4o-mini',
  usage: {
    requests: 1,
    input_tokens: 5_120,
    output_tokens: 88,
    seconds: 2.1,
    questions_today: 4,
    questions_limit: 100,
    llm_tokens_this_month: 412_300,
    llm_tokens_limit: null,
  },
}
