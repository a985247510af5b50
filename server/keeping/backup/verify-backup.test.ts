/** Room for the check, what differs between tables, and a database whose tables are never quiet. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../../test/support/databases.ts'
import { writeBackup } from '../../../test/support/made-backup.ts'
import { movingOptions, openDb, openPool } from '../../platform/postgres/db.ts'
import { compareTables, readContentsAt } from './contents.ts'
import { verifyBackup } from './verify-backup.ts'

const { signal } = new AbortController()

test('the check needs room for the database and the reserve, and media need none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-verify-'))
  const [from, dataDir] = [join(folder, 'backup'), join(folder, 'data')]
  await writeBackup(from)
  // PG_VERSION has 3 bytes, and the key too.
  const needed = 1_000_000 + 6
  for (const [free, fits] of [
    [needed - 1, false],
    [needed, true],
    [needed + 1, true],
  ] as const) {
    let opened = 0
    const done = verifyBackup(from, {
      dataDir,
      freeBytes: async () => free,
      minFreeBytes: 1_000_000,
      signal,
      onCopied() {},
      open: async ({ mediaFolder }) => {
        opened++
        assert.equal(mediaFolder, join(from, 'media'))
      },
    })
    if (fits) await done
    else
      await assert.rejects(done, /^Error: The check restores into \S+, which needs 1 MiB and has 0 MiB free: free some/)
    assert.equal(opened, fits ? 1 : 0)
    assert.deepEqual(await readdir(dataDir), [])
  }
  await rm(folder, { recursive: true })
})

test('tables are compared by name, count and hash', () => {
  const rows = (count: string, hash = '7') => ({ rows: count, hash })
  const before = { 'public.a': rows('2'), 'public.b': rows('1'), 'public.c': rows('0', '0'), 'public.d': rows('3') }
  assert.deepEqual(compareTables(before, before), [])
  const now = { 'public.a': rows('3'), 'public.b': rows('1', '8'), 'public.d': rows('3'), 'public.e': rows('0', '0') }
  assert.deepEqual(compareTables(before, now), [
    'The table public.a has 3 rows instead of 2.',
    'The rows of the table public.b are not those that were backed up.',
    'The table public.c is missing.',
    'The table public.e was not backed up.',
  ])
})

test('tables are read as they are when the copy ends, and not at all if somebody writes all the time', async () => {
  await using cleanUp = new AsyncDisposableStack()
  const database = await openDatabase('template1')
  cleanUp.defer(() => database.close())
  const db = openDb(openPool(database.url, console, movingOptions))
  cleanUp.defer(() => db.destroy())
  await sql`create table counted (n integer)`.execute(db)
  const add = sql`insert into counted values (1)`
  const countOf = async (tries: number, finish = async () => 'ended') => {
    const { result, contents } = await readContentsAt(db, finish, signal, tries)
    assert.equal(result, 'ended')
    return contents.tables && contents.tables['public.counted']!.rows
  }
  assert.equal(await countOf(1), '0')
  await db.transaction().execute(async (tx) => {
    await add.execute(tx)
    assert.equal(await countOf(1), null)
    assert.equal(await countOf(3), null)
  })
  assert.equal(await countOf(1), '1')
  // A writer that comes in between waits until the copy has ended, and is not in it.
  let written: Promise<unknown> | undefined
  const counted = await countOf(1, async () => {
    written = add.execute(db)
    return 'ended'
  })
  assert.equal(counted, '1')
  await written
  assert.equal(await countOf(1), '2')
})
