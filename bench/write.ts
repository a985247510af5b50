/**
 * `npm run bench -- write [SMALL] [LARGE]`: the cost of writing through the API in workspaces of 1,000 and 1,000,000 notes: agendas,
 * action items, shares, publications, uploads. The same process is client and server; PostgreSQL shares its cores.
 */
import { sql } from 'kysely'
import { buildApi } from '../server/app/api.ts'
import type { Base } from '../server/app/base.ts'
import { quantile } from './quantile.ts'
import { makeWorkspaces, openBench } from './workspaces.ts'

const [connections, requests, warmUp] = [4, 400, 40]
const most = 1.5

type Request = { method: 'POST' | 'DELETE'; path: string; payload?: object }
type Operation = { name: string; of(n: number): Request }
type Result = { aSecond: number; p50: number; p99: number }

/** Notes of u_0, whose key asks: the same number in every workspace, made by `makeNotes`. */
const notes = 200
const note = (n: number) => `n_own_${n % notes}`
const person = (n: number) => `u_${1 + (Math.floor(n / 2) % 400)}`
const agenda = (n: number) =>
  ['::agenda{version=1}', '# Goals', `- Say what changed ${n}`, `::action-item[Send deck ${n}]{}`].join('\n')
const segment = { speaker: 'Ada', text: 'A sentence of about forty characters.', start_time: 0, end_time: 1.5 }

const operations: Operation[] = [
  {
    name: 'agenda written, with an item',
    of: (n) => ({ method: 'POST', path: `/note/${note(n)}/agenda`, payload: { content_native_markdown: agenda(n) } }),
  },
  {
    name: 'action item of a note',
    of: (n) => ({
      method: 'POST',
      path: '/action_item',
      payload: { text: `Call ${n}`, note_id: note(n), assignees: [person(n)] },
    }),
  },
  {
    name: 'note shared, and taken back',
    of: (n) => {
      const path = `/note/${note(n >> 1)}/share`
      return n % 2 === 0
        ? { method: 'POST', path, payload: { user: person(n) } }
        : { method: 'DELETE', path: `${path}/${person(n)}` }
    },
  },
  {
    name: 'note published to 8 people, and taken back',
    of: (n) => {
      const path = `/note/${note(n >> 1)}/publish`
      return n % 2 === 0
        ? { method: 'POST', path, payload: { channel_id: 'ch_2' } }
        : { method: 'DELETE', path: `${path}/ch_2` }
    },
  },
  {
    name: 'upload of a transcript, 50 segments',
    of: (n) => ({
      method: 'POST',
      path: '/recordings/upload',
      payload: { title: `Upload ${n}`, transcript: { language_code: 'en', speech_segments: Array(50).fill(segment) } },
    }),
  },
]

/** @param args  the sizes of the two workspaces */
export async function run([small = '1000', large = '1000000']: string[]): Promise<void> {
  const base = await openBench()
  const { api, close } = await buildApi(base)
  try {
    await makeWorkspaces(base, [Number(small), Number(large)])
    for (const size of [small, large]) await makeNotes(base, `bench${size}`)
    const send = async (workspace: string, { method, path, payload }: Request) => {
      const headers = { 'x-api-key': `mb_bench_${workspace}_member` }
      const answer = await api.inject({ method, url: `/api/v1${path}`, headers, payload })
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
    }
    console.log(
      `| operation | a second, ${small} | ${large} | p50 ms | ${large} | p99 ms | ${large} | growth of p50 | of p99 |`,
    )
    console.log(`|${' --- |'.repeat(9)}`)
    for (const operation of operations) {
      const results: Result[] = []
      for (const size of [Number(small), Number(large)]) {
        results.push(await measure(base, size, operation, send))
      }
      print(operation.name, results[0]!, results[1]!)
    }
  } finally {
    await close()
    await base.close()
  }
}

async function makeNotes(base: Base, workspace: string): Promise<void> {
  await sql`
    insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
    select ${workspace}, 'n_own_' || n, 'u_0', 'Own ' || n, 'own ' || n, '2025-01-01', '2025-01-01'
    from generate_series(0, ${sql.lit(notes - 1)}) n on conflict do nothing`.execute(base.db)
}

async function measure(
  base: Base,
  size: number,
  { of }: Operation,
  send: (workspace: string, request: Request) => Promise<void>,
): Promise<Result> {
  const workspace = `bench${size}`
  const milliseconds: number[] = []
  let next = 0
  let seconds = 0
  // In rounds: nothing works on uploads here, and a person may have 20 that wait.
  while (next < warmUp + requests) {
    const round = Array.from({ length: connections }, () => [next++, next++])
    const began = performance.now()
    await Promise.all(
      round.map(async (numbers) => {
        for (const n of numbers) {
          const start = performance.now()
          await send(workspace, of(n))
          if (n >= warmUp) milliseconds.push(performance.now() - start)
        }
      }),
    )
    if (next > warmUp) seconds += (performance.now() - began) / 1_000
    await base.db.deleteFrom('uploads').where('workspace_id', '=', workspace).where('status', '=', 'PENDING').execute()
  }
  const [p50, p99] = [quantile(milliseconds, 0.5), quantile(milliseconds, 0.99)]
  return { aSecond: milliseconds.length / seconds, p50, p99 }
}

function print(name: string, small: Result, large: Result): void {
  const growth = (of: 'p50' | 'p99') =>
    `${(large[of] / small[of]).toFixed(2)}${large[of] > small[of] * most ? ' (too much)' : ''}`
  const cells = [small.aSecond, large.aSecond, small.p50, large.p50, small.p99, large.p99].map((value) =>
    value.toFixed(1),
  )
  console.log(`| ${[name, ...cells, growth('p50'), growth('p99')].join(' | ')} |`)
}
