/** What the triggers of changes cost a rename and an import: the same with them and without, in turns. */
import pg from 'pg'
import type { Base } from '../server/app/base.ts'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { openDb, openPool } from '../server/platform/postgres/db.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { systemClock } from '../server/platform/time.ts'
import { largeWorld } from './large-world.ts'
import { quantile } from './quantile.ts'

const database = 'bench_changes'
const [notes, renames, rounds] = [10_000, 2_000, 5]

export async function measureTriggers(base: Base): Promise<void> {
  const server = asSuperuser(base.databaseUrl)
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const url = new URL(server)
  url.pathname = database
  const imports = { with: [] as number[], without: [] as number[] }
  try {
    for (const which of ['without', 'with', 'with', 'without'] as const) {
      await client.query(`drop database if exists ${database}`)
      await client.query(`create database ${database}`)
      imports[which].push(await timeToImport(url.href, base, which === 'with'))
    }
    console.log(`Import of ${notes} notes with the triggers: ${describe(imports)}`)
    console.log(`A rename with the triggers: ${describe(await timeRenames(url.href))}`)
  } finally {
    await client.query(`drop database if exists ${database}`)
    await client.end()
  }
}

type Times = { with: number[]; without: number[] }

function describe(times: Times): string {
  const [slow, fast] = [quantile(times.with, 0.5), quantile(times.without, 0.5)]
  return `${slow.toFixed(2)} ms in place of ${fast.toFixed(2)} ms, ${(slow / fast).toFixed(2)} times`
}

async function timeToImport(url: string, { secretKey }: Base, told: boolean): Promise<number> {
  const db = openDb(openPool(url, { warn() {} }))
  await migrate(db)
  if (!told) await switchTriggers(url, 'disable')
  const start = performance.now()
  await importWorld(db, largeWorld(notes), { clock: systemClock, secretKey })
  const milliseconds = performance.now() - start
  if (!told) await switchTriggers(url, 'enable')
  await db.destroy()
  return milliseconds
}

/** Each rename is a statement and a transaction of its own, as through the API, without waiting for the disk. */
async function timeRenames(url: string): Promise<Times> {
  const times: Times = { with: [], without: [] }
  for (let round = 0; round < rounds; round++) {
    for (const which of ['without', 'with'] as const) {
      await switchTriggers(url, which === 'with' ? 'enable' : 'disable')
      const client = new pg.Client({ connectionString: url, options: '-c synchronous_commit=off' })
      await client.connect()
      const start = performance.now()
      for (let n = 0; n < renames; n++) {
        await client.query({
          name: 'rename',
          text: 'update notes set title = $2, title_folded = $2 where id = $1 and workspace_id = $3',
          values: [`n_${n}`, `Title ${round} ${n}`, 'ws_large'],
        })
      }
      times[which].push((performance.now() - start) / renames)
      await client.end()
    }
  }
  await switchTriggers(url, 'enable')
  return times
}

async function switchTriggers(url: string, to: 'enable' | 'disable'): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select tgrelid::regclass as relation, tgname as name from pg_trigger
    where not tgisinternal and tgfoid::regproc::text like 'changes\\_of\\_%'`,
  )
  for (const { relation, name } of rows) await client.query(`alter table ${relation} ${to} trigger ${name}`)
  await client.end()
}
