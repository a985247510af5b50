/** Shared setup of the delivery measurements: a separate database, and a receiver, workers and the bare loop as processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { generate } from 'selfsigned'
import { type Base, openBase } from '../server/app/base.ts'
import { readConfig } from '../server/platform/context/config.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { seal } from '../server/platform/secrets.ts'
import { announce } from '../server/webhooks/announce/announce.ts'
import { databaseCpuMs } from './database-cpu.ts'
import type { BareOrder } from './delivery-bare.ts'
import type { Arrival } from './delivery-receiver.ts'

const dataDir = new URL('../data/bench-delivery', import.meta.url).pathname
const secretKey = '00'.repeat(32)
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const endpoints = 100
const toPeople = { facts: {}, toWorkspace: false, about: {} }
const body = JSON.stringify({ event_type: 'ai_note.generated', padding: 'x'.repeat(2_000) })

export type Bench = Awaited<ReturnType<typeof openDeliveryBench>>

export async function openDeliveryBench() {
  const settings = { DATA_DIR: dataDir, SECRET_KEY: secretKey, LOG_LEVEL: 'error', DEMO: 'off' }
  const base = await openBase(readConfig(settings), pino({ level: 'error' }))
  await migrate(base.db)
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-bench-'))
  const certificates = await writeCertificates(folder)
  const environment = {
    ...process.env,
    DATABASE_URL: base.databaseUrl,
    SECRET_KEY: secretKey,
    WEBHOOK_RATE_PER_SECOND: '0',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    NODE_EXTRA_CA_CERTS: certificates.certificate,
  }
  const process_ = (name: string, args: string[] = [], more: NodeJS.ProcessEnv = {}) =>
    fork(new URL(name, import.meta.url), args, { env: { ...environment, ...more }, stdio: 'inherit' })

  const receiver = process_('delivery-receiver.ts', [certificates.certificate, certificates.key])
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
  const origin = `https://127.0.0.1:${port}`
  await makeWebhooks(base, origin)

  async function ask<T>(order: object): Promise<T> {
    receiver.send(order)
    const [answer] = (await once(receiver, 'message')) as [T]
    return answer
  }
  const take = async () => (await ask<{ arrivals: Arrival[] }>({ take: true })).arrivals

  return {
    base,
    receiver,
    take,
    /** Resolves when so many requests have arrived. */
    async arrived(count: number): Promise<void> {
      await ask({ await: count })
    },
    /** Resolves when no message waits. */
    async settled(): Promise<void> {
      const waits = () => sql`select from messages where status = 'pending' limit 1`.execute(base.db)
      // A killed database rejects queries until it has recovered.
      while ((await waits().catch(() => ({ rows: [{}] }))).rows.length > 0) await setTimeout(50)
    },
    /** Number of claimed messages without a stored result. */
    async inHand(): Promise<number> {
      const { rows } = await sql<{ count: string }>`select count(*) from messages where claim is not null`.execute(
        base.db,
      )
      return Number(rows[0]!.count)
    },
    /** When each request was made, by the log. */
    async sent(): Promise<{ of: string; at: number }[]> {
      const { rows } = await sql<{ of: string; at: Date }>`
        select webhook_id as of, sent_at as at from attempts
        join messages on messages.workspace_id = attempts.workspace_id and messages.id = message_id`.execute(base.db)
      return rows.map(({ of, at }) => ({ of, at: at.getTime() }))
    },
    /** Kills the database; this process, which opened it, starts it again. */
    async killDatabase(): Promise<void> {
      const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    /** The due time of a message, from its id. */
    due: (id: string) => Number(id.split('_')[2]),
    /** Inserts messages for all endpoints in turn, due now or spread over a future time. */
    async insert(count: number, { inSeconds = 0, overSeconds = 0 } = {}): Promise<void> {
      const start = base.clock().getTime() + inSeconds * 1_000
      await sql`
        insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, created_at, next_attempt_at)
        select 'bench', 'msg_' || number || '_' || due, 'wh_' || number % ${endpoints}, 'ai_note.generated',
          ${start}::text || '_' || number, 'pending', ${Buffer.from(body)}, to_timestamp(due / 1000.0), to_timestamp(due / 1000.0)
        from generate_series(1, ${count}::integer) number
        cross join lateral (select ${start}::bigint + (${overSeconds * 1_000}::numeric * number / ${count}::numeric)::bigint as due) as at`.execute(
        base.db,
      )
      await sql`vacuum analyze messages`.execute(base.db)
    },
    origin,
    /** Starts the API in a separate process. @returns the URL for events, and the CPU time so far */
    async api() {
      const child = process_('delivery-api.ts')
      const [{ port }] = (await once(child, 'message')) as [{ port: number }]
      return {
        url: `http://127.0.0.1:${port}/submit`,
        async cpuMs(): Promise<number> {
          child.send('cost')
          const [cpuMs] = await once(child, 'message')
          return cpuMs
        },
        async [Symbol.asyncDispose]() {
          child.disconnect()
          await once(child, 'exit')
        },
      }
    },
    /** @param more  settings that differ */
    async worker(more: NodeJS.ProcessEnv = {}) {
      const child = process_('delivery-worker.ts', [], more)
      await once(child, 'message')
      child.send('start')
      return workerOf(child)
    },
    /** Sends the same bodies without a database. */
    async bare(count: number, inFlight = 100) {
      const child = process_('delivery-bare.ts')
      const paths = Array.from({ length: endpoints }, (_, index) => `/${index}`)
      child.send({ origin, paths, count, body, secret, inFlight } satisfies BareOrder)
      const [cost] = (await once(child, 'message')) as [{ seconds: number; cpuMs: number; times: number[] }]
      child.disconnect()
      await take()
      return { rate: count / cost.seconds, cpuMs: cost.cpuMs, times: cost.times }
    },
    async clear(): Promise<void> {
      await sql`truncate messages, attempts, delivery_lanes`.execute(base.db)
      await take()
    },
    async close(): Promise<void> {
      receiver.disconnect()
      await base.close()
      await rm(folder, { recursive: true })
    },
  }
}

