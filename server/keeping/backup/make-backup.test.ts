/** What changes while a backup is made. */
// In a third of the runs: it starts and kills databases.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newDatabase } from '../../../test/support/embedded-database.ts'
import { movingOptions, openDb, openPool } from '../../platform/postgres/db.ts'
import { systemClock } from '../../platform/time.ts'
import { makeBackup } from './make-backup.ts'

test('a backup has a key that a rotation removes during it, because copied secrets may be sealed with that key', async () => {
  await using folder = await newDatabase()
  await using cleanUp = new AsyncDisposableStack()
  const { dataDir, parent } = folder
  const { url } = await folder.open()
  const db = openDb(openPool(url, console, movingOptions))
  cleanUp.defer(() => db.destroy())
  await writeFile(join(dataDir, 'secret-key'), 'new')
  await writeFile(join(dataDir, 'secret-key.old'), 'old')
  const target = join(parent, 'backup')
  await makeBackup(
    {
      dataDir,
      databaseUrl: url,
      db,
      mediaFolder: null,
      hasKeyInSettings: false,
      clock: systemClock,
      signal: new AbortController().signal,
      onCopied: ({ files }) => files > 1 && rmSync(join(dataDir, 'secret-key.old'), { force: true }),
    },
    target,
  )
  const kept = await Promise.all(['secret-key', 'secret-key.old'].map((name) => readFile(join(target, name), 'utf8')))
  assert.deepEqual(kept, ['new', 'old'])
})
