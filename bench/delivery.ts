/**
 * `npm run bench -- delivery [PART…]`: the cost of delivery and its behaviour under load, next to a bare undici loop that
 * sends the same signed bodies without a database. Parts: drain, growth, latency, isolation, lateness,
 * two-workers, kill-worker, kill-database, single, rate.
 */
import { setTimeout } from 'node:timers/promises'
import { announceAt, type Bench, drain, openDeliveryBench } from './delivery-bench.ts'
import { measureSingle } from './delivery-single.ts'
import { quantile } from './quantile.ts'

const deliveries = 20_000

const parts: Record<string, (bench: Bench) => Promise<string[]>> = {
  async drain(bench) {
    const bare = await bench.bare(deliveries)
    const ours = await drain(bench, deliveries)
    return [
      row('bare loop', { rate: bare.rate, cpuMs: bare.cpuMs / deliveries }),
      row('drain', ours),
      `drain / bare loop: ${(ours.rate / bare.rate).toFixed(2)} (goal 0.35), statements a delivery: ${ours.statements.toFixed(3)} (goal 0.3)`,
    ]
  },

  async growth(bench) {
    const before = await drain(bench, deliveries)
    await bench.insert(1_000_000, { inSeconds: 86_400 })
    const after = await drain(bench, deliveries)
    return [
      row('drain', before),
      row('with 1,000,000 retries waiting', after),
      `with / without: ${(after.rate / before.rate).toFixed(2)} (goal 0.75)`,
    ]
  },

  async latency(bench) {
    const bare = await bench.bare(2_000, 1)
    await using _worker = await bench.worker()
    const times = await announceAt(bench, { perSecond: 200, seconds: 10 })
    const bareMs = spread(bare.times)
    const ms = spread(times)
    return [
      `commit to received at 200 events a second: p50 ${show(ms.p50)} (goal 25), p99 ${show(ms.p99)} (goal 150)`,
      `a bare POST: p50 ${show(bareMs.p50)}, p99 ${show(bareMs.p99)}; ours / bare: ${(ms.p50 / bareMs.p50).toFixed(0)}, ${(ms.p99 / bareMs.p99).toFixed(0)}`,
    ]
  },

  async isolation(bench) {
    const measure = async (hang: string[], seconds = 10) => {
      bench.receiver.send({ hang })
      await using _worker = await bench.worker()
      return await announceAt(bench, { perSecond: 200, seconds, not: hang })
    }
    // The announcing process is slow at first, so a warm-up run is not counted.
    await measure([], 3)
    const calm = await measure([])
    const rough = await measure(['/0'])
    bench.receiver.send({ hang: [] })
    const [before, after] = [spread(calm).p99, spread(rough).p99]
    return [
      `p99 of 99 endpoints: ${show(before)}, while the 100th never answers: ${show(after)}; ${(after / before).toFixed(2)} times (goal 1.5)`,
    ]
  },

  async lateness(bench) {
    await bench.insert(2_000, { inSeconds: 5, overSeconds: 10 })
    await using _worker = await bench.worker()
    await bench.arrived(2_000)
    const late = (await bench.take()).map(({ at, id }) => at - bench.due(id))
    const { p50, p99 } = spread(late)
    return [`lateness of retries: p50 ${show(p50)}, p99 ${show(p99)} (goal 300)`]
  },

  async 'two-workers'(bench) {
    await bench.insert(deliveries)
    await using _one = await bench.worker()
    await using _other = await bench.worker()
    return [`two workers in a calm run: ${await afterwards(bench)}`]
  },

  async 'kill-worker'(bench) {
    await bench.insert(deliveries)
    const first = await bench.worker()
    await bench.arrived(deliveries / 2)
    first.kill()
    const inHand = await bench.inHand()
    const start = performance.now()
    await using _second = await bench.worker()
    const result = await afterwards(bench, inHand)
    const seconds = (performance.now() - start) / 1_000
    return [`SIGKILL of a worker at half-way: ${result}; all had arrived ${seconds.toFixed(1)} s later (goal 10)`]
  },

  single: measureSingle,

  async rate(bench) {
    const lines = ['| a new connection takes | most in a second, sent | received |', '| --- | --- | --- |']
    for (const connectMs of [0, 100, 400, 900]) {
      await bench.clear()
      bench.receiver.send({ connectMs })
      await bench.insert(3_000)
      await using _worker = await bench.worker({ WEBHOOK_RATE_PER_SECOND: '10' })
      await bench.arrived(3_000)
      await bench.settled()
      const received = (await bench.take()).map(({ path, at }) => ({ of: path, at }))
      lines.push(`| ${connectMs} ms | ${maxInASecond(await bench.sent())} | ${maxInASecond(received)} |`)
    }
    bench.receiver.send({ connectMs: 0 })
    return lines
  },

  async 'kill-database'(bench) {
    await bench.insert(deliveries)
    await using _worker = await bench.worker()
    await bench.arrived(deliveries / 2)
    const inHand = await bench.inHand()
    await bench.killDatabase()
    return [`SIGKILL of the database at half-way: ${await afterwards(bench, inHand)}`]
  },
}

/** Waits until nothing is due. @param inHand  messages that a worker had claimed when it or the database was killed */
async function afterwards(bench: Bench, inHand = 0): Promise<string> {
  await bench.settled()
  const ids = (await bench.take()).map(({ id }) => id)
  const lost = deliveries - new Set(ids).size
  return `${lost} lost, ${ids.length - new Set(ids).size} twice with the same id, of ${inHand} in hand`
}

/** The most requests of a webhook within a second. */
function maxInASecond(requests: { of: string; at: number }[]): number {
  const perWebhook = [...Map.groupBy(requests, ({ of }) => of).values()].map((own) => {
    const times = own.map(({ at }) => at).sort((a, b) => a - b)
    return Math.max(...times.map((time, index) => times.findLastIndex((other) => other - time < 1_000) - index + 1))
  })
  return Math.max(...perWebhook)
}

const spread = (times: number[]) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) })

const show = (ms: number) => `${ms.toFixed(1)} ms`

type Figures = { rate: number; cpuMs: number; databaseCpuMs?: number; statements?: number }

function row(name: string, { rate, cpuMs, databaseCpuMs = 0, statements = 0 }: Figures): string {
  const cells = [name, rate.toFixed(0), cpuMs.toFixed(2), databaseCpuMs.toFixed(2), statements.toFixed(3)]
  return `| ${cells.join(' | ')} |`
}

/** @param args  names of parts; all without */
export async function run(args: string[]): Promise<void> {
  const bench = await openDeliveryBench()
  try {
    console.log('| | deliveries/s | CPU ms of the worker each | CPU ms of the database each | statements each |')
    console.log('| --- | --- | --- | --- | --- |')
    for (const [name, measure] of Object.entries(parts)) {
      if (args.length > 0 && !args.includes(name)) continue
      await bench.clear()
      await setTimeout(500)
      console.log((await measure(bench)).join('\n'))
    }
  } finally {
    await bench.close()
  }
}
