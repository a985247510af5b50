/**
 * An upgrade keeps every row that a release left, or changes nothing: by examples over today's schema.
 * `test/deep/releases.deep.ts` upgrades what the releases themselves made.
 */
import assert from 'node:assert/strict'
import { chmod, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { schemaText } from '../scripts/schema-text.ts'
import { type Db, openDb, openPool } from '../server/platform/postgres/db.ts'
import { migrate, migrationsFolder } from '../server/platform/postgres/migrate.ts'
import { type Database, openDatabase, runSql } from './support/databases.ts'
import { fillEveryTable } from './support/every-table.ts'
import { dataFolder, migratedDatabase } from './support/program.ts'
import { openWorld } from './support/world.ts'

/** A database as a release leaves it: rows in every table, and a job that waits. */
let release: Database
before(async () => {
  release = await openDatabase()
  await using world = await openWorld({}, { anew: true, database: { ...release, close: async () => {} } })
  await fillEveryTable(world)
  const job = { workspace_id: 'ws_acme', recording_id: 'r_bo' }
  await world.db.transaction().execute((tx) => world.base.jobs.send(tx, 'process-upload', job))
})
after(() => release.close())

test('an upgrade changes what its migration says, and keeps all other rows and the waiting jobs', async () => {
  await using folder = await nextRelease({
    '9000_example': `
      alter table notes add column example text;
      update notes set example = title || '!';
      create index notes_by_example on notes (workspace_id, example)`,
  })
  await using upgrade = await beginUpgrade()
  const { db, rows } = upgrade
  assert(rows.some((row) => row.startsWith('pgboss.job_common ') && row.includes('process-upload')))
  assert.deepEqual(await migrate(db, folder.url), ['9000_example'])
  const { rows: notes } = await sql<{
    fit: boolean
  }>`select bool_and(example = title || '!') as fit from notes`.execute(db)
  assert.equal(notes[0]!.fit, true)
  await sql`alter table notes drop column example`.execute(db)
  // The update of all notes is a change of each.
  const isOfExample = (row: string) => /^public\.(kysely_migration|unnumbered_changes) /.test(row)
  assert.deepEqual(
    (await everyRow(db)).filter((row) => !isOfExample(row)),
    rows.filter((row) => !isOfExample(row)),
  )
  assert.deepEqual(await migrate(db, folder.url), [])
})

test('a migration that fails half way changes nothing, nor do those before it; mended, all run', async () => {
  const broken = 'alter table notes add column broken text; delete from action_items; select 1 / 0'
  await using folder = await nextRelease({ '9000_first': 'create table first ()', '9001_broken': broken })
  await using upgrade = await beginUpgrade()
  const { db, rows } = upgrade
  const schema = await schemaText(db)
  await assert.rejects(migrate(db, folder.url), {
    message:
      'The migration 9001_broken failed (division by zero). Nothing was changed: the release before this one still runs over this database.',
  })
  assert.deepEqual(await everyRow(db), rows)
  assert.equal(await schemaText(db), schema)
  await writeFile(new URL('9001_broken.sql', folder.url), 'create table second ()')
  assert.deepEqual(await migrate(db, folder.url), ['9000_first', '9001_broken'])
})

test('a start of a release whose migration fails ends with a sentence, and the release before starts again', async () => {
  await using data = await dataFolder()
  const first = await data.start('serve', /Minutebook is ready/)
  assert.equal(await first.stop(), 0)
  await using program = await nextProgram({
    '9000_first': 'create table first ()',
    '9001_broken': 'delete from secret_key_checks; select 1 / 0',
  })
  const before = data.program
  data.program = program
  const refused = await data.run(['serve'], { LOG_LEVEL: 'error' })
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.err, /^The migration 9001_broken failed \(division by zero\)\. Nothing was changed: .*\n$/)
  data.program = before
  const again = await data.start('serve', /Minutebook is ready/)
  assert.equal(await again.stop(), 0)
})

test('a release that lacks a migration that ran, or has one from before it, refuses the database', async () => {
  await using folder = await nextRelease({ '0005_between': 'create table between_them ()' })
  await using upgrade = await beginUpgrade()
  const { db, rows } = upgrade
  await assert.rejects(migrate(db, folder.url), /corrupted migrations/)
  await rm(new URL('0005_between.sql', folder.url))
  await rm(new URL('0005_recordings.sql', folder.url))
  await assert.rejects(migrate(db, folder.url), /a schema that release \S+ does not know \(0005_recordings\)/)
  assert.deepEqual(await everyRow(db), rows)
})

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

/** The migrations of a release that has more than this one. */
async function nextRelease(more: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, `${name}.sql`), text)
  return { url: pathToFileURL(`${folder}/`), [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** The program of a release that has more migrations than this one. */
async function nextProgram(more: Record<string, string>) {
  const root = new URL('../', import.meta.url).pathname
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-next-'))
  await chmod(folder, 0o711)
  for (const name of ['bin', 'server', 'migrations', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'sdk', 'console', 'demo']) await symlink(join(root, name), join(folder, name))
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, `migrations/${name}.sql`), text)
  return {
    path: join(folder, 'bin/minutebook.js'),
    node: process.execPath,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A copy of the release's database, and its rows. */
async function beginUpgrade() {
  const database = await openDatabase(release.name)
  const db = openDb(openPool(database.url, console))
  const close = async () => {
    await db.destroy()
    await database.close()
  }
  return { db, rows: await everyRow(db), [Symbol.asyncDispose]: close }
}

/** Each row of each table as `table json`, those of the job queue too. */
async function everyRow(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') order by name`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select row_to_json(row)::text as text from ${sql.raw(name)} row`.execute(db)
    found.push(...rows.map(({ text }) => `${name} ${text}`).sort())
  }
  return found
}
