/** Writes what is made from the numbered files of migrations/: schema.sql, sha256sums, and the first release as SQL. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { migrationFiles, migrationsFolder } from '../server/platform/postgres/migrate.ts'
import { fillEveryTable } from '../test/support/every-table.ts'
import { dumpRelease, releaseFile } from '../test/support/release-dump.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'
import { openWorld } from '../test/support/world.ts'
import { schemaText } from './schema-text.ts'

await globalSetup()
try {
  await using world = await openWorld({}, { anew: true })
  await writeFile(new URL('schema.sql', migrationsFolder), await schemaText(world.db))
  await writeFile(new URL('sha256sums', migrationsFolder), await sums())
  const changes = await readFile(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  if (changes.includes('## 0.1.0, not yet released')) {
    await fillEveryTable(world)
    const job = { workspace_id: 'ws_acme', recording_id: 'r_bo' }
    await world.db.transaction().execute((tx) => world.base.jobs.send(tx, 'process-upload', job))
    await writeFile(releaseFile, await dumpRelease(world.db))
  }
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
