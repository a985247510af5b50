/** What callers learn of themselves: who they are, and their channels (decision 20). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readGet, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

const keys = { admin: 'mb_me_admin', ada: 'mb_me_ada', bo: 'mb_me_bo', cy: 'mb_me_cy', zoe: 'mb_me_zoe' }
const header = { id: 'ws_me', subdomain: 'me', name: 'Me & “us” – ÅÄÖ', plan: 'enterprise' }

let world: World
before(async () => {
  world = await openWorld()
  await world.load(
    {
      ...header,
      users: [
        { id: 'u_ada', email: 'Ada@Acme.test', full_name: 'Ada "Countess" Łovelace', admin: true },
        { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo' },
        { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy' },
        { id: 'u_gone', email: 'gone@acme.test', full_name: 'Gone', active: false },
      ],
      api_keys: [
        { id: 'k_admin', user: 'u_ada', name: 'ci', secret: keys.admin, super_admin: true },
        { id: 'k_ada', user: 'u_ada', name: 'own', secret: keys.ada },
        { id: 'k_bo', user: 'u_bo', name: 'own', secret: keys.bo },
        { id: 'k_cy', user: 'u_cy', name: 'own', secret: keys.cy },
      ],
    },
    {
      id: 'ws_zeta',
      subdomain: 'zeta',
      name: 'Zeta',
      plan: 'enterprise',
      users: [{ id: 'u_bo', email: 'bo@acme.test', full_name: 'Another Bo', admin: true }],
      api_keys: [{ id: 'k_bo', user: 'u_bo', name: 'ci', secret: keys.zoe, super_admin: true }],
      channels: [{ id: 'ch_old', title: 'Theirs', members: ['u_bo'] }],
    },
  )
  // Newest first; those that came at once by their ids.
  const batches = [
    [{ id: 'ch_old', title: 'Old', members: ['u_ada', 'u_bo'] }],
    [
      { id: 'ch_b', title: ' ', private: true, members: ['u_bo'] },
      { id: 'ch_A', title: 'Ænima 🎉', private: false, members: ['u_bo', 'u_ada', 'u_cy', 'u_gone'] },
      { id: 'ch_a', title: 'Nobody', private: true, members: [] },
    ],
    [{ id: 'ch_0', title: 'New', private: true, members: ['u_ada'] }],
  ]
  for (const channels of batches) {
    world.advance({ minutes: 1 })
    await world.load({ ...header, channels })
  }
})
after(() => world[Symbol.asyncDispose]())

const all = [
  { id: 'ch_0', title: 'New', private: true, member_count: 1 },
  { id: 'ch_b', title: ' ', private: true, member_count: 1 },
  { id: 'ch_a', title: 'Nobody', private: true, member_count: 0 },
  { id: 'ch_A', title: 'Ænima 🎉', private: false, member_count: 3 },
  { id: 'ch_old', title: 'Old', private: false, member_count: 2 },
]
const only = (...ids: string[]) => all.filter(({ id }) => ids.includes(id))

test('20: me is the person for whom the request acts, and the workspace', async () => {
  const workspace = { id: 'ws_me', name: 'Me & “us” – ÅÄÖ', subdomain: 'me' }
  const ada = { id: 'u_ada', email: 'Ada@Acme.test', full_name: 'Ada "Countess" Łovelace' }
  const bo = { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo' }
  const me = async (key: string, headers = {}) => (await world.get('/api/v1/me', key, { headers })).body
  for (const key of [keys.admin, keys.ada]) assert.deepEqual(await me(key), { user: ada, workspace })
  assert.deepEqual(await me(keys.bo), { user: bo, workspace })
  assert.deepEqual(await me(keys.admin, { 'x-on-behalf-of': 'bo@acme.test' }), { user: bo, workspace })
  assert.deepEqual(await me(keys.zoe), {
    user: { ...bo, full_name: 'Another Bo' },
    workspace: { id: 'ws_zeta', name: 'Zeta', subdomain: 'zeta' },
  })
})

test('20: the channels are one’s own, private ones too; a super admin gets all', async () => {
  const table: [who: string, key: string, headers: Record<string, string>, sees: object[]][] = [
    ['ada', keys.ada, {}, only('ch_0', 'ch_A', 'ch_old')],
    ['bo', keys.bo, {}, only('ch_b', 'ch_A', 'ch_old')],
    ['cy', keys.cy, {}, only('ch_A')],
    ['the admin', keys.admin, {}, all],
    ['the admin as bo', keys.admin, { 'x-on-behalf-of': 'u_bo' }, only('ch_b', 'ch_A', 'ch_old')],
    ['the admin as themself', keys.admin, { 'x-on-behalf-of': 'u_ada' }, only('ch_0', 'ch_A', 'ch_old')],
    ['the neighbour', keys.zoe, {}, [{ id: 'ch_old', title: 'Theirs', private: false, member_count: 1 }]],
  ]
  for (const [who, key, headers, sees] of table) {
    const { body } = await world.get('/api/v1/channels', key, { headers })
    assert.deepEqual(body, { page_info: { cursor: null, page_size: 20 }, data: sees }, who)
    for (const size of [1, 2, 3, 5, 50]) {
      assert.deepEqual(await walk(readGet(world, 'channels', key, headers), () => size), sees, `${who} by ${size}`)
    }
  }
})

test('20: a person who joins or leaves a channel sees the change at once', async () => {
  const mine = async () => (await world.get('/api/v1/channels', keys.cy)).body.data
  await world.load({ ...header, channels: [{ id: 'ch_b', title: ' ', members: ['u_bo', 'u_cy'] }] })
  assert.deepEqual(await mine(), [{ ...only('ch_b')[0], member_count: 2 }, ...only('ch_A')])
  await world.load({ ...header, channels: [{ id: 'ch_b', title: ' ', members: ['u_bo'] }] })
  assert.deepEqual(await mine(), only('ch_A'))
})
