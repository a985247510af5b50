/** Tables without statistics are measured, as after a dump was restored; others and small ones are left alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { acme } from '../../../test/support/acme.ts'
import { openWorld } from '../../../test/support/world.ts'
import { leastBytes, measureTables } from './measure-tables.ts'

test('large tables that were never measured are measured once', async () => {
  await using world = await openWorld({}, { anew: true })
  await world.load(...acme())
  const { db } = world
  await sql`insert into notes (workspace_id, id, title, title_folded, created_at, updated_at)
    select id, 'n_large_' || n, repeat('x', 200), 'x', now(), now() from workspaces, generate_series(1, 5000) n`.execute(
    db,
  )
  for (const table of ['notes', 'users'])
    await sql`select pg_clear_relation_stats(current_schema(), ${table})`.execute(db)
  const sizes = async () => {
    const { rows } = await sql<{ name: string; rows: number; bytes: string }>`
      select relname as name, reltuples::integer as rows, pg_relation_size(oid) as bytes from pg_class
      where oid in ('notes'::regclass, 'users'::regclass) order by 1`.execute(db)
    return rows.map(({ name, rows, bytes }) => ({ name, rows, isLarge: Number(bytes) >= leastBytes }))
  }
  assert.deepEqual(await sizes(), [
    { name: 'notes', rows: -1, isLarge: true },
    { name: 'users', rows: -1, isLarge: false },
  ])
  const told: unknown[] = []
  const log = { info: (details: unknown) => void told.push(details) }
  for (let start = 0; start < 2; start++) await measureTables(db, log as never)
  const [notes, users] = await sizes()
  assert.ok(notes!.rows >= 5_000, `${notes!.rows}`)
  assert.equal(users!.rows, -1)
  assert.deepEqual(told, [{ tables: ['notes'] }])
})
