/** Runs before any test file: starts one PostgreSQL in a temporary folder, with a migrated template database. */
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openEmbeddedPostgres } from '../../server/platform/embedded-postgres/open.ts'
import { asSuperuser, serviceRole } from '../../server/platform/embedded-postgres/role.ts'
import { Jobs } from '../../server/platform/jobs/jobs.ts'
import { openDb, openPool } from '../../server/platform/postgres/db.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { runSql } from './databases.ts'

/** A folder in memory, as Linux has it: making and dropping hundreds of databases on a disk is most of their cost. */
const memory = '/dev/shm'
const neededBytes = 6 * 1_073_741_824

let stop: (() => Promise<void>) | undefined

export async function globalSetup(): Promise<void> {
  process.env.SEED ??= String(randomInt(2 ** 31))
  process.stdout.write(`What is random comes from SEED=${process.env.SEED}\n`)
  // Compiled modules outlive a run.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  const folder = await mkdtemp(join((await hasRoom(memory)) ? memory : tmpdir(), 'minutebook-test-'))
  // What tests write goes where their databases are, and goes with them.
  process.env.TMPDIR = folder
  // PostgreSQL does not run as root; its own user must be able to enter, and some tests run as nobody.
  await chmod(folder, 0o1777)
  // The data are needed only for this run, so nothing needs to be durable.
  // The service's role could not drop a database while a vacuum of PostgreSQL's own is in it.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
  const embedded = await openEmbeddedPostgres(folder, { settings })
  stop = async () => {
    await embedded.release()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    process.env.TEST_DATABASE_SERVER = await makeTemplate(embedded.url)
  } catch (error) {
    await stop()
    throw error
  }
}

/** In a container it may be small, and elsewhere there is none. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= neededBytes
}

/** @returns the URL of the server, on which each test file clones the template */
async function makeTemplate(server: string): Promise<string> {
  await runSql(asSuperuser(server), `alter role ${serviceRole} createdb`)
  await runSql(asSuperuser(server), `create database minutebook_template owner ${serviceRole}`)
  const template = new URL(server)
  template.pathname = 'minutebook_template'
  const db = openDb(openPool(template.href, console))
  await migrate(db)
  await db.destroy()
  const jobs = new Jobs(template.href, pino({ level: 'warn' }))
  await jobs.open()
  await jobs.stop()
  await runSql(asSuperuser(template.href), await readFile(new URL('./emptying.sql', import.meta.url), 'utf8'))
  return server
}

export async function globalTeardown(): Promise<void> {
  await stop?.()
}
