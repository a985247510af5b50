/**
 * The part `single` of `npm run bench -- delivery`: events that arrive one at a time through the API, as in production.
 * API, worker, receiver and submitters are separate processes; PostgreSQL has its durable defaults.
 */
import { sql } from 'kysely'
import { Pool } from 'undici'
import { databaseCpuMs } from './database-cpu.ts'
import type { Submission } from './delivery-api.ts'
import { type Bench, endpoints } from './delivery-bench.ts'
import { quantile } from './quantile.ts'

const submitters = 16
const singles = 6_000
const fanOuts = 200
const perSecond = 200
const seconds = 15

type Kind = 'single' | 'fan-out' | 'bare'

export async function measureSingle(bench: Bench): Promise<string[]> {
  await using api = await bench.api()
  const client = new Pool(new URL(api.url).origin, { connections: 64 })
  const submit = async (number: number, kind: Kind): Promise<void> => {
    const endpoint = number % endpoints
    const order: Submission = { number, at: performance.timeOrigin + performance.now() }
    if (kind === 'single') order.user = `u_${endpoint}`
    if (kind === 'bare') order.bare = `${bench.origin}/${endpoint}`
    const headers = { 'content-type': 'application/json' }
    const { statusCode, body } = await client.request({
      path: new URL(api.url).pathname,
      method: 'POST',
      headers,
      body: JSON.stringify(order),
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`The API answered ${statusCode}`)
  }

  /** The throughput with `submitters` concurrent submitters. */
  async function throughput(name: string, kind: Kind, count: number, messages: number): Promise<string> {
    await using worker = await bench.worker()
    await warmUp(kind)
    // Without statistics, as in a new database, claims have a bad plan.
    await sql`analyze`.execute(bench.base.db)
    const before = { ...(await counters(bench)), ...(await processorMs(bench, api, worker)) }
    const start = performance.now()
    let next = 0
    const submitter = async () => {
      for (let number = next++; number < count; number = next++) await submit(number, kind)
    }
    await Promise.all([...Array.from({ length: submitters }, submitter), bench.arrived(messages)])
    const rate = (messages * 1_000) / (performance.now() - start)
    if (kind !== 'bare') await bench.settled()
    const after = { ...(await processorMs(bench, api, worker)), ...(await counters(bench)) }
    await bench.take()
    const each = (key: keyof typeof after) => (after[key] - before[key]) / messages
    const cpu = each('api') + each('worker') + each('database')
    const cells = [rate.toFixed(0), ...[cpu, each('api'), each('worker'), each('database')].map((ms) => ms.toFixed(2))]
    return `| ${[name, ...cells, each('commits').toFixed(2), each('blocks').toFixed(0)].join(' | ')} |`
  }

  /** @returns milliseconds from submission to arrival, sorted; in an open loop, each webhook at its usual limit */
  async function latency(kind: Kind): Promise<number[]> {
    await using _worker = await bench.worker({ WEBHOOK_RATE_PER_SECOND: '10' })
    await warmUp(kind)
    const sent: Promise<void>[] = []
    const start = performance.now()
    for (let number = 0; number < perSecond * seconds; number++) {
      while (performance.now() < start + (number * 1_000) / perSecond) await new Promise((go) => setTimeout(go, 1))
      sent.push(submit(number, kind))
    }
    await Promise.all([...sent, bench.arrived(perSecond * seconds)])
    return (await bench.take()).map(({ at, sent }) => at - sent)
  }

  async function warmUp(kind: Kind): Promise<void> {
    for (let number = 0; number < 500; number += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => submit(number + index, kind === 'bare' ? kind : 'single')),
      )
      await new Promise((go) => setTimeout(go, 20))
    }
    await bench.arrived(500)
    await bench.settled()
    await bench.take()
  }

  const show = (name: string, times: number[]) =>
    `${name} at ${perSecond}/s, submission to arrival: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms`
  // First, so that there is a delivery log with statistics, as in production.
  const fanOut = await throughput('one event to 100 webhooks', 'fan-out', fanOuts, fanOuts * endpoints)
  await sql`vacuum analyze`.execute(bench.base.db)
  const lines = [
    '| | a second | CPU ms each | API | worker | PostgreSQL | commits each | blocks each |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    await throughput('single events', 'single', singles, singles),
    fanOut,
    await throughput('a durable commit and a bare POST', 'bare', singles, singles),
    show('single events', await latency('single')),
    show('a durable commit and a bare POST', await latency('bare')),
  ]
  await client.close()
  return lines
}

const at = (times: number[], share: number) => quantile(times, share).toFixed(1)

/** Milliseconds of CPU time by process so far; the seconds in which `counters` waits belong to no message. */
async function processorMs(
  { base }: Bench,
  api: { cpuMs(): Promise<number> },
  worker: { cost(): Promise<{ cpuMs: number }> },
) {
  return { api: await api.cpuMs(), worker: (await worker.cost()).cpuMs, database: await databaseCpuMs(base) }
}

/** The counters of PostgreSQL, 10 s later: only then an idle backend publishes them. */
async function counters({ base }: Bench) {
  await new Promise((go) => setTimeout(go, 10_500))
  const { rows } = await sql<{ commits: string; blocks: string }>`
    select xact_commit as commits, blks_hit + blks_read as blocks from pg_stat_database
    where datname = current_database()`.execute(base.db)
  return { commits: Number(rows[0]!.commits), blocks: Number(rows[0]!.blocks) }
}
