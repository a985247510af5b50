/**
 * `npm run bench -- list`: the cost of a page of 20 notes in workspaces of 1,000 and 1,000,000 notes, for a person in 200
 * channels. Pages without a filter are compared with a bare Fastify route that runs the same SQL for the page's ids and
 * sends the same bytes. Load, server and PostgreSQL share two cores.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { printMemory, usageOf } from './list-memory.ts'
import { writingCost } from './list-writing.ts'
import { quantile } from './quantile.ts'
import { makeWorkspaces, openBench } from './workspaces.ts'

const [small, large] = [1_000, 1_000_000]
const connections = 4
const rounds = 6
const seconds = 0.5

/** At most so many milliseconds in the large workspace, or at least so much of the bare route's throughput. */
type Goal = { p50: number; p99: number } | { ofBare: number }
/** `isEmpty`: nothing is found in the large workspace; in all other cases something must be. */
type Case = { name: string; filters?: object; page?: number; goal?: Goal; isEmpty?: true }

const byTitle = { p50: 10, p99: 40 }
const byShortTitle = { p50: 100, p99: 100 }

/** The first page and page 500, or the last full page if there are fewer. */
function onTwoPages(name: string, filters: object, goal?: Goal): Case[] {
  return [
    { name, filters, goal },
    { name: `${name}, page 500`, filters, page: 500, goal },
  ]
}

const cases: Case[] = [
  ...onTwoPages('no filter', {}, { ofBare: 0.6 }),
  ...onTwoPages('created_at, one quarter', { created_at_start: '2024-07-01', created_at_end: '2024-09-30' }),
  ...onTwoPages('updated_at, one quarter', { updated_at_start: '2024-07-01', updated_at_end: '2024-09-30' }),
  ...onTwoPages('updated_at, since a day', { updated_at_start: '2024-09-01' }),
  {
    name: 'made in one year, changed long after',
    filters: { created_at_start: '2024-06-01', created_at_end: '2025-05-31', updated_at_start: '2025-12-01' },
    isEmpty: true,
  },
  ...onTwoPages('title in 1 of 10', { title: 'WEEKLY' }, byTitle),
  ...onTwoPages('title in 3 of 1,000', { title: 'quartz' }, byTitle),
  ...onTwoPages('title in 4 of 1,000, in heaps', { title: '777' }, byTitle),
  { name: 'title in 5 notes', filters: { title: 'zephyr' }, goal: byTitle },
  { name: 'title in none', filters: { title: 'quixotic' }, goal: byTitle, isEmpty: true },
  ...onTwoPages('two characters, in 1 of 10', { title: 'we' }, byShortTitle),
  { name: 'two characters, in 5 notes', filters: { title: 'yr' }, goal: byShortTitle },
  { name: 'two characters, in none', filters: { title: 'zq' }, goal: byShortTitle, isEmpty: true },
  { name: 'one character, in most', filters: { title: 'e' }, goal: byShortTitle },
  { name: 'one character, in 3 of 1,000', filters: { title: 'z' }, goal: byShortTitle },
  { name: 'one character, in none', filters: { title: '#' }, goal: byShortTitle, isEmpty: true },
  ...onTwoPages('channel_id', { channel_id: 'ch_0' }),
  { name: 'series_id', filters: { series_id: 'se_0' } },
  { name: 'event_guid', filters: { event_guid: 'evt_0' } },
]

/** The result of a case in one round; `milliseconds` has every request. */
type Turn = { milliseconds: number[]; cpuMicroseconds: number }
type Measurement = { ask(): Promise<unknown>; turns: Turn[]; rows: number }

