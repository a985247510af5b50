/**
 * `npm run bench -- list`: what a page of 20 notes costs in workspaces of 1,000, 100,000 and 1,000,000 notes, for a
 * person in 200 channels; and next to each a bare Fastify route that runs the same SQL for the page's ids and sends the same
 * bytes. Two cores are shared by load, server and PostgreSQL: the server's own processor time a page is the steadier figure.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Dispatcher, Pool } from 'undici'
import { makeWorkspaces, openBench } from './workspaces.ts'

const sizes = [1_000, 100_000, 1_000_000]
const largest = 1_000_000
const connections = 4
const rounds = 8
const seconds = 0.5

/** `growsFrom`: the case whose page of the smallest workspace is as full as this one's of the others; its own is not. */
type Case = { name: string; path?: Path; filters?: object; page?: number; growsFrom?: string }
type Path = '/api/v1/notes' | '/bare' | '/bare-built'

/** The first page and page 500, or the last full one where there are fewer: pages compare by what is on them. */
function onTwoPages(name: string, filters: object, growsFrom?: string): Case[] {
  return [
    { name, filters, growsFrom },
    { name: `${name}, page 500`, filters, page: 500, growsFrom },
  ]
}

const cases: Case[] = [
  { name: 'bare route, same SQL by id', path: '/bare' },
  { name: 'bare route, its SQL built each time', path: '/bare-built' },
  ...onTwoPages('no filter', {}),
  ...onTwoPages('created_at, one quarter', { created_at_start: '2024-07-01', created_at_end: '2024-09-30' }),
  ...onTwoPages('updated_at, one quarter', { updated_at_start: '2024-07-01', updated_at_end: '2024-09-30' }),
  ...onTwoPages('updated_at, since a day', { updated_at_start: '2024-09-01' }),
  ...onTwoPages('title in 1 of 10', { title: 'WEEKLY' }),
  ...onTwoPages('title in 3 of 1,000', { title: 'quartz' }, 'title in 1 of 10'),
  ...onTwoPages('title in 4 of 1,000, in heaps', { title: '777' }, 'title in 1 of 10'),
  { name: 'title in 5 notes', filters: { title: 'zephyr' } },
  { name: 'title in none', filters: { title: 'quixotic' } },
  ...onTwoPages('channel_id', { channel_id: 'ch_0' }),
  { name: 'event_guid', filters: { event_guid: 'evt_0' } },
]

/** What a case did in one round; `milliseconds` has every request. */
type Turn = { milliseconds: number[]; cpuMicroseconds: number }

