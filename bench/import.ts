/** `npm run bench -- import [NOTES…]`: the cost of importing a large world into an empty database and exporting it. */

import pg from 'pg'
import { asSuperuser } from '../server/embedded-postgres/role.ts'
import { migrate, openDb, openPool } from '../server/platform/postgres/db.ts'
import type { SecretKey } from '../server/platform/secrets.ts'
import { systemClock } from '../server/platform/time.ts'
import { exportWorld } from '../server/world/export/export-world.ts'
import { importWorld } from '../server/world/import/import-world.ts'
import { largeWorld } from './large-world.ts'
import { openBench } from './workspaces.ts'

const sizes = [10_000, 100_000]
const database = 'bench_import'

/** @param args  numbers of notes */
export async function run(args: string[]): Promise<void> {
  const bench = await openBench()
  const server = asSuperuser(bench.databaseUrl)
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (const notes of args.length > 0 ? args.map(Number) : sizes) {
      await client.query(`drop database if exists ${database}`)
      await client.query(`create database ${database}`)
      const url = new URL(server)
      url.pathname = database
      await measure(url.href, notes, bench.secretKey)
      await client.query(`drop database ${database}`)
    }
  } finally {
    await client.end()
    await bench.close()
  }
}

async function measure(url: string, notes: number, secretKey: SecretKey): Promise<void> {
  const db = openDb(openPool(url, { warn() {} }))
  await migrate(db)
  const options = { clock: systemClock, secretKey }
  const load = async () => importWorld(db, largeWorld(notes), options)
  const first = await timed(load)
  const again = await timed(load)
  let bytes = 0
  const out = await timed(async () => {
    for await (const text of exportWorld(db, { subdomain: 'large', withSecrets: false, secretKey }))
      bytes += text.length
  })
  await db.destroy()
  console.table({
    notes,
    objects: first.result.created,
    'import, s': first.seconds,
    'the same again, s': again.seconds,
    'export, s': out.seconds,
    'export, MB': Math.round(bytes / 1e6),
    'peak memory (RSS), MB': Math.round(process.resourceUsage().maxRSS / 1_024),
  })
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const start = performance.now()
  const result = await work()
  return { result, seconds: Math.round((performance.now() - start) / 100) / 10 }
}
