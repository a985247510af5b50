/** Writes migrations/schema.sql and migrations/sha256sums from the numbered files. */
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '../server/embedded-postgres/open.ts'
import { closeDb, openDb, openPool } from '../server/platform/postgres/db.ts'
import { migrate, migrationFiles, migrationsFolder } from '../server/platform/postgres/migrate.ts'
import { schemaText } from './schema-text.ts'

const folder = await mkdtemp(join(tmpdir(), 'minutebook-schema-'))
// PostgreSQL does not run as root; its own user must be able to enter.
await chmod(folder, 0o711)
const postgres = await openEmbeddedPostgres(folder)
try {
  const pool = openPool(postgres.url, { warn: () => {} })
  const db = openDb(pool)
  await migrate(db)
  await writeFile(new URL('schema.sql', migrationsFolder), await schemaText(db))
  await writeFile(new URL('sha256sums', migrationsFolder), await sums())
  await closeDb(db, pool)
} finally {
  await postgres.release()
  await rm(folder, { recursive: true, force: true })
}

async function sums(): Promise<string> {
  const lines = (await migrationFiles()).map(async (name) => {
    const text = await readFile(new URL(name, migrationsFolder))
    return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}