/** @param args  parts of names: only these cases, and those that they grow from; the bare routes are always among them */
export async function run(args: string[]): Promise<void> {
  const named = cases.filter(({ name, path }) => path || args.length === 0 || args.some((arg) => name.includes(arg)))
  const wanted = cases.filter((each) => named.some((other) => other === each || other.growsFrom === each.name))
  const base = await openBench()
  await makeWorkspaces(base, sizes)
  await base.close()
  const server = fork(new URL('list-server.ts', import.meta.url), { stdio: 'inherit' })
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  try {
    await measureAll(origin, server, wanted)
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

async function measureAll(origin: string, server: ChildProcess, wanted: Case[]): Promise<void> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  // By case and size; and next to each in the largest workspace, the bare route.
  const measurements = new Map<string, Measurement>()
  for (const each of wanted) {
    for (const size of sizes) {
      const body = await bodyOf(pool, each, size)
      const measure = async (path: Path) => prepare(pool, path, { size, page: wanted.indexOf(each), body })
      measurements.set(`${each.name} ${size}`, await measure(each.path ?? '/api/v1/notes'))
      if (size === largest) measurements.set(`bare ${each.name}`, await measure('/bare'))
    }
  }
  // In turns, so that what else the machine does falls on all of them alike.
  for (let round = 0; round < rounds; round++) {
    for (const measurement of measurements.values()) {
      const before = await usageOf(server)
      const milliseconds = await load(measurement.ask, seconds)
      const after = await usageOf(server)
      measurement.turns.push({ milliseconds, cpuMicroseconds: after.cpuMicroseconds - before.cpuMicroseconds })
    }
  }
  await pool.close()
  print(wanted, measurements)
  const memory = await memoryWhileListing(origin, server)
  console.log(
    `\nMemory of the server (RSS) after every page of 1,000 notes: ${memory.small} MB, of 100,000: ${memory.large} MB`,
  )
  for (const size of [1_000, 100_000]) {
    const [exported] = await once(fork(new URL('export-memory.ts', import.meta.url), [`bench${size}`]), 'message')
    const { megabytes, seconds, peakMegabytes } = exported as Record<string, number>
    const what = `${megabytes!.toFixed(1)} MB in ${seconds!.toFixed(1)} s`
    console.log(`Export of ${size} notes: ${what}, at most ${peakMegabytes!.toFixed(0)} MB of memory`)
  }
}

type Measurement = { ask(): Promise<unknown>; turns: Turn[]; rows: number }

type Usage = { rssBytes: number; cpuMicroseconds: number }

async function usageOf(server: ChildProcess): Promise<Usage> {
  server.send('usage')
  return (await once(server, 'message'))[0] as Usage
}

/** What asks for the page that the case is about. */
async function bodyOf(pool: Pool, { filters = {}, page = 1 }: Case, size: number): Promise<string> {
  const bodyAt = (cursor: string | null) => JSON.stringify({ filters, pagination: { page_size: 20, cursor } })
  const read = async (body: string) => JSON.parse(await ask(pool, '/api/v1/notes', { size, body })) as Page
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

/** `page` is the bare route's name for it, which learns by the first request what is on it. */
async function prepare(
  pool: Pool,
  path: Path,
  { size, page, body }: { size: number; page: number; body: string },
): Promise<Measurement> {
  const askPage = () => ask(pool, path === '/api/v1/notes' ? path : `${path}/${size}/${page}`, { size, body })
  const { data } = JSON.parse(await askPage()) as Page
  await load(askPage, 0.5)
  return { ask: askPage, turns: [], rows: data.length }
}

async function ask(pool: Pool, path: string, { size, body }: { size: number; body: string }): Promise<string> {
  const headers = { 'x-api-key': `mb_bench_bench${size}_member`, 'content-type': 'application/json' }
  const answer = await pool.request({ method: 'POST', path, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`)
  return text
}

const perSecond = ({ milliseconds }: Turn) => milliseconds.length / seconds
const cpuAPage = ({ milliseconds, cpuMicroseconds }: Turn) => cpuMicroseconds / milliseconds.length
const p50 = ({ milliseconds }: Turn) => quantile(milliseconds, 0.5)

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!
}

/** How much more one has than another: the median of the rounds, in which both met the same machine. */
function ratio(measure: (turn: Turn) => number, one: Measurement, other: Measurement): string {
  const rounds = one.turns.map((turn, round) => measure(turn) / measure(other.turns[round]!))
  return quantile(rounds, 0.5).toFixed(2)
}

type Page = { page_info: { cursor: string | null }; data: unknown[] }

/** A closed loop: each connection asks again as soon as it is answered. @returns milliseconds of every request */
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

async function memoryWhileListing(origin: string, server: ChildProcess): Promise<{ small: number; large: number }> {
  const pool = new Pool(origin, { connections: 1 })
  const walk = async (size: number) => {
    const headers = { 'x-api-key': `mb_bench_bench${size}_admin`, 'content-type': 'application/json' }
    for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
      const body: string = JSON.stringify({ pagination: { page_size: 50, cursor } })
      const answer: Dispatcher.ResponseData = await pool.request({
        method: 'POST',
        path: '/api/v1/notes',
        headers,
        body,
      })
      const page = (await answer.body.json()) as Page
      cursor = page.page_info.cursor
    }
    return Math.round((await usageOf(server)).rssBytes / 1_048_576)
  }
  const memory = { small: await walk(1_000), large: await walk(100_000) }
  await pool.close()
  return memory
}

function print(wanted: Case[], measurements: Map<string, Measurement>): void {
  const header = [
    ...['case', ...sizes.flatMap((size) => [`${size / 1_000}k req/s`, 'p50 ms', 'p99 ms', 'rows'])],
    ...['1000k : 1k p50', 'of bare', 'server µs', 'bare : it'],
  ]
  const rows = wanted.map(({ name, growsFrom }) => {
    const of = (size: number, what = name) => measurements.get(`${what} ${size}`)!
    const columns = sizes
      .map((size) => of(size))
      .flatMap(({ turns, rows }) => {
        const all = turns.flatMap((turn) => turn.milliseconds)
        const figures = [quantile(turns.map(perSecond), 0.5).toFixed(0), quantile(all, 0.5).toFixed(2)]
        return [...figures, quantile(all, 0.99).toFixed(2), String(rows)]
      })
    const [large, bare] = [of(largest), measurements.get(`bare ${name}`)!]
    return [
      ...[
        name,
        ...columns,
        `${ratio(p50, large, of(1_000, growsFrom))}${growsFrom ? ' †' : ''}`,
        ratio(perSecond, large, bare),
      ],
      ...[quantile(large.turns.map(cpuAPage), 0.5).toFixed(0), ratio(cpuAPage, bare, large)],
    ]
  })
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  console.log([line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n'))
}
