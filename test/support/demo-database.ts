/** Databases that hold the demo world. It is loaded once a run, by the first who asks, because that takes seconds. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { type Database, openDatabase, runSql } from './databases.ts'
import { openWorld } from './world.ts'

const demo = new URL('../../demo/world.json', import.meta.url)
const template = 'minutebook_demo'
/** Of the processes of a run one loads it, and the others wait. */
const loading = 0x64656d6f // "demo"

/** A clone of the database with the demo world. */
export async function openDemoDatabase(): Promise<Database> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_SERVER })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [loading])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await makeTemplate()
  } finally {
    await client.end()
  }
  return openDatabase(template)
}

async function makeTemplate(): Promise<void> {
  const { name, url } = await openDatabase()
  const rename = () => runSql(process.env.TEST_DATABASE_SERVER!, `alter database ${name} rename to ${template}`)
  await using world = await openWorld({}, { anew: true, database: { name, url, close: rename } })
  world.advance({ seconds: (Date.now() - world.base.clock().getTime()) / 1_000 })
  await world.load(...JSON.parse(await readFile(demo, 'utf8')).workspaces)
}
