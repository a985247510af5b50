/** Tables without statistics are measured, as after a dump was restored; others and small ones are left alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openWorld } from '../../../test/support/world.ts'
import { measureTables } from './measure-tables.ts'

test('large tables that were never measured are measured once', async () => {
  await using world = await openWorld({}, { anew: true })
  const { db } = world
  await sql`create table small (text text)`.execute(db)
  await sql`create table large (text text)`.execute(db)
  await sql`insert into large select repeat('x', 300) from generate_series(1, 5000)`.execute(db)
  // As the end of a restore: it counts the rows, and measures nothing.
  await sql`create index on large (text)`.execute(db)
  const measured = async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_stats where schemaname = current_schema() and tablename in ('small', 'large')`.execute(
      db,
    )
    return rows.map(({ name }) => name)
  }
  assert.deepEqual(await measured(), [])
  assert.deepEqual(await measureTables(db), ['large'])
  assert.deepEqual(await measured(), ['large'])
  assert.deepEqual(await measureTables(db), [])
})
