/**
 * `npm run bench -- failover`: the primary PostgreSQL is killed under mixed load and its synchronous standby is promoted. Says how
 * long requests failed, next to how long the promotion took, and holds every promise against what is there afterwards.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { compare, quiet } from '../test/faults/compare.ts'
import { startLoad } from '../test/faults/load.ts'
import { keyOf, openMoodyReceiver, openService } from '../test/faults/service.ts'
import { openPair } from './failover-database.ts'

const [clients, loadMs] = [6, 6_000]

export async function run(): Promise<void> {
  await using database = await openPair()
  await using receiver = await openMoodyReceiver()
  const settings = { DATABASE_URL: database.url, SECRET_KEY: '11'.repeat(32) }
  await using service = await openService(receiver, { processes: 2, settings })
  const load = startLoad(service.origins, clients)
  const probe = startProbe(service.origins[0]!)
  await pause(loadMs)
  const began = performance.now()
  const promotionMs = await database.failOver()
  await pause(loadMs)
  const ledger = await load.stop()
  await probe.stop()
  const stopped = performance.now()
  await quiet(service)
  const quietMs = performance.now() - stopped
  const broken = await compare(service, ledger, receiver)
  const failed = probe.failures.filter((at) => at > began)
  console.log(
    '| promotion, ms | failed writes | the last one after the kill, ms | slowest write, ms | until all was delivered, ms | promises | without an answer | broken |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  const unknown = ledger.entries.filter(({ told }) => told === 'unknown').length
  const lastMs = failed.length > 0 ? Math.max(...failed) - began : 0
  const cells = [
    promotionMs,
    failed.length,
    lastMs,
    probe.slowestMs,
    quietMs,
    ledger.entries.length,
    unknown,
    broken.length,
  ]
  console.log(`| ${cells.map((cell) => cell.toFixed(0)).join(' | ')} |`)
  for (const sentence of broken.slice(0, 50)) console.log(`- ${sentence}`)
  if (broken.length > 0) process.exitCode = 1
}

/** Writes every 20 ms, whether or not those before were answered. */
function startProbe(origin: string) {
  const sent: Promise<void>[] = []
  const probe = {
    /** When writes began that failed. */
    failures: [] as number[],
    slowestMs: 0,
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(sent)
    },
  }
  const write = async () => {
    const began = performance.now()
    const headers = { 'x-api-key': keyOf('dana'), 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(30_000)
    const wanted = { method: 'POST', headers, body: '{"title":"probe"}', signal }
    const status = await fetch(`${origin}/api/v1/note`, wanted).then(
      (answer) => answer.status,
      () => null,
    )
    if (status !== 201) probe.failures.push(began)
    probe.slowestMs = Math.max(probe.slowestMs, performance.now() - began)
  }
  const timer = setInterval(() => sent.push(write()), 20)
  return probe
}
