/** What changes while a backup is made. */
// In a third of the runs: it starts and kills databases.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newDatabase } from '../../../test/support/embedded-database.ts'
import { movingOptions, openDb, openPool } from '../../platform/postgres/db.ts'
import { uploadsFolderIn } from '../../platform/store/folder-store.ts'
import { systemClock } from '../../platform/time.ts'
import type { Size } from './format.ts'
import { type BackupSource, makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** A database with connections to it, and what a backup of it is made from. */
async function openSource() {
  const cleanUp = new AsyncDisposableStack()
  const { dataDir, parent, open } = cleanUp.use(await newDatabase())
  const { url } = await open()
  const db = openDb(openPool(url, console, movingOptions))
  cleanUp.defer(() => db.destroy())
  const source: BackupSource = {
    dataDir,
    databaseUrl: url,
    db,
    mediaFolder: join(dataDir, 'media'),
    hasBucket: false,
    hasKeyInSettings: false,
    clock: systemClock,
    signal: new AbortController().signal,
    onCopied: () => {},
  }
  return { source, target: join(parent, 'backup'), parent, [Symbol.asyncDispose]: () => cleanUp.disposeAsync() }
}

test('a backup has a key that a rotation removes during it, because copied secrets may be sealed with that key', async () => {
  await using opened = await openSource()
  const { source, target } = opened
  const fileOf = (name: string) => join(source.dataDir, name)
  await writeFile(fileOf('secret-key'), 'new')
  await writeFile(fileOf('secret-key.old'), 'old')
  const onCopied = ({ files }: Size) => files > 1 && rmSync(fileOf('secret-key.old'), { force: true })
  await makeBackup({ ...source, onCopied }, target)
  const kept = await Promise.all(['secret-key', 'secret-key.old'].map((name) => readFile(join(target, name), 'utf8')))
  assert.deepEqual(kept, ['new', 'old'])
})

test('with a bucket a backup has the uploads under way, which are in the media folder, and a restore puts them there', async () => {
  await using opened = await openSource()
  const { source, target, parent } = opened
  await mkdir(uploadsFolderIn(source.mediaFolder), { recursive: true })
  await writeFile(join(uploadsFolderIn(source.mediaFolder), 'r_open'), 'the first bytes')
  await writeFile(join(source.mediaFolder, 'left from before the bucket'), 'sound')
  await makeBackup({ ...source, hasBucket: true }, target)
  const restored = { dataDir: join(parent, 'restored'), mediaFolder: join(parent, 'media') }
  await restoreBackup(target, restored, { ...source, check: async () => {} })
  assert.deepEqual(await readdir(restored.mediaFolder, { recursive: true }), ['tus', 'tus/r_open'])
  assert.equal(await readFile(join(restored.mediaFolder, 'tus/r_open'), 'utf8'), 'the first bytes')
})