function workerOf(child: ChildProcess) {
  return {
    async cost(): Promise<{ statements: number; cpuMs: number }> {
      child.send('cost')
      const [cost] = await once(child, 'message')
      return cost
    },
    kill: () => child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

/** The rate at which a worker empties a queue, and the cost. */
export async function drain(bench: Bench, count: number) {
  await bench.insert(count)
  await using worker = await bench.worker()
  const before = await worker.cost()
  const databaseBefore = await databaseCpuMs(bench.base)
  const start = performance.now()
  await bench.arrived(count)
  const seconds = (performance.now() - start) / 1_000
  const after = await worker.cost()
  await bench.take()
  return {
    rate: count / seconds,
    cpuMs: (after.cpuMs - before.cpuMs) / count,
    databaseCpuMs: ((await databaseCpuMs(bench.base)) - databaseBefore) / count,
    statements: (after.statements - before.statements) / count,
  }
}

/**
 * Announces events in an open loop, each to one endpoint in its own transaction.
 * @returns milliseconds from commit to arrival, sorted
 */
export async function announceAt(
  { base, take, arrived }: Bench,
  { perSecond, seconds, not = [] }: { perSecond: number; seconds: number; not?: string[] },
): Promise<number[]> {
  const committed = new Map<string, number>()
  const all: Promise<void>[] = []
  const announceOne = async (number: number) => {
    const path = `/${number % endpoints}`
    const id = await base.db.transaction().execute(async (tx) => {
      await announce(tx, base.clock(), {
        workspaceId: 'bench',
        events: [{ type: 'ai_note.generated', key: `${path} ${number} ${base.clock().getTime()}`, ...toPeople }],
        audience: sql<boolean>`webhooks.user_id = ${`u_${number % endpoints}`}`,
        bodiesOf: async () => [{ user: () => JSON.parse(body), workspace: () => ({}) }],
      })
      const { rows } = await sql<{
        id: string
      }>`select id from messages where webhook_id = ${`wh_${number % endpoints}`}
        order by created_at desc, id desc limit 1`.execute(tx)
      return rows[0]!.id
    })
    if (!not.includes(path)) committed.set(id, performance.timeOrigin + performance.now())
  }
  const start = performance.now()
  for (let number = 0; number < perSecond * seconds; number++) {
    const wait = start + (number * 1_000) / perSecond - performance.now()
    if (wait > 1) await setTimeout(wait)
    all.push(announceOne(number))
  }
  await Promise.all(all)
  await arrived(committed.size)
  await setTimeout(500)
  const arrivals = await take()
  return arrivals.flatMap(({ id, at }) => (committed.has(id) ? [at - committed.get(id)!] : []))
}

async function writeCertificates(folder: string): Promise<{ certificate: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'bench' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  const paths = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  await writeFile(paths.certificate, cert)
  await writeFile(paths.key, key)
  return paths
}

async function makeWebhooks({ db, secretKey }: Base, origin: string): Promise<void> {
  await sql`insert into workspaces (id, subdomain, name) values ('bench', 'bench', 'Bench') on conflict do nothing`.execute(
    db,
  )
  await sql`insert into users (workspace_id, id, email, email_folded, full_name, created_at)
    select 'bench', 'u_' || number, number || '@bench.test', number || '@bench.test', 'One', '2026-01-01'
    from generate_series(0, ${endpoints}::integer - 1) number on conflict do nothing`.execute(db)
  await sql`delete from webhooks where workspace_id = 'bench'`.execute(db)
  const now = new Date('2026-01-01')
  for (let index = 0; index < endpoints; index++) {
    const id = `wh_${index}`
    await sql`insert into webhooks (workspace_id, id, user_id, url, secret, created_at, updated_at) values ('bench', ${id}, ${`u_${index}`},
      ${`${origin}/${index}`}, ${seal(secretKey, secret, `bench/${id}`)}, ${now}, ${now})`.execute(db)
  }
}
