/** The files of migrations/: their order and text stay as they were released, and new ones come after them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { rowTypes } from '../scripts/row-types.ts'
import { schemaText } from '../scripts/schema-text.ts'
import { sealedKinds } from '../server/app/rooms.ts'
import { proveKey } from '../server/platform/postgres/key-check.ts'
import { migrate, migrationFiles, migrationsFolder } from '../server/platform/postgres/migrate.ts'
import { releaseTags } from './support/release-tags.ts'
import { openWorld, type World } from './support/world.ts'

test('migrations equal migrations/sha256sums, to the byte', async () => {
  const sums = (await migrationFiles()).map(async (name) => {
    const text = await readFile(new URL(name, migrationsFolder))
    return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
  })
  const listed = await readFile(new URL('sha256sums', migrationsFolder), 'utf8')
  assert.equal((await Promise.all(sums)).join(''), listed, 'npm run schema writes it')
})

test('the migrations of each release come first, as they were', async () => {
  const listed = await readFile(new URL('sha256sums', migrationsFolder), 'utf8')
  for (const tag of await releaseTags()) {
    const { stdout } = await promisify(execFile)('git', ['show', `${tag}:migrations/sha256sums`])
    assert(listed.startsWith(stdout), `${tag} was released with them: write another migration`)
  }
})

test('schema.sql and the types of the rows are those of the schema that the migrations make', async () => {
  await using world = await openWorld()
  const isFresh = async (file: string, text: string) => {
    const isSame = text === (await readFile(new URL(file, migrationsFolder), 'utf8'))
    assert(isSame, `${file} is stale: npm run schema`)
  }
  await isFresh('schema.sql', await schemaText(world.db))
  await isFresh('../server/platform/postgres/tables.ts', await rowTypes(world.db))
})

test('the diagram and the list of tables in ARCHITECTURE.md name tables that exist', async () => {
  const text = await readFile(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')
  const section = text.slice(text.indexOf('## The tables'), text.indexOf('## Rules for every change'))
  const named = section.matchAll(/^ {2}(\w+) \S+ (\w+) :|`(\w+)`/gm).flatMap((match) => match.slice(1).filter(Boolean))
  const names = new Set(named)
  assert(names.size > 5)
  const schema = await readFile(new URL('schema.sql', migrationsFolder), 'utf8')
  const missing = [...names].filter((name) => !schema.includes(`create table ${name} (`))
  assert.deepEqual(missing, [])
})

test('a process that starts during a migration records its key after it', async () => {
  await using world = await openWorld()
  // Keys are known to this schema, but not all that is sealed with them.
  await emptyUpTo(world, '0008')
  const prove = () => proveKey(world.db, world.base.secretKey, sealedKinds, 'SECRET_KEY')
  const known = () => world.db.selectFrom('secret_key_checks').select('key_id').execute()
  await prove()
  assert.deepEqual(await known(), [])
  await migrate(world.db)
  await prove()
  assert.equal((await known()).length, 1)
})

/** An empty database as it was before a migration. */
async function emptyUpTo({ db }: World, next: string): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const before = (await migrationFiles()).filter((name) => name < next)
  const texts = await Promise.all(before.map((name) => readFile(new URL(name, migrationsFolder), 'utf8')))
  const migrations = before.map((name, index) => {
    return [name.slice(0, -4), { up: async () => void (await sql.raw(texts[index]!).execute(db)) }] as const
  })
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  assert.equal(error, undefined)
}

test('a title is found by each run of three characters, in any script', async () => {
  await using world = await openWorld()
  const runs = async (title: string) => {
    const { rows } = await sql<{ runs: string[] }>`
      select tsvector_to_array(title_runs('w', ${title})) as runs`.execute(world.db)
    return rows[0]!.runs
  }
  assert.deepEqual(await runs(''), [])
  assert.deepEqual(await runs('a'), ['w a'])
  assert.deepEqual(await runs('abc'), ['w abc', 'w bc', 'w c'])
  assert.deepEqual(await runs('par\u0001t'), await runs('par t'))
  assert.deepEqual((await runs('Καλη')).sort(), ['w Καλ', 'w αλη', 'w η', 'w λη'].sort())
})
