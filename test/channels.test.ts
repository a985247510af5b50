/** Channels: who makes, finds, joins, changes and leaves them (decision 29e). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keys, sharingWorld } from './support/sharing-world.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...sharingWorld())
})
after(() => world[Symbol.asyncDispose]())

const get = (id: string, key: string) => world.get(`/api/v1/channel/${id}`, key)
const patch = (id: string, key: string, body: object) => world.request('PATCH', `/api/v1/channel/${id}`, { key, body })
const remove = (id: string, key: string) => world.delete(`/api/v1/channel/${id}`, key)
const add = (id: string, key: string, user: string) => world.post(`/api/v1/channel/${id}/members`, key, { user })
const putOut = (id: string, key: string, user: string) => world.delete(`/api/v1/channel/${id}/members/${user}`, key)
const listed = async (key: string, query = '') =>
  (await world.get(`/api/v1/channels${query}`, key)).body.data.map(({ id }: { id: string }) => id)
const refusal = ({ status, body }: Answer) => [status, body.message]
const unknown = [404, 'Channel not found']
const outside = [403, 'You are not a member of this channel']

test('29e: the maker of a channel is its first member; it is public by default', async () => {
  world.advance({ seconds: 1 })
  for (const [body, hidden] of [
    [{ title: 'New' }, false],
    [{ title: 'New', private: null }, false],
    [{ title: 'New', private: true }, true],
  ] as const) {
    const made = await world.post('/api/v1/channel', keys.eve, body)
    assert.equal(made.status, 201)
    const { id, ...rest } = made.body.channel
    assert.deepEqual(rest, { title: 'New', private: hidden, member_count: 1 })
    assert.deepEqual((await get(id, keys.eve)).body.channel, { id, ...rest, deliver_to: null })
    assert.equal((await get(id, keys.ann)).status, hidden ? 404 : 200)
    assert((await listed(keys.eve)).includes(id))
  }
})

test('29e: titles have 1 to 255 characters', async () => {
  for (const [length, status] of [
    [0, 400],
    [1, 201],
    [255, 201],
    [256, 400],
  ] as const) {
    const title = '𝒜'.repeat(length)
    assert.equal((await world.post('/api/v1/channel', keys.eve, { title })).status, status, String(length))
    assert.equal((await patch('ch_open', keys.ann, { title })).status, status === 201 ? 200 : 400, String(length))
  }
  for (const body of [{}, { title: null }, { title: 7 }, { title: 'x', private: 'no' }]) {
    assert.equal((await world.post('/api/v1/channel', keys.eve, body)).status, 400)
  }
})

test('29e: the list has one’s own channels, with all=true also the public ones; a super admin sees all', async () => {
  assert.deepEqual(await listed(keys.ann), ['ch_shut', 'ch_open'])
  assert.deepEqual([await listed(keys.eve), await listed(keys.eve, '?all=true')], [[], ['ch_open']])
  assert.deepEqual([await listed(keys.dan), await listed(keys.dan, '?all=true')], [['ch_shut'], ['ch_shut', 'ch_open']])
  assert.deepEqual(await listed(keys.dan, '?all=false'), ['ch_shut'])
  for (const query of ['', '?all=true']) assert.deepEqual(await listed(keys.root, query), ['ch_shut', 'ch_open'])
  const first = await world.get('/api/v1/channels?all=true&page_size=1', keys.dan)
  const { cursor } = first.body.page_info
  assert.deepEqual(await listed(keys.dan, `?all=true&page_size=1&cursor=${cursor}`), ['ch_open'])
  assert.equal((await world.get('/api/v1/channels?all=perhaps', keys.dan)).status, 400)
})

test('29e: others cannot find a private channel; they can read and join a public one', async () => {
  for (const key of [keys.eve, keys.zoe]) {
    for (const id of ['ch_shut', 'ch_none', '%00', 'x'.repeat(500)]) {
      const answers = [get(id, key), patch(id, key, { title: 'x' }), remove(id, key), add(id, key, 'u_eve')]
      for (const answer of await Promise.all([...answers, putOut(id, key, 'u_ann'), putOut(id, key, 'u_eve')])) {
        assert.deepEqual(refusal(answer), unknown, id)
      }
    }
  }
  assert.equal((await get('ch_open', keys.zoe)).status, 404)
  const open = { id: 'ch_open', title: 'Open', private: false, member_count: 2 }
  assert.deepEqual((await get('ch_open', keys.eve)).body, { channel: open })
  const attempts = [patch('ch_open', keys.eve, { title: 'x' }), remove('ch_open', keys.eve)]
  const others = [
    add('ch_open', keys.eve, 'u_dan'),
    add('ch_open', keys.eve, 'u_none'),
    putOut('ch_open', keys.eve, 'u_ann'),
  ]
  for (const answer of await Promise.all([...attempts, ...others])) assert.deepEqual(refusal(answer), outside)
  const joined = await add('ch_open', keys.eve, 'EVE@doors.test')
  assert.deepEqual([joined.status, joined.body], [200, { channel: { ...open, member_count: 3 } }])
  assert.deepEqual((await add('ch_open', keys.eve, 'u_eve')).body, joined.body, 'once is enough')
  assert.equal((await add('ch_open', keys.eve, 'u_dan')).body.channel.member_count, 4)
})

test('29e: everyone who may get a channel reads its members, page after page, with deactivated people', async () => {
  const members = async (id: string, key: string, query = '') => world.get(`/api/v1/channel/${id}/members${query}`, key)
  const ids = ({ body }: Answer) => body.data.map((user: { id: string }) => user.id)
  assert.deepEqual(ids(await members('ch_open', keys.ann)).toSorted(), ['u_ann', 'u_cat'])
  assert.deepEqual(ids(await members('ch_open', keys.eve)), ids(await members('ch_open', keys.ann)))
  assert.deepEqual(ids(await members('ch_shut', keys.root)).toSorted(), ['u_ann', 'u_dan'])
  for (const [id, key] of [
    ['ch_shut', keys.eve],
    ['ch_open', keys.zoe],
    ['ch_none', keys.ann],
  ] as const) {
    assert.deepEqual(refusal(await members(id, key)), unknown)
  }
  await world.request('PATCH', '/api/v1/user/u_cat', { key: keys.root, body: { active: false } })
  const first = await members('ch_open', keys.ann, '?page_size=1')
  const second = await members('ch_open', keys.ann, `?page_size=1&cursor=${first.body.page_info.cursor}`)
  assert.equal(second.body.page_info.cursor, null)
  const states = [...first.body.data, ...second.body.data].map(({ id, active }) => [id, active])
  assert.deepEqual(Object.fromEntries(states), { u_ann: true, u_cat: false })
  assert.equal((await get('ch_open', keys.ann)).body.channel.member_count, 1)
})

test('29e: a super admin reads every channel and writes only where the owner of the key may', async () => {
  assert.equal((await get('ch_shut', keys.root)).body.channel.title, 'Shut')
  const attempts = [patch('ch_shut', keys.root, { title: 'x' }), remove('ch_shut', keys.root)]
  const joins = [add('ch_shut', keys.root, 'u_root'), putOut('ch_shut', keys.root, 'u_ann')]
  for (const answer of await Promise.all([...attempts, ...joins])) assert.deepEqual(refusal(answer), outside)
  assert.equal((await add('ch_open', keys.root, 'u_root')).status, 200)
})

test('29e: mine=true lists the channels of a super admin key’s owner', async () => {
  assert.deepEqual(await listed(keys.root, '?mine=true'), [])
  await add('ch_open', keys.root, 'u_root')
  for (const query of ['?mine=true', '?mine=true&all=true'])
    assert.deepEqual(await listed(keys.root, query), ['ch_open'])
  assert.deepEqual(await listed(keys.dan, '?mine=true&all=true'), ['ch_shut'])
  assert.equal((await world.get('/api/v1/channels?mine=perhaps', keys.root)).status, 400)
})

test('29e: a super admin’s change is a row of the audit log; a member’s or a refused one is not', async () => {
  const logged = async () =>
    (await world.db.selectFrom('audit_log').selectAll().orderBy('at').orderBy('id').execute()).map((row) => [
      ...[row.action, row.user_id, row.status, row.on_behalf_of, row.details],
    ])
  const { id } = (await world.post('/api/v1/channel', keys.ann, { title: 'Of members' })).body.channel
  await add(id, keys.ann, 'u_ben')
  await patch(id, keys.ann, { title: 'Renamed' })
  await remove(id, keys.ann)
  await patch('ch_shut', keys.root, { title: 'x' })
  assert.deepEqual(await logged(), [])
  const step = () => world.advance({ seconds: 1 })
  const made = (await world.post('/api/v1/channel', keys.root, { title: 'Board', private: true })).body.channel.id
  for (const change of [
    () => patch(made, keys.root, { title: 'Council', private: true }),
    () => patch(made, keys.root, { title: 'Council' }),
    () => add(made, keys.root, 'u_ann'),
    () => add(made, keys.root, 'u_ann'),
    () => putOut(made, keys.root, 'u_ann'),
    () => putOut(made, keys.root, 'u_eve'),
    () => remove(made, keys.root),
  ]) {
    step()
    await change()
  }
  const [changed, title] = ['channel.change', 'Council']
  assert.deepEqual(await logged(), [
    [
      ...['channel.create', 'u_root', 201, null],
      { channel_id: made, title: 'Board', private: true, added: ['u_root'] },
    ],
    [
      ...[changed, 'u_root', 200, null],
      { channel_id: made, title: 'Board', before: { title: 'Board' }, after: { title } },
    ],
    [changed, 'u_root', 200, null, { channel_id: made, title, added: ['u_ann'], removed: [] }],
    [changed, 'u_root', 200, null, { channel_id: made, title, added: [], removed: ['u_ann'] }],
    ['channel.delete', 'u_root', 200, null, { channel_id: made, title }],
  ])
})

test('29e: members may rename the channel, make it private, add and remove others, and leave', async () => {
  const renamed = await patch('ch_open', keys.cat, { title: 'Opener', private: true })
  assert.deepEqual(renamed.body.channel, {
    ...{ id: 'ch_open', title: 'Opener', private: true, member_count: 2 },
    deliver_to: null,
  })
  assert.deepEqual((await patch('ch_open', keys.cat, {})).body, renamed.body)
  assert.deepEqual(refusal(await get('ch_open', keys.eve)), unknown)
  assert.equal((await add('ch_open', keys.cat, 'u_dan')).body.channel.member_count, 3)
  assert.equal((await add('ch_open', keys.cat, 'u_none')).status, 400)
  for (const user of ['u_eve', 'u_none', '%00']) {
    assert.deepEqual(refusal(await putOut('ch_open', keys.cat, user)), [404, 'Member not found'])
  }
  assert.equal((await putOut('ch_open', keys.cat, 'u_ann')).body.channel.member_count, 2)
  assert.deepEqual(refusal(await get('ch_open', keys.ann)), unknown)
  assert.equal((await putOut('ch_open', keys.dan, 'u_dan')).body.channel.member_count, 1)
  assert.deepEqual([await listed(keys.ann), await listed(keys.dan)], [['ch_shut'], ['ch_shut']])
})

test('29e: new members see what is published; those who leave or lose the channel do not', async () => {
  for (const thing of ['note/n_1', 'recording/r_1']) {
    await world.post(`/api/v1/${thing}/publish`, keys.ann, { channel_id: 'ch_open' })
  }
  const sees = async (key: string) =>
    Promise.all(['note/n_1', 'recording/r_1'].map(async (thing) => (await world.get(`/api/v1/${thing}`, key)).status))
  assert.deepEqual(await sees(keys.eve), [404, 404])
  await add('ch_open', keys.eve, 'u_eve')
  assert.deepEqual(await sees(keys.eve), [200, 200])
  await putOut('ch_open', keys.eve, 'u_eve')
  assert.deepEqual(await sees(keys.eve), [404, 404])
  assert.deepEqual(await sees(keys.cat), [200, 200])
  const gone = await remove('ch_open', keys.cat)
  assert.deepEqual([gone.status, gone.body], [200, { channel_id: 'ch_open', deleted: true }])
  assert.deepEqual(
    [await sees(keys.cat), await sees(keys.ann)],
    [
      [404, 404],
      [200, 200],
    ],
  )
  assert.deepEqual(refusal(await get('ch_open', keys.ann)), unknown)
})

test('20: a deactivated person stays in a channel but is not counted', async () => {
  const count = async () => (await get('ch_open', keys.ann)).body.channel.member_count
  const before = await count()
  const added = await add('ch_open', keys.ann, 'u_dan')
  assert.equal(added.body.channel.member_count, before + 1)
  const activate = (active: boolean) =>
    world.db.updateTable('users').set({ active }).where('id', '=', 'u_dan').execute()
  await activate(false)
  assert.equal(await count(), before)
  await activate(true)
  assert.equal(await count(), before + 1)
  await activate(false)
  assert.equal((await putOut('ch_open', keys.ann, 'u_dan')).body.channel.member_count, before)
})
