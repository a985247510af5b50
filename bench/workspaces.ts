/** Large workspaces for measurements, created once and stored in data/bench. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { pino } from 'pino'
import { type Base, openBase } from '../server/app/base.ts'
import { readConfig } from '../server/platform/context/config.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'

export const dataDir = new URL('../data/bench', import.meta.url).pathname

/** Opens the database of the benches, with settings that do not limit the server. */
export async function openBench(): Promise<Base> {
  const config = readConfig({
    DATA_DIR: dataDir,
    API_RATE_PER_SECOND: '0',
    LOG_LEVEL: 'error',
    ...process.env,
    DEMO: 'off',
  })
  const base = await openBase(config, pino({ level: config.logLevel }))
  await migrate(base.db)
  return base
}

/** Creates missing workspaces: `bench1000` has 1,000 notes. */
export async function makeWorkspaces(base: Base, sizes: number[]): Promise<void> {
  const text = await readFile(new URL('meetings.sql', import.meta.url), 'utf8')
  const client = new pg.Client({ connectionString: asSuperuser(base.databaseUrl) })
  await client.connect()
  try {
    for (const size of sizes) {
      const name = `bench${size}`
      const found = await client.query('select from workspaces where id = $1', [name])
      if (found.rowCount) continue
      const start = performance.now()
      await client.query('begin')
      await client.query("set local session_replication_role = 'replica'")
      await client.query("set local work_mem = '512MB'")
      await client.query(text.replaceAll('$1', name).replaceAll('$2', String(size)))
      await client.query('commit')
      console.log(`made ${name} in ${Math.round((performance.now() - start) / 1_000)} s`)
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
