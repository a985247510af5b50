/** Decisions: list, get, history, write, change, delete (decision 63; extensions of the specification). */

import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { utc } from '../../platform/time.ts'
import { decisionList, listDecisions } from './list-decisions.ts'
import { historyList, listHistory } from './list-history.ts'
import * as operations from './operations.ts'
import { presentDecision } from './present-decision.ts'
import { getDecision } from './read-decisions.ts'
import { createDecision, type DecisionWriting, deleteDecision, editDecision } from './write-decisions.ts'

export function decisionRoutes(api: Api, writing: DecisionWriting) {
  const { db } = writing

  api.post(
    '/api/v1/decisions',
    { config: { scope: 'read' }, schema: operations.listDecisions },
    async ({ caller, body }) => {
      const order = body.order_by ?? 'made_at_desc'
      const page = readPageRequest(decisionList(order), body.pagination)
      const { info, rows } = await listDecisions(db, caller, { filters: body.filters ?? {}, order, page })
      return { page_info: info, data: rows.map(presentDecision) }
    },
  )

  api.get(
    '/api/v1/decision/:decision_id',
    { config: { scope: 'read' }, schema: operations.getDecision },
    async ({ caller, params }) => ({ decision: presentDecision(await getDecision(db, caller, params.decision_id)) }),
  )

  api.get(
    '/api/v1/decision/:decision_id/history',
    { config: { scope: 'read' }, schema: operations.getHistory },
    async ({ caller, params, query }) => {
      const { info, rows } = await listHistory(db, caller, params.decision_id, readPageRequest(historyList, query))
      return { page_info: info, data: rows.map(({ at, ...entry }) => ({ ...entry, at: utc(at) })) }
    },
  )

  api.post(
    '/api/v1/decision',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.createDecision },
    async ({ caller, body, sharer }, reply) => {
      reply.code(201)
      return { decision: presentDecision(await createDecision(writing, caller, body, sharer)) }
    },
  )

  api.patch(
    '/api/v1/decision/:decision_id',
    { config: { scope: 'write' }, schema: operations.updateDecision },
    async ({ caller, params, body }) => ({
      decision: presentDecision(await editDecision(writing, caller, params.decision_id, body)),
    }),
  )

  api.delete(
    '/api/v1/decision/:decision_id',
    { config: { scope: 'write' }, schema: operations.deleteDecision },
    async ({ caller, params }) => {
      await deleteDecision(writing, caller, params.decision_id)
      return { decision_id: params.decision_id, deleted: true as const }
    },
  )
}
