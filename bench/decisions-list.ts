/**
 * `npm run bench -- decisions list`: a page of 20 decisions in workspaces of 1,000 and 100,000 notes, half of them recorded with
 * two decisions each, for a person in 200 channels. Times are those of the whole request, one after the other.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { buildApi, type Server } from '../server/app/api.ts'
import type { Base } from '../server/app/base.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { printTable } from './print-table.ts'
import { quantile } from './quantile.ts'
import { makeWorkspaces, openBench } from './workspaces.ts'

const sizes = [1_000, 100_000]
const [warming, measured] = [5, 30]

const cases: [name: string, filters: object][] = [
  ['no filter', {}],
  ['what stands', { status: 'stands' }],
  ['what was superseded', { status: 'superseded' }],
  ['what was withdrawn', { status: 'withdrawn' }],
  ['one quarter', { made_at_start: '2024-07-01', made_at_end: '2024-09-30' }],
  ['as of a day', { as_of: '2024-09-01' }],
  ['a series, what stands', { series_id: 'se_3', status: 'stands' }],
  ['a channel', { channel_id: 'ch_0' }],
  ['a word in 1 of 11', { query: 'website' }],
  ['a word in 3 of 1,000', { query: 'quartz' }],
  ['a word in none', { query: 'submarine' }],
]

export async function runList(): Promise<void> {
  const base = await openBench()
  const { api, close } = await buildApi(base)
  try {
    await makeWorkspaces(base, sizes)
    for (const size of sizes) await makeDecisions(base, `bench${size}`)
    const rows: string[][] = []
    for (const [name, filters] of cases) {
      const times = []
      for (const size of sizes) times.push(...(await measure(api, size, filters)))
      rows.push([name, ...times])
    }
    printTable(['case', 'rows of 1k', 'p50 ms', 'p95 ms', 'rows of 100k', 'p50 ms', 'p95 ms'], rows)
  } finally {
    await close()
    await base.close()
  }
}

async function makeDecisions(base: Base, name: string): Promise<void> {
  const text = await readFile(new URL('decisions.sql', import.meta.url), 'utf8')
  const client = new pg.Client({ connectionString: asSuperuser(base.databaseUrl) })
  await client.connect()
  try {
    const found = await client.query('select from decisions where workspace_id = $1 limit 1', [name])
    if (found.rowCount) return
    await client.query(`begin; set local session_replication_role = 'replica'; ${text.replaceAll('$1', name)}; commit`)
    await client.query('vacuum analyze decisions; ')
    await client.query('vacuum analyze decision_successions')
  } finally {
    await client.end()
  }
}

async function measure(api: Server['api'], size: number, filters: object): Promise<string[]> {
  const headers = { 'x-api-key': `mb_bench_bench${size}_member` }
  const payload = { filters, pagination: { page_size: 20 } }
  const times: number[] = []
  let rows = 0
  for (let number = 0; number < warming + measured; number++) {
    const begun = performance.now()
    const answer = await api.inject({ method: 'POST', url: '/api/v1/decisions', headers, payload })
    if (number >= warming) times.push(performance.now() - begun)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    rows = answer.json().data.length
  }
  return [String(rows), ...[0.5, 0.95].map((share) => quantile(times, share).toFixed(1))]
}
