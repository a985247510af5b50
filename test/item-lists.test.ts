/** What a page of action items reads in a workspace that has grown old: most are done, and few are the caller's to edit. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { itemLimits } from '../server/meetings/action-items/item-sources.ts'
import { asRows } from '../server/platform/postgres/db.ts'
import { limitsHere } from './support/limits-here.ts'
import { rowsRead } from './support/rows-read.ts'
import { readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

const size = 4_000
limitsHere(itemLimits, { near: 100 })

/** Items of every 40th note are open, of every 500th archived; the caller made every 80th note, and sees all. */
const statusOf = (n: number) => (n % 500 === 7 ? 'Archived' : n % 40 === 0 ? 'Incomplete' : 'Done')
const isMine = (n: number) => n % 80 === 0

let world: World
before(async () => {
  world = await openWorld({}, { anew: true })
  await world.load({
    id: 'ws_old',
    subdomain: 'old',
    name: 'Old',
    users: ['u_0', 'u_1'].map((id) => ({ id, email: `${id}@acme.test`, full_name: id })),
    api_keys: [{ id: 'k_0', user: 'u_0', name: 'own', secret: 'mb_old' }],
    channels: [{ id: 'ch_all', title: 'All', members: ['u_0', 'u_1'] }],
    notes: Array.from({ length: size }, (_, n) => ({
      id: idOf('n', n),
      title: 'Old',
      created_by: isMine(n) ? 'u_0' : 'u_1',
      created_at: madeAt(n),
      updated_at: madeAt(n),
      published_to: [{ channel: 'ch_all' }],
    })),
  })
  const rows = Array.from({ length: size }, (_, n) => ({
    workspace_id: 'ws_old',
    id: idOf('ai', n),
    note_id: idOf('n', n),
    text: 'Send',
    status: statusOf(n),
    due_date: madeAt(n).slice(0, 10),
    created_at: madeAt(n),
    updated_at: madeAt(n),
  }))
  await sql`insert into action_items (workspace_id, id, note_id, text, status, due_date, created_at, updated_at)
    select workspace_id, id, note_id, text, status, due_date, created_at, updated_at
    from ${asRows('action_items', rows as never)}`.execute(world.base.db)
  await sql`insert into action_item_assignees (workspace_id, item_id, user_id, position)
    select workspace_id, id, 'u_1', 0 from action_items`.execute(world.base.db)
  await sql`vacuum analyze`.execute(world.base.db)
})
after(() => world[Symbol.asyncDispose]())

const idOf = (kind: string, n: number) => `${kind}_${String(n).padStart(5, '0')}`
const madeAt = (n: number) => new Date(Date.parse('2020-01-01') + n * 3_600_000).toISOString()
const numbers = Array.from({ length: size }, (_, n) => n)

const lists: [name: string, filters: object, order: string, isWanted: (n: number) => boolean][] = [
  ['open', { completed: false, archived: false }, 'due_date', (n) => statusOf(n) === 'Incomplete'],
  ['archived', { archived: true }, 'updated_at_asc', (n) => statusOf(n) === 'Archived'],
  ['done', { completed: true }, 'updated_at_asc', (n) => statusOf(n) === 'Done'],
  ['neither', { completed: true, archived: true }, 'created_at_asc', () => false],
]
for (const [name, filters, order_by, isWanted] of lists) {
  test(`the filter ${name} finds its items and reads few others`, async () => {
    await assertFound(filters, order_by, isWanted)
    const before = await rowsRead(world.base.requests.db, 'action_items')
    await world.post('/api/v1/action_items', 'mb_old', { filters, order_by })
    const read = (await rowsRead(world.base.requests.db, 'action_items')) - before
    assert(read <= 4 * itemLimits.near, `${read} rows`)
  })
}

test('items assigned to others are found in all notes that the caller may edit', () =>
  assertFound({ scope: 'assigned_to_others' }, 'created_at_asc', isMine))

async function assertFound(filters: object, order_by: string, isWanted: (n: number) => boolean): Promise<void> {
  const found = await walk(readPost(world, 'action_items', 'mb_old', { filters, order_by }), () => 50)
  assert.deepEqual(
    found.map(({ id }) => id),
    numbers.filter(isWanted).map((n) => idOf('ai', n)),
  )
}