/** @param args  parts of the names of cases; others are skipped */
export async function run(args: string[]): Promise<void> {
  const wanted = cases.filter(({ name }) => args.length === 0 || args.some((arg) => name.includes(arg)))
  const base = await openBench()
  await makeWorkspaces(base, args.length === 0 ? [small, 100_000, large] : [small, large])
  const written = await writingCost(base, `bench${large}`)
  await base.close()
  const server = fork(new URL('list-server.ts', import.meta.url), { stdio: 'inherit' })
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  try {
    print(wanted, await measureAll(origin, server, wanted))
    console.log(`\nWriting a note costs ${written.toFixed(3)} ms for the index of titles (goal 0.05)`)
    if (args.length === 0) await printMemory(origin, server)
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

/** Measurements by case and size; also of the bare route, for cases that are compared with it. */
async function measureAll(origin: string, server: ChildProcess, wanted: Case[]): Promise<Map<string, Measurement>> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const measurements = new Map<string, Measurement>()
  for (const [index, each] of wanted.entries()) {
    for (const size of [small, large]) {
      const body = await bodyOf(pool, each, size)
      const measure = (path: string) => prepare(() => ask(pool, path, size, body))
      const measurement = await measure('/api/v1/notes')
      if (size === large && (measurement.rows === 0) !== (each.isEmpty === true))
        throw new Error(`${each.name}: ${measurement.rows} notes were found in ${size}`)
      measurements.set(`${each.name} ${size}`, measurement)
      if (size === large && isOfBare(each))
        measurements.set(`bare ${each.name}`, await measure(`/bare/${size}/${index}`))
    }
  }
  // In turns, so that other load of the machine affects all cases equally.
  for (let round = 0; round < rounds; round++) {
    for (const measurement of measurements.values()) {
      const before = await usageOf(server)
      const milliseconds = await load(measurement.ask, seconds)
      const after = await usageOf(server)
      measurement.turns.push({ milliseconds, cpuMicroseconds: after.cpuMicroseconds - before.cpuMicroseconds })
    }
  }
  await pool.close()
  return measurements
}

const isOfBare = ({ goal }: Case) => goal !== undefined && 'ofBare' in goal

type Page = { page_info: { cursor: string | null }; data: unknown[] }

/** The request body for the page of the case. */
async function bodyOf(pool: Pool, { filters = {}, page = 1 }: Case, size: number): Promise<string> {
  const bodyAt = (cursor: string | null) => JSON.stringify({ filters, pagination: { page_size: 20, cursor } })
  const read = async (body: string) => JSON.parse(await ask(pool, '/api/v1/notes', size, body)) as Page
  let body = bodyAt(null)
  let found = await read(body)
  for (let number = 1; number < page && found.page_info.cursor; number++) {
    const nextBody = bodyAt(found.page_info.cursor)
    const next = await read(nextBody)
    if (next.data.length < found.data.length) break
    body = nextBody
    found = next
  }
  return body
}

/** The first request also tells the bare route its page. */
async function prepare(askPage: () => Promise<string>): Promise<Measurement> {
  const { data } = JSON.parse(await askPage()) as Page
  await load(askPage, 0.5)
  return { ask: askPage, turns: [], rows: data.length }
}

async function ask(pool: Pool, path: string, size: number, body: string): Promise<string> {
  const headers = { 'x-api-key': `mb_bench_bench${size}_member`, 'content-type': 'application/json' }
  const answer = await pool.request({ method: 'POST', path, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`)
  return text
}

/** A closed loop: each connection sends the next request after the answer. @returns milliseconds of every request */
async function load(ask: () => Promise<unknown>, forSeconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + forSeconds * 1_000
  const loop = async () => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      await ask()
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return times
}

function print(wanted: Case[], measurements: Map<string, Measurement>): void {
  const header = ['case', 'rows', '1k p50 ms', 'p99 ms', '1000k p50 ms', 'p99 ms', 'req/s', 'server µs', 'goal', 'is']
  const rows = wanted.map((each) => {
    const [of1k, of1000k] = [small, large].map((size) => measurements.get(`${each.name} ${size}`)!) as [
      Measurement,
      Measurement,
    ]
    const times = (of: Measurement) => [p(of, 0.5), p(of, 0.99)].map((ms) => ms.toFixed(2))
    const perSecond = quantile(of1000k.turns.map(rate), 0.5).toFixed(0)
    const cpu = of1000k.turns.map(({ milliseconds, cpuMicroseconds }) => cpuMicroseconds / milliseconds.length)
    return [
      ...[each.name, String(of1000k.rows), ...times(of1k), ...times(of1000k), perSecond, quantile(cpu, 0.5).toFixed(0)],
      ...judge(each.goal, of1000k, measurements.get(`bare ${each.name}`)),
    ]
  })
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  console.log([line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n'))
}

const p = ({ turns }: Measurement, share: number) =>
  quantile(
    turns.flatMap(({ milliseconds }) => milliseconds),
    share,
  )
const rate = ({ milliseconds }: Turn) => milliseconds.length / seconds

/** @returns the goal, and the measured value or whether the goal is met */
function judge(goal: Goal | undefined, measured: Measurement, bare: Measurement | undefined): [string, string] {
  if (!goal) return ['', '']
  if ('p50' in goal) {
    const isMet = p(measured, 0.5) <= goal.p50 && p(measured, 0.99) <= goal.p99
    return [`${goal.p50}, ${goal.p99} ms`, isMet ? 'met' : 'MISSED']
  }
  // The median of the rounds, because both had the same machine load within a round.
  const ratios = measured.turns.map((turn, round) => rate(turn) / rate(bare!.turns[round]!))
  return [`${goal.ofBare} of bare`, quantile(ratios, 0.5).toFixed(2)]
}
