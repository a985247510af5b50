/**
 * `npm run bench -- changes [following | away | copy | triggers]`: what following changes costs, in workspaces of 1,000 and of
 * CHANGES_NOTES (1,000,000) notes, where 1,000 people wait over HTTP. API, followers, PostgreSQL and load share the machine.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { Pool } from 'undici'
import type { Base } from '../server/app/base.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { measureFollowing } from './changes-following.ts'
import { measureAway, measureCopy } from './changes-pages.ts'
import type { Measured, Place } from './changes-place.ts'
import { measureTriggers } from './changes-triggers.ts'
import { openBench } from './workspaces.ts'

const dataDir = new URL('../data/bench-changes', import.meta.url).pathname
const sizes = [1_000, Number(process.env.CHANGES_NOTES ?? 1_000_000)]

/** @param args  the parts that are measured; all without any */
export async function run(args: string[]): Promise<void> {
  Object.assign(process.env, { DATA_DIR: dataDir, SECRET_KEY: '00'.repeat(32) })
  const base = await openBench()
  const wants = (part: string) => args.length === 0 || args.includes(part)
  console.log(`Load of the machine before (1, 5, 15 minutes): ${loadavg().map((load) => load.toFixed(1))}`)
  try {
    if (args.length === 0 || args.some((part) => part !== 'triggers')) await measureSizes(base, wants)
    if (wants('triggers')) await measureTriggers(base)
  } finally {
    await base.close()
  }
  console.log(`Load of the machine after: ${loadavg().map((load) => load.toFixed(1))}`)
}

async function measureSizes(base: Base, wants: (part: string) => boolean): Promise<void> {
  for (const size of sizes) await makeWorkspace(base, size)
  const env = { ...process.env, DATABASE_URL: base.databaseUrl }
  const server = fork(new URL('list-server.ts', import.meta.url), { env, stdio: 'inherit' })
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  const columns: Measured[] = []
  try {
    for (const size of sizes) {
      const workspaceId = `follow${size}`
      const pool = new Pool(origin, { connections: 32 })
      const place: Place = {
        base,
        workspaceId,
        origin,
        ask: (person, method, path, body) => ask(pool, `mb_bench_${workspaceId}_${person}`, method, path, body),
        async serverCpuMs() {
          server.send('usage')
          return (await once(server, 'message'))[0].cpuMicroseconds / 1_000
        },
      }
      const measured: Measured = new Map()
      if (wants('copy')) await measureCopy(place, measured)
      if (wants('following')) await measureFollowing(place, measured)
      if (wants('away')) await measureAway(place, measured)
      columns.push(measured)
      await pool.close()
    }
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
  print(columns)
}

async function ask(pool: Pool, key: string, method: 'GET' | 'PATCH', path: string, body?: object): Promise<unknown> {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
  const answer = await pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`)
  return JSON.parse(text)
}

async function makeWorkspace(base: Base, size: number): Promise<void> {
  const name = `follow${size}`
  const found = await sql`select from workspaces where id = ${name}`.execute(base.db)
  if (found.rows.length > 0) return
  const text = await readFile(new URL('changes.sql', import.meta.url), 'utf8')
  const client = new pg.Client({ connectionString: asSuperuser(base.databaseUrl) })
  await client.connect()
  const start = performance.now()
  try {
    await client.query("begin; set local session_replication_role = 'replica'; set local work_mem = '512MB'")
    await client.query(text.replaceAll('$1', name).replaceAll('$2', String(size)))
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  console.log(`Made ${name} in ${Math.round((performance.now() - start) / 1_000)} s`)
}

function print(columns: Measured[]): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  console.log(line(['', ...sizes.map((size) => `${size.toLocaleString('en')} notes`)]))
  console.log(line(['---', ...sizes.map(() => '---:')]))
  for (const name of columns[0]!.keys()) console.log(line([name, ...columns.map((column) => column.get(name) ?? '')]))
}
