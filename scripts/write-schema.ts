/** Writes what is made from the numbered files of migrations/: schema.sql, sha256sums, the types of the rows, and docs/sql/. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { migrationFiles, migrationsFolder } from '../server/platform/postgres/migrate.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'
import { openWorld } from '../test/support/world.ts'
import { mainStatements } from './main-statements.ts'
import { rowTypes } from './row-types.ts'
import { schemaText } from './schema-text.ts'

await globalSetup()
try {
  await using world = await openWorld({}, { anew: true })
  await writeFile(new URL('schema.sql', migrationsFolder), await schemaText(world.db))
  await writeFile(new URL('../server/platform/postgres/tables.ts', import.meta.url), await rowTypes(world.db))
  for (const [name, text] of await mainStatements(world))
    await writeFile(new URL(`../docs/sql/${name}`, import.meta.url), text)
  await writeFile(new URL('sha256sums', migrationsFolder), await sums())
} finally {
  await globalTeardown()
}

async function sums(): Promise<string> {
  const lines = (await migrationFiles()).map(async (name) => {
    const text = await readFile(new URL(name, migrationsFolder))
    return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}
