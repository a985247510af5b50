/** `npm run bench -- import [NOTES…]`: the cost of importing a large world into an empty database and exporting it. */

import { loadavg } from 'node:os'
import pg from 'pg'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { type Db, openDb, openPool } from '../server/platform/postgres/db.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import type { SecretKey } from '../server/platform/secrets.ts'
import { systemClock } from '../server/platform/time.ts'
import { databaseCpuMs } from './database-cpu.ts'
import { largeWorld } from './large-world.ts'
import { printTable } from './print-table.ts'
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
  const first = await timed(db, load)
  const again = await timed(db, load)
  let bytes = 0
  const out = await timed(db, async () => {
    for await (const text of exportWorld(db, { subdomain: 'large', withSecrets: false, secretKey }))
      bytes += text.length
  })
  await db.destroy()
  const row = (name: string, { seconds, nodeSeconds, databaseSeconds }: Cost) => [
    ...[name, seconds.toFixed(1), databaseSeconds.toFixed(1), nodeSeconds.toFixed(1), loadavg()[0]!.toFixed(1)],
  ]
  console.log(`${notes} notes, ${first.result.created} objects, ${Math.round(bytes / 1e6)} MB:`)
  printTable(
    ['', 's', "of it PostgreSQL's processor time", "Node's", 'load of the machine'],
    [row('import', first), row('the same again', again), row('export', out)],
  )
  console.log(`Peak memory (RSS): ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`)
}

type Cost = { seconds: number; nodeSeconds: number; databaseSeconds: number }

async function timed<Result>(db: Db, work: () => Promise<Result>): Promise<Cost & { result: Result }> {
  const [start, nodeBefore, databaseBefore] = [performance.now(), process.cpuUsage(), await databaseCpuMs({ db })]
  const result = await work()
  const { user, system } = process.cpuUsage(nodeBefore)
  const seconds = (performance.now() - start) / 1_000
  const databaseSeconds = ((await databaseCpuMs({ db })) - databaseBefore) / 1_000
  return { result, seconds, nodeSeconds: (user + system) / 1e6, databaseSeconds }
}
