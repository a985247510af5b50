/**
 * A process of `npm run bench -- delivery single`: events through the API. Each request announces one event in its own
 * transaction, to one person or to all; or, for comparison, makes one durable commit and a bare POST.
 */
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Pool } from 'undici'
import { openBase } from '../server/app/base.ts'
import { readConfig } from '../server/platform/context/config.ts'
import { createApi } from '../server/platform/http/api.ts'
import { announce } from '../server/webhooks/announce/announce.ts'

/** `user` is the recipient, without it everybody is; `at` is returned in the payload. */
export type Submission = { number: number; at: number; user?: string; bare?: string }

const base = await openBase(readConfig(process.env), pino({ level: 'error' }))
const { db } = base.requests
const api = createApi({ bodyLimitBytes: 1_048_576, log: base.log, clock: base.clock, trustProxy: [] })
const pools = new Map<string, Pool>()
const padding = (text: string) => text + 'x'.repeat(2_048 - text.length)

function payload(at: number) {
  const start = JSON.stringify({ event_type: 'ai_note.generated', at, padding: '' })
  return { event_type: 'ai_note.generated', at, padding: padding(start).slice(start.length) }
}

api.post('/submit', {}, async (request) => {
  const { number, at, user, bare } = JSON.parse(String(request.rawBody)) as Submission
  if (bare) return commitAndPost(at, new URL(bare))
  await db
    .transaction()
    .execute((tx) =>
      announce(tx, base.clock(), {
        workspaceId: 'bench',
        events: [{ type: 'ai_note.generated', key: `${at} ${number}`, facts: {}, toWorkspace: false, about: {} }],
        audience: user ? sql<boolean>`webhooks.user_id = ${user}` : sql<boolean>`true`,
        bodiesOf: async () => [{ user: () => payload(at), workspace: () => ({}) }],
      }),
    )
  return {}
})

async function commitAndPost(at: number, url: URL) {
  await sql`insert into bench_commits (body) values (${JSON.stringify(payload(at))})`.execute(db)
  const pool = pools.get(url.origin) ?? new Pool(url.origin, { connections: 64 })
  pools.set(url.origin, pool)
  const answer = await pool.request({ method: 'POST', path: url.pathname, body: JSON.stringify(payload(at)) })
  await answer.body.dump()
  return {}
}

process.on('message', async () => {
  const { user, system } = process.cpuUsage()
  process.send!((user + system) / 1_000)
})
process.on('disconnect', async () => {
  await api.close()
  for (const pool of pools.values()) await pool.close()
  await Promise.race([base.close(), setTimeout(2_000)])
  process.exit()
})
await sql`create table if not exists bench_commits (body text not null)`.execute(db)
await api.listen({ host: '127.0.0.1', port: 0 })
process.send!({ port: (api.server.address() as AddressInfo).port })
