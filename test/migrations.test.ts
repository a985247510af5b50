/** Databases out there have run the migrations: their names, order and text stay, and what is new comes after them. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isMigrated, migrate } from '../server/platform/db.ts'
import { acme, keys } from './acme.ts'
import { openWorld } from './world.ts'

const folder = new URL('../migrations/', import.meta.url)

test('migrations are those of migrations/sha256sums, to the byte', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const sums = names.map(async (name) => {
    const text = await readFile(new URL(name, folder))
    return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
  })
  const listed = await readFile(new URL('sha256sums', folder), 'utf8')
  assert.equal(
    (await Promise.all(sums)).join(''),
    listed,
    'a new one is listed by: cd migrations && sha256sum *.sql > sha256sums',
  )
})

test('a database that ran migrations under their former names goes on', async () => {
  await using world = await openWorld()
  const names = async () =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(world.db)).rows
  const before = await names()
  const changed = await sql`
    update kysely_migration set name = lpad((left(name, 4)::integer - 1)::text, 4, '0') || substr(name, 5)
    where name between '0009' and '0015'`.execute(world.db)
  assert.equal(changed.numAffectedRows, 6n)
  assert.equal(await isMigrated(world.db), false)
  assert.deepEqual(await migrate(world.db), [])
  assert.deepEqual(await names(), before)
  assert.equal(await isMigrated(world.db), true)
})

test('a database whose 0017 gave the indexes of titles the names of those that 0018 drops has them again', async () => {
  await using world = await openWorld()
  const indexes = async () =>
    (
      await sql<{ name: string; text: string }>`select indexname as name, indexdef as text from pg_indexes
        where indexname like '%title%' order by indexname`.execute(world.db)
    ).rows
  const before = await indexes()
  assert(before.some(({ name }) => name === 'notes_title_keys'))
  await sql`alter index notes_title_keys rename to notes_title`.execute(world.db)
  await sql`alter index recordings_title_keys rename to recordings_title`.execute(world.db)
  await sql`delete from kysely_migration where name >= '0018'`.execute(world.db)
  assert.deepEqual((await migrate(world.db)).slice(0, 2), ['0018_titles_once', '0019_titles_again'])
  assert.deepEqual(await indexes(), before)
})

test('0022 knows from the audit log who switched a key off, and leaves what nobody knows', async () => {
  await using world = await openWorld()
  await world.load(...acme())
  const change = (key: string, by: string, active: boolean, more = {}) =>
    world.request('PATCH', `/api/v1/api_key/${key}`, { key: by, body: { active }, ...more })
  const as = { headers: { 'x-on-behalf-of': 'u_bo' } }
  await change('k_bo', keys.ada, false, as)
  await change('k_bo_marked', keys.ada, true, as)
  await change('k_bo_marked', keys.ada, false)
  const { body } = await world.post('/api/v1/api_key', keys.ada, { name: 'on again' }, as)
  for (const active of [false, true]) {
    world.advance({ seconds: 1 })
    await change(body.api_key.id, keys.ada, active)
  }
  await sql`update api_keys set switched_off_by = null`.execute(world.db)
  await sql`delete from kysely_migration where name = '0022_key_scopes'`.execute(world.db)
  await migrate(world.db)
  const rows = await world.db.selectFrom('api_keys').select('id').where('switched_off_by', '=', 'u_ada').execute()
  assert.deepEqual(rows, [{ id: 'k_bo_marked' }])
})
