/** Databases out there have run the migrations: their names, order and text stay, and what is new comes after them. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { sealedKinds } from '../server/base.ts'
import { proveKey } from '../server/platform/key-check.ts'
import { isMigrated, migrate } from '../server/platform/postgres/db.ts'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

const folder = new URL('../migrations/', import.meta.url)

test('migrations equal migrations/sha256sums, to the byte', async () => {
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

test('a database that ran migrations under their former names can be migrated further', async () => {
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

test('a process that starts during a migration records its key after it', async () => {
  await using world = await openWorld()
  // Keys are known to this schema, but not all that is sealed with them.
  await emptyUpTo(world, '0025')
  const prove = () => proveKey(world.db, world.base.secretKey, sealedKinds, 'SECRET_KEY')
  const known = () => world.db.selectFrom('secret_key_checks').select('key_id').execute()
  await prove()
  assert.deepEqual(await known(), [])
  await migrate(world.db)
  await prove()
  assert.equal((await known()).length, 1)
})

test('a database whose 0017 used the index names that 0018 drops can be migrated', async () => {
  await using world = await openWorld()
  const before = await titleIndexes(world)
  await emptyUpTo(world, '0018')
  for (const table of ['notes', 'recordings']) {
    await sql`drop index ${sql.ref(`${table}_title`)}`.execute(world.db)
    await sql`alter index ${sql.ref(`${table}_title_keys`)} rename to ${sql.ref(`${table}_title`)}`.execute(world.db)
  }
  assert.deepEqual((await migrate(world.db)).slice(0, 2), ['0018_titles_once', '0019_titles_again'])
  assert.deepEqual(await titleIndexes(world), before)
})

async function titleIndexes({ db }: World): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select indexdef as text from pg_indexes where indexname like '%title%' order by indexname`.execute(db)
  return rows.map(({ text }) => text)
}

test('0020: existing shares of series open only what their makers attend', async () => {
  await using world = await openWorld()
  await emptyUpTo(world, '0020')
  // Ann, invited to the first of two meetings, shares the series with herself and Dan, Ben all of it with Cat.
  await sql.raw(holeOf0019).execute(world.db)
  const seen = async (table: string, id: string) => {
    const { rows } = await sql<{ user_id: string; ids: string[] }>`
      select user_id, array_agg(${sql.ref(id)} order by ${sql.ref(id)}) as ids from ${sql.table(table)}
      group by user_id order by user_id`.execute(world.db)
    return rows.map(({ user_id, ids }) => `${user_id} ${ids}`)
  }
  assert.deepEqual(await seen('note_sight', 'note_id'), ['ann n_1,n_2', 'ben n_1,n_2', 'cat n_1,n_2', 'dan n_1,n_2'])
  assert((await migrate(world.db)).includes('0020_series_shares_by_meeting'))
  assert.deepEqual(await seen('note_sight', 'note_id'), ['ann n_1', 'ben n_1,n_2', 'cat n_1,n_2', 'dan n_1'])
  assert.deepEqual(await seen('recording_sight', 'recording_id'), ['ann r_1', 'ben r_1,r_2', 'cat r_1,r_2', 'dan r_1'])
})

/** An empty database as it was before a migration. */
async function emptyUpTo({ db }: World, next: string): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const before = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < next).sort()
  const texts = await Promise.all(before.map((name) => readFile(new URL(name, folder), 'utf8')))
  const migrations = before.map((name, index) => {
    return [name.slice(0, -4), { up: async () => void (await sql.raw(texts[index]!).execute(db)) }] as const
  })
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  assert.equal(error, undefined)
}

const holeOf0019 = `
  insert into workspaces (id, subdomain, name) values ('w', 'w', 'W');
  insert into users (workspace_id, id, email, email_folded, full_name, created_at)
  select 'w', name, name || '@x.test', name || '@x.test', name, now() from unnest(array['ann', 'ben', 'cat', 'dan']) name;
  insert into series values ('w', 's', 'Weekly');
  insert into events (workspace_id, guid, series_id, title, starts_at, ends_at)
  values ('w', 'e_1', 's', 'Weekly', now(), now()), ('w', 'e_2', 's', 'Weekly', now(), now());
  insert into event_attendees (workspace_id, event_guid, position, email, email_folded)
  select 'w', guid, 0, email, email from (values
    ('e_1', 'ann@x.test'), ('e_1', 'ben@x.test'), ('e_2', 'ben@x.test')) as invited(guid, email);
  insert into notes (workspace_id, id, event_guid, series_id, title, title_folded, created_at, updated_at)
  select 'w', 'n_' || n, 'e_' || n, 's', '', '', now(), now() from generate_series(1, 2) n;
  insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at)
  select 'w', 'r_' || n, 'n_' || n, '', '', now(), now() from generate_series(1, 2) n;
  insert into series_shares values
    ('w', 's', 'ann', 'ann', true), ('w', 's', 'cat', 'ben', true), ('w', 's', 'dan', 'ann', false)`

test('0025 and 0026: existing titles are found with the new index, and the old one is gone', async () => {
  await using world = await openWorld()
  const before = await titleIndexes(world)
  await emptyUpTo(world, '0025')
  const titles = ['', 'a', 'ab', 'abc', "o'\\b", '1:1', 'Καλημέρα', `${'long '.repeat(199)}title`, 'par\u0001ted']
  await sql`insert into workspaces (id, subdomain, name) values ('w', 'w', 'W')`.execute(world.db)
  await sql`insert into notes (workspace_id, id, title, title_folded, created_at, updated_at)
    select 'w', 'n_' || nr, title, lower(title), now(), now()
    from unnest(${titles}::text[]) with ordinality as given(title, nr)`.execute(world.db)
  assert.deepEqual((await migrate(world.db)).slice(0, 2), ['0025_title_runs', '0026_title_keys_gone'])
  assert.deepEqual(await titleIndexes(world), before)
  const { rows: left } = await sql<{ name: string }>`select proname as name from pg_proc
    where proname in ('title_keys', 'title_keys_in', 'title_key', 'made_in', 'fortnight_of')`.execute(world.db)
  assert.deepEqual(left, [])
  const { rows } = await sql<{ id: string; runs: string[] }>`
    select id, tsvector_to_array(title_runs(workspace_id, title_folded)) as runs from notes order by id limit 4`.execute(
    world.db,
  )
  assert.deepEqual(
    rows.map(({ runs }) => runs),
    [[], ['w a'], ['w ab', 'w b'], ['w abc', 'w bc', 'w c']],
  )
})

test('0022 reads from the audit log who switched a key off, and leaves unknown cases', async () => {
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
  // Run by hand: what came after it has run here already.
  await sql.raw(await readFile(new URL('0022_key_scopes.sql', folder), 'utf8')).execute(world.db)
  const rows = await world.db.selectFrom('api_keys').select('id').where('switched_off_by', '=', 'u_ada').execute()
  assert.deepEqual(rows, [{ id: 'k_bo_marked' }])
})
