/** Decisions, as openapi.json describes them (decision 63; extensions of the specification). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import {
  CreateDecision,
  Decision,
  DecisionId,
  decisionExample,
  EditDecision,
  History,
  HistoryQuery,
  historyExample,
  ListDecisions,
} from './schemas.ts'

const answer = Type.Object({ decision: Decision })

const about = { tag: 'Decisions', extension: true, answer, example: { decision: decisionExample } }

export const listDecisions = operation({
  id: 'list_decisions',
  tag: 'Decisions',
  summary: 'List decisions',
  description: 'Those of recordings, and of notes alone, that the caller may see.',
  extension: true,
  body: ListDecisions,
  answer: PageOf(Decision),
  example: { page_info: { cursor: null, page_size: 20 }, data: [decisionExample] },
})

export const getDecision = operation({ ...about, id: 'get_decision', summary: 'Get a decision', params: DecisionId })

export const getHistory = operation({
  id: 'get_decision_history',
  tag: 'Decisions',
  summary: 'Get the history of a decision',
  description:
    'What was changed and by whom, newest first. What names a decision that the caller may not see is left out; that such a one replaced this one is told without it.',
  extension: true,
  params: DecisionId,
  querystring: HistoryQuery,
  answer: History,
  example: historyExample,
})

export const createDecision = operation({
  ...about,
  id: 'create_decision',
  summary: 'Write a decision',
  description:
    'For people who may edit the note. With `recording_id` it is one of that recording, and seen by all who see it; without, it stands at the end of the agenda. A `quote` must stand in the transcript word for word.',
  body: CreateDecision,
  status: 201,
})

export const updateDecision = operation({
  ...about,
  id: 'update_decision',
  summary: 'Change a decision',
  description:
    'For people who may edit its note. Only the given fields change. What it supersedes stands again when it is withdrawn or deleted.',
  params: DecisionId,
  body: EditDecision,
})

export const deleteDecision = operation({
  id: 'delete_decision',
  tag: 'Decisions',
  summary: 'Delete a decision',
  description:
    'For people who may edit its note. One that people made or changed must be withdrawn before (409 otherwise).',
  extension: true,
  failures: [409],
  params: DecisionId,
  answer: Type.Object({ decision_id: Type.String(), deleted: Type.Literal(true) }),
  example: { decision_id: 'dec_1', deleted: true },
})
