/**
 * `npm run bench -- soak [--minutes 120] [--every 60]`: one whole service under a steady load of 45 to 60 requests and 11 to
 * 15 deliveries a second, with uploads. Each minute it looks at memory, connections, disk and the lag of a webhook; at the
 * end it tells how each grew by the hour, and checks every promise to a client. Linux, as it reads /proc.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { OperatorError } from '../server/platform/errors.ts'
import { compare, quiet } from '../test/faults/compare.ts'
import { startLoad } from '../test/faults/load.ts'
import { openService } from '../test/faults/service.ts'
import { openReceiver, type Receiver } from '../test/support/receiver.ts'
import { childrenOf, kilobytesOf } from './linux-processes.ts'
import { printTable } from './print-table.ts'
import { readMeetings } from './search-meetings.ts'
import { asker, soundOf, startWork } from './small-work.ts'

const reading = { clients: 2, pauseMs: 1_600 }
const writing = { clients: 20, pauseMs: 900 }
/** Slopes are told of what comes after this part of the time, when caches are full. */
const warmUpShare = 0.25
const patienceMs = 60_000

type Look = {
  minute: number
  'memory MB': number
  'PostgreSQL MB': number
  connections: number
  'disk MB': number
  'lag ms': number
  requests: number
  deliveries: number
}
type Measure = keyof Omit<Look, 'minute' | 'requests' | 'deliveries'>

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '120' }, every: { type: 'string', default: '60' } },
  })
  await using receiver = await openReceiver()
  await using service = await openService(receiver, { processes: 1, settings: { LOG_LEVEL: 'warn' } })
  const [origin] = service.origins as [string]
  const sound = await soundOf(4, service.folder)
  const work = startWork(origin, { ...reading, meetings: await readMeetings(), sound, transcribes: false })
  const load = startLoad(service.origins, writing.clients, writing.pauseMs)
  const looks: Look[] = []
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  try {
    for (let number = 1; elapsed() < Number(values.minutes) * 60_000; number++) {
      await pause(Math.max(0, number * Number(values.every) * 1_000 - elapsed()))
      looks.push({
        minute: elapsed() / 60_000,
        ...(await usageOf(service)),
        'lag ms': await lagOf(origin, receiver, number),
        requests: work.answered.length + load.ledger.answers,
        deliveries: receiver.received.length,
      })
      if (number % 10 === 1) console.error(JSON.stringify(looks.at(-1)))
    }
  } finally {
    await Promise.all([work.stop(), load.stop()])
  }
  print(looks)
  console.error('Waiting until all is quiet.')
  await quiet(service, 600_000).catch((error) => work.broken.push(String(error)))
  const broken = [...work.broken, ...(await compare(service, load.ledger, receiver))]
  for (const [kind, sentences] of kindsOf(broken))
    console.log(`- ${sentences.length} × ${kind}: ${sentences.slice(0, 5).join('; ')}`)
  const warnings = service.logs().match(/.*"level":(?:40|50|60).*/g) ?? []
  console.log(`${load.ledger.entries.length} actions, ${broken.length} wrong; ${warnings.length} warnings in the log.`)
  for (const line of warnings.slice(0, 10)) console.log(line.slice(0, 500))
  if (broken.length > 0) throw new OperatorError('Not all promises were kept.')
}

/** By what they say but for their words with digits, which name things; most first. */
function kindsOf(sentences: string[]): [kind: string, sentences: string[]][] {
  const kinds = Object.groupBy(sentences, (sentence) => sentence.replaceAll(/\S*\d\S*/g, '…').slice(0, 200))
  return Object.entries(kinds as Record<string, string[]>).sort(([, a], [, b]) => b.length - a.length)
}

/** Of the `serve` process, of PostgreSQL's processes without what they share, and of the data folder. */
async function usageOf({ pids, folder }: Awaited<ReturnType<typeof openService>>) {
  const [postmaster] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const backends = await childrenOf(Number(postmaster))
  const own = await Promise.all(backends.map((pid) => kilobytesOf(pid, 'RssAnon')))
  const names = await Promise.all(backends.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return {
    'memory MB': (await kilobytesOf(pids()[0]!, 'VmRSS')) / 1_024,
    'PostgreSQL MB': own.reduce((sum, each) => sum + each, 0) / 1_024,
    connections: names.filter((name) => name.includes('127.0.0.1')).length,
    'disk MB': (await bytesOf(folder)) / 1_048_576,
  }
}

/** By `du`, as files go while it looks. */
async function bytesOf(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sk', folder]).catch((error: { stdout: string }) => error)
  return Number.parseInt(stdout, 10) * 1_024
}

/** From the answer to a new action item to its webhook, without the second that it is held. */
async function lagOf(origin: string, receiver: Receiver, number: number): Promise<number> {
  const token = `lag${number}x`
  const ask = asker(
    origin,
    'bo',
    () => {},
    () => 'lag',
  )
  let next = receiver.received.length
  await ask('POST', '/api/v1/action_item', { body: { text: token, assignees: ['u_bo'] } })
  const begun = performance.now()
  while (!receiver.received.slice(next).some(({ body }) => body.includes(token))) {
    // If it is lost, the comparison at the end tells it.
    if (performance.now() - begun > patienceMs) break
    next = receiver.received.length
    await pause(5)
  }
  return performance.now() - begun - 1_000
}

function print(looks: Look[]): void {
  const last = looks.at(-1)!
  const seconds = last.minute * 60
  const rates = [last.requests / seconds, last.deliveries / seconds].map((rate) => rate.toFixed(0))
  console.log(`${last.minute.toFixed(0)} min: ${rates[0]} requests and ${rates[1]} deliveries a second.`)
  const measures: Measure[] = ['memory MB', 'PostgreSQL MB', 'connections', 'disk MB', 'lag ms']
  const steady = looks.filter(({ minute }) => minute >= last.minute * warmUpShare)
  printTable(
    ['', 'first', 'after warming up', 'last', 'most', 'slope an hour'],
    measures.map((name) => [
      name,
      ...[looks[0]!, steady[0]!, last].map((look) => look[name].toFixed(0)),
      Math.max(...looks.map((look) => look[name])).toFixed(0),
      (60 * slopeOf(steady.map((look) => [look.minute, look[name]]))).toFixed(1),
    ]),
  )
}

/** By least squares. */
function slopeOf(points: [x: number, y: number][]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const sum = (of: (point: [number, number]) => number) => points.reduce((total, point) => total + of(point), 0)
  return sum(([a, b]) => (a - x) * (b - y)) / sum(([a]) => (a - x) ** 2)
}
