/** Changes of many items in one transaction, and of one item in several. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme } from '../../../test/support/acme.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { changeItems, type ItemChange, type NewItem } from './change-items.ts'

type Batch = { created?: NewItem[]; changed?: ItemChange[]; removed?: string[] }

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const content: NewItem = { text: 'x', due_date: null, completion_type: 'any', assignees: [] }

function change(batch: Batch, actorId = 'u_ada') {
  return world.db.transaction().execute((tx) => changeIn(tx, batch, actorId))
}

function changeIn(tx: Tx, batch: Batch, actorId = 'u_ada') {
  const { jobs, clock, config } = world.base
  const options = { jobs, now: clock(), holdSeconds: config.holdSeconds, workspaceId: 'ws_acme' }
  return changeItems(tx, { ...options, actorId, noteId: 'n_1' }, batch)
}

async function read(id: string) {
  const [item, assignees] = await Promise.all([
    world.db.selectFrom('action_items').selectAll().where('id', '=', id).executeTakeFirst(),
    world.db
      .selectFrom('action_item_assignees')
      .select('user_id')
      .where('item_id', '=', id)
      .orderBy('position')
      .execute(),
  ])
  return item && { ...item, assignees: assignees.map(({ user_id }) => user_id) }
}

const holds = () => world.db.selectFrom('action_item_holds').selectAll().orderBy('item_id').execute()

test('a few statements create, change and remove five hundred items', async () => {
  const created = Array.from({ length: 500 }, (_, n) => ({
    ...content,
    text: `item ${n}`,
    assignees: ['u_bo', 'u_ada'],
  }))
  const ids = await change({ created })
  assert.equal(new Set(ids).size, 500)
  assert.equal((await read(ids[499]!))?.text, 'item 499')

  const statements: string[] = []
  await world.db.transaction().execute(async (tx) => {
    const counting = tx.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }) as Tx
    const [gone, kept] = [ids.slice(0, 250), ids.slice(250)]
    await changeIn(counting, {
      created,
      changed: kept.map((id) => ({ id, text: 'other', assignees: ['u_ada'] })),
      removed: gone,
    })
  })
  assert(statements.length <= 12, `${statements.length} statements`)
  const left = await world.db.selectFrom('action_items').select('id').where('text', '=', 'other').execute()
  assert.deepEqual(new Set(left.map(({ id }) => id)), new Set(ids.slice(250)))
  assert.deepEqual((await read(ids[300]!))?.assignees, ['u_ada'])
  assert.equal(await read(ids[0]!), undefined)
})

test('a created item has all its fields, and its action follows the same rule as a change', async () => {
  const [id, done, waiting] = await change({
    created: [
      {
        ...content,
        text: 'a\nb',
        due_date: '2024-02-29',
        assignees: ['u_bo', 'u_ada'],
        recording_offset: 7,
        ai_generated: true,
      },
      { ...content, action: 'complete' },
      { ...content, completion_type: 'all', assignees: ['u_ada', 'u_bo'], action: 'complete' },
    ],
  })
  const now = world.base.clock()
  assert.deepEqual(await read(id!), {
    workspace_id: 'ws_acme',
    id,
    note_id: 'n_1',
    text: 'a\nb',
    due_date: '2024-02-29',
    completion_type: 'any',
    status: 'Incomplete',
    wont_do: false,
    completed_by: [],
    ai_generated: true,
    changed_by_people: false,
    recording_offset: 7,
    links: [],
    created_by: 'u_ada',
    created_at: now,
    updated_at: now,
    assignees: ['u_bo', 'u_ada'],
  })
  assert.equal((await read(done!))?.status, 'Done')
  const { status, completed_by } = (await read(waiting!))!
  assert.deepEqual([status, completed_by], ['Incomplete', ['u_ada']])
})

test('a change that makes no difference keeps `updated_at` and opens no window', async () => {
  const stored = await read('ai_1')
  world.advance({ minutes: 1 })
  await change({
    changed: [
      { id: 'ai_1' },
      { id: 'ai_none', text: 'gone' },
      {
        id: 'ai_2',
        text: 'Call back',
        due_date: null,
        completion_type: 'any',
        assignees: ['u_bo', 'u_ada'],
        action: 'reopen',
      },
    ],
  })
  assert.deepEqual(await read('ai_1'), stored)
  assert((await holds()).every(({ item_id }) => item_id !== 'ai_1' && item_id !== 'ai_2'))
})

test('another order of assignees is a change too', async () => {
  await change({ changed: [{ id: 'ai_2', assignees: ['u_ada', 'u_bo'] }] })
  const item = await read('ai_2')
  assert.deepEqual([item?.assignees, item?.updated_at], [['u_ada', 'u_bo'], world.base.clock()])
})

test('the first change stores the state before it, later ones keep it; one job serves all items of a change', async () => {
  await world.db.deleteFrom('action_item_holds').execute()
  const due_at = new Date(world.base.clock().getTime() + 30_000)
  await change({
    changed: [
      { id: 'ai_1', action: 'complete' },
      { id: 'ai_2', assignees: ['u_bo'] },
    ],
  })
  world.advance({ seconds: 10 })
  await change({
    changed: [
      { id: 'ai_1', assignees: [] },
      { id: 'ai_2', action: 'archive' },
    ],
  })
  assert.deepEqual(await holds(), [
    { workspace_id: 'ws_acme', item_id: 'ai_1', due_at, status: 'Incomplete', assignees: ['u_ada'], trace: null },
    {
      workspace_id: 'ws_acme',
      item_id: 'ai_2',
      due_at,
      status: 'Incomplete',
      assignees: ['u_ada', 'u_bo'],
      trace: null,
    },
  ])
})

test('the window is removed with its item', async () => {
  await change({ removed: ['ai_2'] })
  assert.deepEqual(
    (await holds()).map(({ item_id }) => item_id),
    ['ai_1'],
  )
})

test('an item with a creation time in the future can be changed', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    action_items: [{ id: 'ai_later', text: 'x', created_at: '2027-01-01T00:00:00Z' }],
  })
  await change({ changed: [{ id: 'ai_later', text: 'y' }] })
  assert.deepEqual((await read('ai_later'))?.updated_at, new Date('2027-01-01T00:00:00Z'))
})

test('two writers at once, with many items in opposite orders: both changes are kept', async () => {
  const ids = await change({
    created: Array.from({ length: 40 }, () => ({ ...content, completion_type: 'all', assignees: ['u_ada', 'u_bo'] })),
  })
  const complete = (order: string[], person: string) =>
    change({ changed: order.map((id) => ({ id, action: 'complete' })) }, person)
  await Promise.all([complete(ids, 'u_ada'), complete(ids.toReversed(), 'u_bo')])
  for (const id of ids) assert.equal((await read(id))?.status, 'Done')
})
