/**
 * A list of action items finds its page wherever the caller's items lie among those of the workspace (decisions 10, 24
 * on item sight).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

const orders = ['created_at_desc', 'created_at_asc', 'updated_at_desc', 'updated_at_asc', 'due_date']

/** Items without a note, a day apart, that this person made. */
function make(world: World, owner: string, from: number, to: number) {
  return sql`
    insert into action_items (workspace_id, id, text, created_by, created_at, updated_at, due_date)
    select 'ws_acme', 'ai_' || lpad(n::text, 5, '0'), 'Do', ${owner}, day, day, day
    from generate_series(${from}::int, ${to}::int) n, lateral (select timestamptz '2020-01-01' + n * interval '1 day' as day) at`.execute(
    world.db,
  )
}

test('items are listed in every order, page by page, before, among and after a thousand others', async () => {
  await using world = await openWorld()
  const [{ action_items: _, ...first }, ...others] = acme() as [{ action_items: object[] }, ...object[]]
  await world.load({ ...first, notes: [], recordings: [], uploads: [] }, ...others)
  await make(world, 'u_bo', 1, 15)
  await make(world, 'u_ada', 16, 1_100)
  await make(world, 'u_bo', 1_101, 1_130)
  await make(world, 'u_ada', 1_131, 2_300)
  await make(world, 'u_bo', 2_301, 2_310)
  const own = await sql<{ id: string }>`
    select id from action_items where created_by = 'u_bo' order by id`.execute(world.db)
  const oldestFirst = own.rows.map(({ id }) => id)
  for (const order_by of orders) {
    const found = await walk(readPost(world, 'action_items', keys.bo, { order_by }), () => 20)
    const wanted = order_by.endsWith('desc') ? oldestFirst.toReversed() : oldestFirst
    assert.deepEqual(found.map(idOf), wanted, order_by)
  }
})
