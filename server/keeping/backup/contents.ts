/** What is in a database, to compare a restored one with: each table's rows counted and hashed, and the files it names. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { OperatorError } from '../../platform/errors.ts'
import { lockNotAvailable } from '../../platform/postgres/database-errors.ts'
import { type Db, inSnapshot, type Tx } from '../../platform/postgres/db.ts'
import { type Fingerprint, fingerprintOf } from '../../platform/postgres/fingerprint.ts'

/** By the name of the table, with its schema. */
export type Tables = Record<string, Fingerprint>

export type Contents = {
  /** null if the service wrote all the time. */
  tables: Tables | null
  /** The files of media that rows name. */
  files: string[]
}

const [triesForQuiet, triesEveryMs] = [1_500, 20]

/**
 * Reads what is in the database at the moment at which `finish` runs, while nobody writes. Locks are only taken where
 * nobody has them, so that writers wait a few milliseconds, once, and for nothing else; then it reads in its snapshot.
 */
export async function readContentsAt<Result>(
  db: Db,
  finish: () => Promise<Result>,
  signal: AbortSignal,
  tries = triesForQuiet,
): Promise<{ result: Result; contents: Contents }> {
  return inSnapshot(db, async (snapshot) => {
    const beginAndFinish = async () => {
      await sql`select pg_current_snapshot()`.execute(snapshot)
      return finish()
    }
    const quiet = await whileNobodyWrites(db, beginAndFinish, tries, signal)
    const result = quiet ? quiet.result : await beginAndFinish()
    const tables = quiet ? await readTables(snapshot, signal) : null
    return { result, contents: { tables, files: await namedFiles(snapshot) } }
  })
}

/** @returns null if others had locks at every try; then nothing was done */
async function whileNobodyWrites<Result>(
  db: Db,
  work: () => Promise<Result>,
  tries: number,
  signal: AbortSignal,
): Promise<{ result: Result } | null> {
  const names = await tableNames(db)
  for (let left = tries; left > 0; left--) {
    try {
      return await db.transaction().execute(async (tx) => {
        if (names.length > 0) await sql`lock table ${sql.raw(names.join(', '))} in share mode nowait`.execute(tx)
        return { result: await work() }
      })
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      await pause(triesEveryMs, undefined, { signal })
    }
  }
  return null
}

/** @throws {OperatorError} a table cannot be read, such as one whose pages are damaged */
export async function readTables(tx: Tx, signal: AbortSignal): Promise<Tables> {
  const tables: Tables = {}
  for (const name of await tableNames(tx)) {
    signal.throwIfAborted()
    const table = sql.raw(name)
    const { rows } = await sql<Fingerprint>`select ${fingerprintOf(sql<string>`kept::text`)} from ${table} kept`
      .execute(tx)
      .catch((cause) => {
        throw new OperatorError(`The table ${name} cannot be read (${cause.message}).`, { cause })
      })
    tables[name] = rows[0]!
  }
  return tables
}

/** Of the service and its job queue; unlogged ones are empty after a crash, and so after a restore. */
async function tableNames(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p' and nspname <> 'information_schema' and nspname not like 'pg\\_%'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Of recordings, and of uploads that are not processed yet. */
async function namedFiles(tx: Tx): Promise<string[]> {
  return (await listMedia(tx)).map(({ file }) => file)
}

/** The files that rows name, of a database of any release. */
export async function listMedia(tx: Tx): Promise<{ file: string; bytes: string | null }[]> {
  const { rows: there } = await sql<{ has: boolean }>`
    select to_regclass('recording_media') is not null and to_regclass('upload_sources') is not null as has`.execute(tx)
  if (!there[0]!.has) return []
  const { rows } = await sql<{ file: string; bytes: string | null }>`
    select file, media_bytes::text as bytes from recording_media
    union all
    select media_file, media_bytes::text from upload_sources where media_file is not null`.execute(tx)
  return rows
}

/** @returns what differs, as sentences that name the table */
export function compareTables(expected: Tables, found: Tables): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort()
  return names.flatMap((name) => {
    const [before, now] = [expected[name], found[name]]
    if (!now) return [`The table ${name} is missing.`]
    if (!before) return [`The table ${name} was not backed up.`]
    if (before.rows !== now.rows) return [`The table ${name} has ${now.rows} rows instead of ${before.rows}.`]
    return before.hash === now.hash ? [] : [`The rows of the table ${name} are not those that were backed up.`]
  })
}
