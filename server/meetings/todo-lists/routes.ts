import { neverStored } from '../../people/sessions/browser.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { type ConnectDeps, connectList, disconnectList, type ListView, readList } from './accounts.ts'
import * as operations from './operations.ts'

const path = '/api/v1/me/todo'

export function todoRoutes(api: Api, deps: ConnectDeps) {
  api.addHook('onRequest', neverStored)

  api.get(path, { config: { scope: 'read' }, schema: operations.getTodo }, async ({ caller }) => {
    const list = await readList(deps.db, caller)
    return { todo: list && present(list) }
  })

  api.post(
    path,
    { config: { scope: 'write', bodyRequired: true }, schema: operations.connectTodo },
    async (request, reply) => {
      const { url, username, password, list } = request.body
      const connected = await connectList(deps, request, { url, username, password, list: list ?? null })
      return reply.code(201).send({ todo: present(connected) })
    },
  )

  api.delete(path, { config: { scope: 'write' }, schema: operations.disconnectTodo }, async (request) => {
    await disconnectList(deps, request)
    return { deleted: true as const }
  })
}

const present = ({ created_at, last_synced_at, next_sync_at, conflicts, ...list }: ListView) => ({
  ...list,
  kind: 'caldav' as const,
  created_at: utc(created_at),
  last_synced_at: utcOrNull(last_synced_at),
  next_sync_at: utc(next_sync_at),
  conflicts: conflicts.map(({ at, ...conflict }) => ({ ...conflict, at: utc(at) })),
})
