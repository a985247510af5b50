/** The measured server in a separate process: the real API and the bare route. */
import Fastify, { type FastifyRequest } from 'fastify'
import { type CompiledQuery, sql } from 'kysely'
import type { Static } from 'typebox'
import { buildApi } from '../server/app/api.ts'
import { type NoteView, selectNotes } from '../server/meetings/notes/list-notes.ts'
import type { Note } from '../server/meetings/notes/schemas.ts'
import type { Caller } from '../server/people/caller/caller.ts'
import { growSlowly } from '../server/platform/grow-slowly.ts'
import { openBench } from './workspaces.ts'

growSlowly()
const base = await openBench()
const server = await buildApi(base)
const bare = Fastify()

type BareRequest = { Params: { size: string; page: string }; Body: object }

// A minimal route without the service: its connections, the SQL as text, the rows as JSON.
bare.post<BareRequest>('/bare/:size/:page', async (request) => {
  const { statement, page_info } = await pageOf(request)
  const { rows } = await base.pool.query(statement.sql, statement.parameters as unknown[])
  return { page_info, data: rows.map(plainNote) }
})

function plainNote(row: NoteView): Static<typeof Note> {
  return {
    id: row.id,
    title: row.title,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    event_guid: row.event_guid,
    event_start: row.starts_at?.toISOString() ?? null,
    event_end: row.ends_at?.toISOString() ?? null,
    event_is_all_day: row.all_day ?? false,
    call_url: row.call_url,
    organizer_email: row.organizer_email,
    series_id: row.series_id,
    recording_ids: row.recording_ids,
  }
}

type KnownPage = { statement: CompiledQuery; page_info: object }
const knownPages = new Map<string, KnownPage>()

/** The statement for the ids of the service's page, and the next cursor; computed once. */
async function pageOf({ url, headers, body, params: { size } }: FastifyRequest<BareRequest>): Promise<KnownPage> {
  let known = knownPages.get(url)
  if (!known) {
    const answer = await server.api.inject({
      method: 'POST',
      url: '/api/v1/notes',
      payload: body as object,
      headers: { 'x-api-key': String(headers['x-api-key']) },
    })
    const { page_info, data } = answer.json<{ page_info: object; data: { id: string }[] }>()
    const ids = data.map(({ id }) => id)
    known = { statement: notesById(size, ids).compile(), page_info }
    knownPages.set(url, known)
  }
  return known
}

const notesById = (size: string, ids: string[]) =>
  selectNotes(base.db, callerOf(size), { agenda: false, attendees: false })
    .where(sql<boolean>`notes.id = any(${ids})`)
    .orderBy('notes.created_at', 'desc')

const callerOf = (size: string): Caller => ({
  workspace: { id: `bench${size}`, name: 'Bench', subdomain: `bench${size}` },
  user: { id: 'u_0', email: 'person0@bench.test', full_name: 'Person 0' },
  superAdmin: false,
  via: { kind: 'key', id: 'k_member', userId: 'u_0', keyId: 'k_member', scopes: null, expires_at: null },
  switches: { webhooks: 'enabled', workspaceWebhooks: true },
  compatibility: 'none',
  frozen: null,
})

// One port for both: the API's HTTP server passes requests for the bare route to it before its Fastify sees them.
await bare.ready()
await server.api.listen({ port: 0, host: '127.0.0.1' })
const handlers = server.api.server.listeners('request')
server.api.server.removeAllListeners('request')
server.api.server.on('request', (request, response) => {
  if (request.url?.startsWith('/bare')) bare.routing(request, response)
  else for (const handler of handlers) handler.call(server.api.server, request, response)
})

process.send!({ origin: server.api.listeningOrigin })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!({ rssBytes: process.memoryUsage().rss, cpuMicroseconds: user + system })
})
process.once('disconnect', async () => {
  await server.close()
  await base.close()
})
