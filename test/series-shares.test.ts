/** What a share of a series opens (decision 17 on sight), change by change: each test says what is seen before and after. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys, sharingWorld } from './support/sharing-world.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...sharingWorld())
  await load({ notes: [loose('n_ann2', 'u_ann'), loose('n_ben', 'u_ben')] })
})
after(() => world[Symbol.asyncDispose]())

const [doors] = sharingWorld() as { events: { guid: string }[]; users: { id: string }[] }[]
const nothing = { users: [], api_keys: [], channels: [], series: [], events: [], notes: [], recordings: [] }
const load = (more: object) => world.load({ ...doors, ...nothing, ...more })
const at = '2026-01-05T09:00:00.000Z'
/** Of the series, without an event. */
const loose = (id: string, created_by: string) => {
  return { id, created_by, title: id, series: 'se_w', created_at: at, updated_at: at }
}
const meeting = (guid: string, ...names: string[]) => {
  const attendees = names.map((name) => ({ email: `${name}@doors.test` }))
  return { ...doors!.events.find((event) => event.guid === guid), attendees }
}
const share = (key: string, more = {}) => world.post('/api/v1/series/se_w/share', key, { user: 'u_cat', ...more })
const idsOf = async (path: string, key: string) =>
  (await world.post(path, key)).body.data.map(({ id }: { id: string }) => id)
/** What Cat, who attends nothing, sees. */
const seen = async () =>
  [...(await idsOf('/api/v1/notes', keys.cat)), ...(await idsOf('/api/v1/recordings', keys.cat))].sort()

const anns = ['n_1', 'n_ann2', 'r_1']
const bens = ['n_1', 'n_2', 'n_ben', 'r_1', 'r_2']

test('17: a person invited to one occurrence cannot open another by sharing the series', async () => {
  assert.equal((await share(keys.ann, { user: 'u_ann', can_edit: true })).status, 400)
  const shared_with = [{ user: 'u_ann', by: 'u_ann', can_edit: true }]
  await load({ series: [{ id: 'se_w', title: 'Weekly', shared_with }] })
  const notes = await idsOf('/api/v1/notes', keys.ann)
  assert.deepEqual(notes.sort(), ['n_1', 'n_ann', 'n_ann2'], 'a world may bring it: it is powerless')
  assert.deepEqual(await idsOf('/api/v1/recordings', keys.ann), ['r_1'])
  assert.deepEqual((await world.get('/api/v1/series/se_w/sharing', keys.ben)).body.shares, [])
  assert.equal((await world.delete('/api/v1/series/se_w/share/u_ann', keys.ann)).status, 200)
})

test('17: a share opens what its maker attends or created without an event; with can_edit for editing', async () => {
  await share(keys.ann, { can_edit: true })
  assert.deepEqual(await seen(), anns)
  const write = async (note: string) =>
    (await world.post(`/api/v1/note/${note}/agenda/append`, keys.cat, { content_native_markdown: '- Said' })).status
  assert.deepEqual([await write('n_1'), await write('n_ann2'), await write('n_2')], [200, 200, 404])
  await share(keys.ann, { can_edit: false })
  assert.equal(await write('n_1'), 403)
})

test('17: a share that gets a new maker opens what the new maker attends, and nothing of the former one', async () => {
  for (const [key, opened] of [
    [keys.ann, anns],
    [keys.ben, bens],
    [keys.ann, anns],
  ] as const) {
    await share(key)
    assert.deepEqual(await seen(), opened)
  }
})

test('17: later invitations of the maker are opened, and later removals are closed', async () => {
  await share(keys.ann)
  await load({ events: [meeting('evt_2', 'ben', 'ann')] })
  assert.deepEqual(await seen(), [...anns, 'n_2', 'r_2'].sort())
  await load({ events: [meeting('evt_1', 'ben')] })
  assert.deepEqual(await seen(), ['n_2', 'n_ann2', 'r_2'])
  await load({ events: [meeting('evt_2', 'ben')] })
  assert.deepEqual(await seen(), [], 'of a series whose meetings they attend no more they share nothing')
  assert.equal((await world.get('/api/v1/series/se_w/sharing', keys.cat)).status, 404)
  await load({ events: [meeting('evt_2', 'ann')] })
  assert.deepEqual(await seen(), ['n_2', 'n_ann2', 'r_2'])
})

test('17: an event and its note that move to another series are no longer opened by the old one’s shares', async () => {
  await share(keys.ann)
  await load({
    series: [{ id: 'se_x', title: 'Other' }],
    events: [{ ...meeting('evt_1', 'ann', 'ben'), series: 'se_x' }],
  })
  assert.deepEqual(await seen(), [], 'Ann attends no other meeting of the first series')
  await load({ events: [meeting('evt_1', 'ann', 'ben')] })
  assert.deepEqual(await seen(), anns)
})

test('17: a deleted event deletes its attendance', async () => {
  await load({ events: [{ ...meeting('evt_1', 'eve'), guid: 'evt_3' }], notes: [loose('n_eve', 'u_eve')] })
  await share(keys.eve)
  assert.deepEqual(await seen(), ['n_eve'])
  await sql`delete from events where guid = 'evt_3'`.execute(world.db)
  assert.deepEqual(await seen(), [])
})

test('17: a maker with a new address attends the same meetings until the old address is withdrawn', async () => {
  await share(keys.ann)
  const ann = (email: string, more = {}) => load({ users: [{ id: 'u_ann', email, full_name: 'ann', ...more }] })
  await ann('ann@elsewhere.test')
  assert.deepEqual(await seen(), anns)
  await ann('ann@elsewhere.test', { other_addresses: [] })
  assert.deepEqual(await seen(), [])
  await ann('ann@doors.test')
  assert.deepEqual(await seen(), anns)
})

test('17: a later note, in the series or by another maker, is opened if its maker shares', async () => {
  await share(keys.ann)
  await load({ notes: [{ ...loose('n_new', 'u_ann'), series: null }] })
  assert.deepEqual(await seen(), anns)
  await load({ notes: [loose('n_new', 'u_ann'), loose('n_ann2', 'u_ben')] })
  assert.deepEqual(await seen(), ['n_1', 'n_new', 'r_1'])
})
