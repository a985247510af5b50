/** Action items of meetings with somebody: `filters.event_attendees` (decision 24 on item sight). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
  const event = (guid: string, ...attendees: string[]) => ({
    ...{ guid, title: guid, start: '2026-01-12T09:00:00Z', end: '2026-01-12T09:30:00Z' },
    attendees: attendees.map((email) => ({ email })),
  })
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_dee', email: 'dee@acme.test', full_name: 'Dee', other_addresses: ['deedee@acme.test'] }],
    events: [
      event('evt_dee', 'bo@acme.test', 'DeeDee@acme.test'),
      event('evt_hers', 'ada@acme.test', 'dee@acme.test'),
      event('evt_all', 'ada@acme.test', 'bo@acme.test', 'dee@acme.test'),
    ],
    notes: [
      { id: 'n_dee', title: 'With Dee', event: 'evt_dee' },
      { id: 'n_hers', title: 'Hers', event: 'evt_hers' },
      { id: 'n_all', title: 'All', event: 'evt_all' },
    ],
    action_items: [
      { id: 'ai_dee', note: 'n_dee', text: 'a', assignees: ['u_bo'] },
      { id: 'ai_hers', note: 'n_hers', text: 'b', assignees: ['u_bo'] },
      { id: 'ai_all', note: 'n_all', text: 'c', assignees: ['u_dee'] },
      { id: 'ai_done', note: 'n_all', text: 'd', assignees: ['u_bo'], status: 'Done' },
      { id: 'ai_alone', note: null, created_by: 'u_bo', text: 'e', assignees: ['u_bo'] },
    ],
  })
})
after(() => world[Symbol.asyncDispose]())

const listed = async (event_attendees: unknown, more: object = {}, key = keys.bo) =>
  (await walk(readPost(world, 'action_items', key, { filters: { event_attendees, ...more } }), () => 2))
    .map(idOf)
    .sort()

test('items of meetings to which all of them are invited, by any address, in the notes that the caller sees', async () => {
  assert.deepEqual(await listed('dee@acme.test'), ['ai_all', 'ai_dee', 'ai_done'])
  assert.deepEqual(await listed(['DEEDEE@acme.test', 'ada@acme.test']), ['ai_all', 'ai_done'])
  assert.deepEqual(await listed(['ada@acme.test']), ['ai_1', 'ai_all', 'ai_done'])
  assert.deepEqual(await listed('guest@elsewhere.test'), ['ai_1'])
  for (const nobody of ['nobody@acme.test', ['ada@acme.test', 'nobody@acme.test']])
    assert.deepEqual(await listed(nobody), [])
  // `ai_hers` is assigned to Bo and his to see, but not who was in its meeting.
  assert((await listed([])).includes('ai_hers'))
  assert.deepEqual(await listed(null), await listed([]))
  assert.deepEqual(await listed('dee@acme.test', {}, keys.ada), ['ai_all', 'ai_dee', 'ai_done', 'ai_hers'])
  assert.deepEqual(await listed('dee@acme.test', {}, keys.zoe), [])
})

test('with the other filters', async () => {
  const withDee = (more: object) => listed('dee@acme.test', more)
  assert.deepEqual(await withDee({ scope: 'assigned_to_me' }), ['ai_dee', 'ai_done'])
  assert.deepEqual(await withDee({ scope: 'assigned_to_me', completed: false }), ['ai_dee'])
  assert.deepEqual(await withDee({ scope: 'assigned_to_others' }), ['ai_all'])
  assert.deepEqual(await withDee({ assignee: 'u_dee' }), ['ai_all'])
  assert.deepEqual(await withDee({ note_id: 'n_dee' }), ['ai_dee'])
  assert.deepEqual(await withDee({ series_id: 'se_w' }), [])
})

test('twenty addresses are taken, one more is refused', async () => {
  const many = (count: number) => Array.from({ length: count }, () => 'dee@acme.test')
  assert.deepEqual(await listed(many(20)), ['ai_all', 'ai_dee', 'ai_done'])
  const { status } = await world.post('/api/v1/action_items', keys.bo, { filters: { event_attendees: many(21) } })
  assert.equal(status, 400)
})
