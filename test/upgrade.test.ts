/** A release does not run over the schema of a newer one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSql } from './support/databases.ts'
import { dataFolder, migratedDatabase } from './support/program.ts'

test('a release refuses a newer schema with a sentence, and changes nothing', async () => {
  await using data = await dataFolder()
  await using database = await migratedDatabase()
  const { settings } = database
  await runSql(settings.DATABASE_URL, "insert into kysely_migration values ('9999_of_tomorrow', '')")
  for (const command of ['migrate', 'start', 'serve', 'api', 'worker']) {
    const { code, out, err } = await data.run([command], settings)
    assert.deepEqual([code, out], [1, ''], command)
    assert.match(
      err,
      /^The database has a schema that release \S+ does not know \(9999_of_tomorrow\): start the release that made it, or restore a backup from before it\.\n$/,
    )
  }
})
