/** The service is not a superuser of the embedded database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { newDatabase, query } from '../../../test/support/embedded-database.ts'
import { Jobs } from '../jobs/jobs.ts'
import { openDb, openPool } from '../postgres/db.ts'
import { migrate } from '../postgres/migrate.ts'
import { asSuperuser, serviceRole } from './role.ts'

const log = pino({ level: 'silent' })
const rights = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`
const beyond = [
  'create role other',
  'create database other',
  `copy (select 1) to program 'true'`,
  `select pg_read_file('postgresql.conf')`,
  `alter system set work_mem = '1MB'`,
  'select rolpassword from pg_authid',
  'set role minutebook',
  'create extension file_fdw',
]
/** Relations, routines, types and schemas that are not the service's, without those of extensions. */
const others = `
  select 'owned: ' || objid::text || ' ' || pg_describe_object(classid, objid, 0) from (
    select 'pg_class'::regclass, oid, relnamespace, relowner from pg_class where relkind <> 't'
    union all select 'pg_proc'::regclass, oid, pronamespace, proowner from pg_proc
    union all select 'pg_type'::regclass, oid, typnamespace, typowner from pg_type
    union all select 'pg_namespace'::regclass, oid, oid, nspowner from pg_namespace
  ) as things (classid, objid, namespace, owner)
  join pg_namespace on pg_namespace.oid = namespace
  where nspname <> 'information_schema' and nspname !~ '^pg_' and owner::regrole::text <> '${serviceRole}'
    and nspname || owner::regrole <> 'publicpg_database_owner'
    and not exists (select from pg_depend where deptype = 'e' and pg_depend.objid = things.objid)
    and not exists (select from pg_type row join pg_depend on pg_depend.objid = row.oid and deptype = 'e'
                    where row.typarray = things.objid)`

/** Everything that a release makes in a database. */
async function makeAll(url: string) {
  const db = openDb(openPool(url, console))
  const names = await migrate(db)
  await db.destroy()
  const jobs = new Jobs(url, log)
  await jobs.open()
  await jobs.stop()
  return names
}

test('the service owns its database, and has no rights beyond it', async () => {
  await using folder = await newDatabase()
  const { url, release } = await folder.open()
  assert.deepEqual(await query(url, rights), [false, false, false, false, false])
  for (const statement of beyond) await assert.rejects(query(url, statement), /permission denied|must be/, statement)
  assert((await makeAll(url)).length > 10)
  assert.deepEqual(await query(url, others), [])
  await release()
})

test('each start sets the password of the service to the one in the password file', async () => {
  await using folder = await newDatabase()
  const first = await folder.open()
  const { password } = new URL(first.url)
  await query(asSuperuser(first.url), `alter role ${serviceRole} password 'another'`)
  await assert.rejects(query(first.url, 'select 1'), /password authentication failed/)
  const second = await folder.open()
  assert.equal(new URL(second.url).password, password)
  assert.deepEqual(await query(second.url, 'select 1'), [1])
  await Promise.all([first.release(), second.release()])
})
