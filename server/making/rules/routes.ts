/** Rules: list, make, change, delete (decision 64). */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc } from '../../platform/time.ts'
import * as operations from './operations.ts'
import { changeRule, createRule, deleteRule, hasBots, listRules, type StoredRule } from './rules.ts'

export function ruleRoutes(api: Api, { db, clock }: Pick<Context, 'db' | 'clock'>) {
  const one = '/api/v1/rule/:rule_id'

  api.get('/api/v1/rules', { config: { scope: 'read' }, schema: operations.listRules }, async ({ caller }) => ({
    data: (await listRules(db, caller)).map(present),
    bots: await hasBots(db, caller.workspace.id),
  }))

  api.post(
    '/api/v1/rule',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.createRule },
    async (request, reply) =>
      reply.code(201).send({ rule: present(await createRule(db, clock(), request, request.body)) }),
  )

  api.patch(one, { config: { scope: 'write' }, schema: operations.changeRule }, async (request) => ({
    rule: present(await changeRule(db, clock(), request, request.params.rule_id, request.body ?? {})),
  }))

  api.delete(one, { config: { scope: 'write' }, schema: operations.deleteRule }, async (request) => {
    await deleteRule(db, clock(), request, request.params.rule_id)
    return { rule_id: request.params.rule_id, deleted: true as const }
  })
}

const present = ({ user_id, does, created_at, updated_at, ...rule }: StoredRule) => ({
  ...rule,
  scope: user_id === null ? ('workspace' as const) : ('person' as const),
  do: does,
  created_at: utc(created_at),
  updated_at: utc(updated_at),
})
