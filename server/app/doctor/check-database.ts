/** The database and the key: reached, new enough, up to date, and the key that it needs. Nothing is changed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../platform/context/config.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { findStrays } from '../../platform/postgres/key-check.ts'
import { hasSchema, pendingMigrations } from '../../platform/postgres/migrate.ts'
import { openKey, openOnlyDb } from '../base.ts'
import { sealedKinds } from '../rooms.ts'
import { type Finding, reasonIn, right, unknown, wrong } from './finding.ts'

const oldest = 15

export async function* checkDatabase(config: Config, log: Logger): AsyncGenerator<Finding> {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    return yield unknown('database', `There is none in ${dataDir} yet; the first start makes it`)
  }
  const { db, close } = await openOnlyDb(config, log)
  try {
    yield* checkContents(config, db)
  } finally {
    await close()
  }
}

async function* checkContents(config: Config, db: Db): AsyncGenerator<Finding> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    db,
  )
  const major = Math.floor(rows[0]!.version / 10_000)
  yield major >= oldest
    ? right('database', `PostgreSQL ${major}${config.databaseUrl ? '' : ', embedded'}`)
    : wrong('database', `PostgreSQL ${major}`, `Upgrade it to ${oldest} or newer`)
  if (!(await hasSchema(db))) return yield unknown('schema', 'The database is empty; the first start makes its tables')
  const pending = await pendingMigrations(db)
  yield pending.length === 0
    ? right('schema', 'It is up to date')
    : wrong('schema', `${pending.length} migrations are pending, from ${pending[0]} on`, 'Run minutebook migrate')
  yield await checkKey(config, db).catch((error) => wrong('key', reasonIn(error), 'Read docs/operate/secret-key.md'))
}

async function checkKey(config: Config, db: Db): Promise<Finding> {
  const strays = await findStrays(db, await openKey(config, db, true), sealedKinds)
  if (strays.length === 0) return right('key', 'It opens what is sealed')
  const todo = 'Add that key to SECRET_KEY_OLD and run minutebook secret rotate'
  return wrong('key', `${strays.join(', ')} are sealed with another key`, todo)
}
