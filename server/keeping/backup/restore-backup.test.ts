/** Backups that are broken, hostile, or do not fit the target: the error names the reason, and nothing is restored. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { madeFolders, writeBackup } from '../../../test/support/made-backup.ts'
import type { Backup } from './format.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

let root: string
let number = 0
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'minutebook-restore-'))
  await chmod(root, 0o711)
})
after(() => rm(root, { recursive: true, force: true }))

let from: string
let target: { dataDir: string; mediaFolder: string }
beforeEach(() => {
  const folder = join(root, String(++number))
  from = join(folder, 'backup')
  target = { dataDir: join(folder, 'data'), mediaFolder: join(folder, 'media') }
})

const unstopped = new AbortController().signal
const make = (change: Partial<Backup> = {}) => writeBackup(from, change)

const restore = (check = async () => {}, onCopied: RestoreOptions['onCopied'] = () => {}, signal = unstopped) =>
  restoreBackup(from, target, { check, onCopied, signal })

async function assertNothingRestored(): Promise<void> {
  for (const folder of Object.values(target)) assert.deepEqual(await readdir(folder).catch(() => []), [], folder)
}

test('a complete backup is restored, with its empty folders', async () => {
  await make()
  await restore()
  assert.deepEqual((await readdir(target.dataDir, { recursive: true })).sort(), [
    ...['postgres', 'postgres/PG_VERSION', 'postgres/pg_wal', 'secret-key'],
  ])
  assert.equal(await readFile(join(target.mediaFolder, 'ab/abcd'), 'utf8'), 'sound')
})

test('a restore reports its progress file by file; a stop after any file leaves nothing behind', async () => {
  await make()
  const reported: unknown[] = []
  const report: RestoreOptions['onCopied'] = (copied, { files, bytes }) =>
    reported.push([copied.files, copied.bytes, files, bytes])
  await restore(async () => {}, report)
  assert.deepEqual(reported, [
    [1, 3, 3, 13],
    [2, 6, 3, 13],
    [3, 11, 3, 13],
  ])
  for (const last of [1, 2, 3]) {
    await Promise.all(Object.values(target).map((folder) => rm(folder, { recursive: true })))
    const stopping = new AbortController()
    const stopAfter: RestoreOptions['onCopied'] = ({ files }) => files === last && stopping.abort(new Error('enough'))
    await assert.rejects(
      restore(async () => assert.fail('checked'), stopAfter, stopping.signal),
      { message: 'enough' },
    )
    await assertNothingRestored()
  }
})

const faults: [name: string, spoil: () => Promise<void>, message: RegExp][] = [
  ['a byte has changed', () => writeFile(join(from, 'media/ab/abcd'), 'sounD'), /broken: media\/ab\/abcd has changed/],
  ['a file is cut short', () => writeFile(join(from, 'secret-key'), 'ke'), /broken: secret-key has changed/],
  ['a file is missing', () => rm(join(from, 'postgres/PG_VERSION')), /broken: postgres\/PG_VERSION is missing/],
  [
    'a file is a link',
    async () => {
      await rm(join(from, 'secret-key'))
      await symlink('/etc/hostname', join(from, 'secret-key'))
    },
    /broken: secret-key is missing/,
  ],
  ['the list has changed', () => writeFile(join(from, 'SHA256SUMS'), ''), /broken: SHA256SUMS has changed/],
  ['the list is missing', () => rm(join(from, 'SHA256SUMS')), /broken: SHA256SUMS has changed/],
  ['it was not finished', () => rm(join(from, 'backup.json')), /not a finished backup: backup.json cannot be read/],
  ['it is no JSON', () => writeFile(join(from, 'backup.json'), '{'), /backup.json is not one that this release/],
]
for (const [name, spoil, message] of faults) {
  test(`${name}: the error says so, and nothing is restored`, async () => {
    await make()
    await spoil()
    await assert.rejects(restore(), message)
    await assertNothingRestored()
  })
}

test('a backup of a later format is rejected', async () => {
  await make({ format: 2 as 1 })
  await assert.rejects(restore(), /not one that this release of Minutebook can read/)
})

for (const path of ['media/../../evil', '../evil', '/etc/evil', 'evil', 'postgres//x', 'media/./x', 'media']) {
  test(`a path outside the backup's folders is rejected: ${path}`, async () => {
    await make({ folders: path === 'media' ? ['postgres', ''] : [...madeFolders, path] })
    await assert.rejects(restore(), /The backup names ".*", which does not belong in one/)
    await assertNothingRestored()
  })
}

test('without a media folder media are compared with their sums, and not copied', async () => {
  await make()
  const without = { ...target, mediaFolder: null }
  const options = { check: async () => {}, onCopied() {}, signal: unstopped }
  await restoreBackup(from, without, options)
  assert.deepEqual((await readdir(target.dataDir, { recursive: true })).sort(), [
    ...['postgres', 'postgres/PG_VERSION', 'postgres/pg_wal', 'secret-key'],
  ])
  await rm(target.dataDir, { recursive: true })
  await writeFile(join(from, 'media/ab/abcd'), 'sounD')
  await assert.rejects(restoreBackup(from, without, options), /broken: media\/ab\/abcd has changed/)
  assert.deepEqual(await readdir(target.dataDir), [])
})

test('a folder that is not empty is rejected and not changed', async () => {
  await make()
  for (const folder of Object.values(target)) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'mine'), '')
    await assert.rejects(restore(), /is not empty: a backup is restored into a new folder/)
    assert.deepEqual(await readdir(folder), ['mine'])
    await rm(join(folder, 'mine'))
  }
})

test('a volume that has only the file system’s own folder counts as empty', async () => {
  await make()
  await mkdir(join(target.dataDir, 'lost+found'), { recursive: true })
  await restore()
  assert.equal(await readFile(join(target.dataDir, 'secret-key'), 'utf8'), 'key')
})

test('of two simultaneous restores into the same folder one is rejected, and the other is complete', async () => {
  await make()
  const done = await Promise.allSettled([restore(), restore()])
  assert.deepEqual(done.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(await readFile(join(target.dataDir, 'postgres/PG_VERSION'), 'utf8'), '18\n')
  assert.equal(await readFile(join(target.mediaFolder, 'ab/abcd'), 'utf8'), 'sound')
})

test('a restored service that does not pass the check is removed again', async () => {
  await make()
  await assert.rejects(
    restore(async () => assert.fail('it does not start')),
    /it does not start/,
  )
  await assertNothingRestored()
})
