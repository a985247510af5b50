/** Lists of one series: `filters.series_id` of notes, recordings and action items (decisions 10 on pages, 24 on item sight). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { rowsRead } from './support/rows-read.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    series: [
      { id: 'se_w', title: 'Weekly' },
      { id: 'se_2', title: 'Other' },
    ],
    notes: [
      { id: 'n_adas', title: 'Hers', created_by: 'u_ada', series: 'se_w' },
      { id: 'n_bos', title: 'His', created_by: 'u_bo', series: 'se_w' },
      { id: 'n_other', title: 'Other', created_by: 'u_bo', series: 'se_2' },
    ],
    recordings: [{ id: 'r_bos', note: 'n_bos', title: 'His' }],
    action_items: [
      { id: 'ai_hers', note: 'n_adas', text: 'Hers', assignees: ['u_bo'] },
      { id: 'ai_secret', note: 'n_adas', text: 'Hers alone' },
      { id: 'ai_his', note: 'n_bos', text: 'His', assignees: ['u_bo'] },
      { id: 'ai_other', note: 'n_other', text: 'Other', assignees: ['u_bo'] },
      { id: 'ai_alone', note: null, created_by: 'u_bo', text: 'Alone', assignees: ['u_bo'] },
    ],
  })
})
after(() => world[Symbol.asyncDispose]())

const listed = async (list: string, key: string, filters: object) =>
  (await walk(readPost(world, list, key, { filters }), () => 2)).map(idOf).sort()

test('the filter shows the notes, recordings and items of a series that the caller sees', async () => {
  const inSeries = { series_id: 'se_w' }
  assert.deepEqual(await listed('notes', keys.bo, inSeries), ['n_1', 'n_bos'])
  assert.deepEqual(await listed('notes', keys.adaRegular, inSeries), ['n_1', 'n_adas'])
  assert.deepEqual(await listed('notes', keys.ada, inSeries), ['n_1', 'n_adas', 'n_bos'])
  assert.deepEqual(await listed('recordings', keys.bo, inSeries), ['r_1', 'r_2', 'r_bos'])
  assert.deepEqual(await listed('recordings', keys.adaRegular, inSeries), ['r_1', 'r_2'])
  assert.deepEqual(await listed('action_items', keys.adaRegular, inSeries), ['ai_1', 'ai_hers', 'ai_secret'])
  assert.deepEqual(await listed('action_items', keys.ada, inSeries), ['ai_1', 'ai_his', 'ai_hers', 'ai_secret'].sort())
  // `ai_hers` is assigned to Bo and his to see, but not that its note belongs to this series.
  assert.deepEqual(await listed('action_items', keys.bo, inSeries), ['ai_1', 'ai_his'])
  assert((await listed('action_items', keys.bo, {})).includes('ai_hers'))
})

test('the filter can be combined with the others', async () => {
  const items = (more: object) => listed('action_items', keys.bo, { series_id: 'se_w', ...more })
  assert.deepEqual(await items({ scope: 'assigned_to_me' }), ['ai_his'])
  assert.deepEqual(await items({ scope: 'assigned_to_others' }), ['ai_1'])
  assert.deepEqual(await items({ note_id: 'n_1' }), ['ai_1'])
  assert.deepEqual(await items({ note_id: 'n_other' }), [])
  assert.deepEqual(await items({ completed: true }), [])
  const notes = (more: object) => listed('notes', keys.bo, { series_id: 'se_w', ...more })
  assert.deepEqual(await notes({ title: 'HIS' }), ['n_bos'])
  assert.deepEqual(await notes({ event_guid: 'evt1_20260105T090000Z' }), ['n_1'])
  assert.deepEqual(await notes({ channel_id: 'ch_eng' }), ['n_1'])
  assert.deepEqual(await listed('notes', keys.bo, { series_id: null, title: 'his' }), ['n_bos'])
})

test('a series that is unknown, or of another workspace, gives an empty list', async () => {
  for (const list of ['notes', 'recordings', 'action_items']) {
    assert.deepEqual(await listed(list, keys.bo, { series_id: 'se_none' }), [])
    assert.deepEqual(await listed(list, keys.zoe, { series_id: 'se_w' }), [])
  }
})

test('a page of a series reads the same number of rows in a workspace with four times the notes', async () => {
  const fill = (from: number, to: number) =>
    sql`with made as (
      insert into notes (workspace_id, id, created_by, series_id, title, title_folded, created_at, updated_at)
      select 'ws_acme', 'n_fill' || n, 'u_bo', case when n % 3 = 0 then 'se_2' end, 'x', 'x', at, at
      from generate_series(${from}::int, ${to}::int) n, lateral (select timestamptz '2020-01-01' + n * interval '1 hour' as at) t
      returning workspace_id, id, created_at)
      insert into action_items (workspace_id, id, note_id, text, created_at, updated_at)
      select workspace_id, 'ai_' || id, id, 'x', created_at, created_at from made`.execute(world.db)
  const cost = async () => {
    await sql`analyze notes, action_items, sight`.execute(world.db)
    const { db } = world.base.requests
    const read = async () => (await rowsRead(db, 'notes')) + (await rowsRead(db, 'action_items'))
    const before = await read()
    for (const list of ['notes', 'recordings', 'action_items']) await listed(list, keys.bo, { series_id: 'se_w' })
    return (await read()) - before
  }
  await fill(1, 1_000)
  const small = await cost()
  await fill(1_001, 4_000)
  const large = await cost()
  assert(small < 200 && large <= small + 20, `${small} rows, then ${large}`)
})
