/** The server under measurement, in a process of its own: the real API and, beside it, the bare route. */
import Fastify from 'fastify'
import { sql } from 'kysely'
import { buildApi } from '../server/app.ts'
import { listNotes, selectNotes } from '../server/notes/list-notes.ts'
import { presentNote } from '../server/notes/present-note.ts'
import type { Caller } from '../server/workspace/caller.ts'
import { openBench } from './workspaces.ts'

const base = await openBench()
const server = await buildApi(base)
const bare = Fastify()

bare.post<{ Params: { size: string } }>('/bare/:size', async (request) => {
  const caller = callerOf(request.params.size)
  const { ids, page_info } = await firstPage(caller)
  const rows = await selectNotes(base.db, caller, {})
    .where(sql<boolean>`notes.id = any(${ids})`)
    .orderBy('notes.created_at', 'desc')
    .execute()
  return { page_info, data: rows.map((row) => presentNote(row, {}, [])) }
})

type FirstPage = { ids: string[]; page_info: object }
const firstPages = new Map<string, FirstPage>()

/** The ids of the first page and what its answer says of the next, looked up once. */
async function firstPage(caller: Caller): Promise<FirstPage> {
  let found = firstPages.get(caller.workspace.id)
  if (!found) {
    const page = await listNotes(base.db, caller, { filters: {}, include: {}, page: { size: 20, after: null } })
    found = { ids: page.rows.map((row) => row.id), page_info: page.info }
    firstPages.set(caller.workspace.id, found)
  }
  return found
}

const callerOf = (size: string): Caller => ({
  workspace: { id: `bench${size}`, name: 'Bench', subdomain: `bench${size}` },
  user: { id: 'u_0', email: 'person0@bench.test', full_name: 'Person 0' },
  superAdmin: false,
  key: { id: 'k_member', userId: 'u_0' },
  switches: { webhooks: 'enabled', workspaceWebhooks: true },
})

// One port for both: the bare route is reached through the API's own server, before Fastify sees the request.
await bare.ready()
await server.api.listen({ port: 0, host: '127.0.0.1' })
const handlers = server.api.server.listeners('request')
server.api.server.removeAllListeners('request')
server.api.server.on('request', (request, response) => {
  if (request.url?.startsWith('/bare/')) bare.routing(request, response)
  else for (const handler of handlers) handler.call(server.api.server, request, response)
})

process.send!({ origin: server.api.listeningOrigin })
process.on('message', () => {
  globalThis.gc?.()
  process.send!({ rss: process.memoryUsage().rss })
})
process.once('disconnect', async () => {
  await server.close()
  await base.close()
})
