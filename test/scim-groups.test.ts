/** Groups as an identity provider keeps them: private channels (docs/decisions/scim.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { fitMembers } from '../server/people/scim/find-groups.ts'
import { maxMembers } from '../server/people/scim/read-group.ts'
import { acme, keys } from './support/acme.ts'
import { patch, refusal, scim } from './support/scim.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
const members = (...ids: string[]) => ids.map((value) => ({ value }))
const make = async (more: object = {}) =>
  (await scim(world, 'POST', '/Groups', { schemas, displayName: 'Sales', externalId: 'g-1', ...more })).body
const membersOf = async (id: string) => {
  const { body } = await scim(world, 'GET', `/Groups/${id}`)
  return body.members.map(({ value }: { value: string }) => value)
}

test('a group is a private channel with its members, and not the key’s owner', async () => {
  const group = await make({ members: members('u_bo') })
  const location = `https://minutebook.test/scim/v2/Groups/${group.id}`
  const bo = { value: 'u_bo', $ref: 'https://minutebook.test/scim/v2/Users/u_bo', type: 'User' }
  const { created } = group.meta
  assert.deepEqual(group, {
    schemas,
    id: group.id,
    externalId: 'g-1',
    displayName: 'Sales',
    members: [bo],
    meta: { resourceType: 'Group', created, location },
  })
  assert.deepEqual((await scim(world, 'GET', `/Groups/${group.id}`)).body, group)
  const { channel } = (await world.get(`/api/v1/channel/${group.id}`, keys.bo)).body
  assert.deepEqual(channel, { id: group.id, title: 'Sales', private: true, member_count: 1, deliver_to: null })
  const rows = await world.db.selectFrom('audit_log').select(['action', 'user_id', 'details']).execute()
  const details = { channel_id: group.id, title: 'Sales', added: ['u_bo'] }
  assert.deepEqual(rows, [{ action: 'channel.create', user_id: 'u_ada', details }])
})

test('members: added, removed and exchanged, as Okta and Entra ID say it', async () => {
  const { id } = await make()
  const path = `/Groups/${id}`
  const after = async (...operations: object[]) => {
    assert.equal((await patch(world, path, operations)).status, 204)
    return membersOf(id)
  }
  assert.deepEqual(await after({ op: 'Add', path: 'members', value: members('u_bo', 'u_bo') }), ['u_bo'])
  assert.deepEqual(await after({ op: 'add', value: { members: members('u_ada') } }), ['u_ada', 'u_bo'])
  assert.deepEqual(await after({ op: 'remove', path: 'members[value eq "u_ada"]' }), ['u_bo'])
  assert.deepEqual(await after({ op: 'Remove', path: 'members', value: members('u_bo', 'u_cy') }), [])
  assert.deepEqual(await after({ op: 'replace', path: 'members', value: members('u_cy', 'u_bo') }), ['u_bo', 'u_cy'])
  assert.deepEqual(await after({ op: 'remove', path: 'members[value eq "u_cy" or value eq "u_bo"]' }), [])
  const both = [
    { op: 'add', path: 'members', value: members('u_bo', 'u_ada') },
    { op: 'remove', path: 'members', value: members('u_bo') },
  ]
  assert.deepEqual(await after(...both), ['u_ada'], 'in their order')
  assert.deepEqual(
    await after({ op: 'remove', path: 'members' }, { op: 'add', path: 'members', value: members('u_bo') }),
    ['u_bo'],
  )
  assert.deepEqual(await after({ op: 'remove', path: 'members[value eq "u_none"]' }), ['u_bo'], 'who is no member')
  const named = { op: 'replace', value: { id, displayName: 'Sales North' } }
  assert.deepEqual(await after(named, { op: 'remove', path: 'externalId' }), ['u_bo'])
  const { body } = await scim(world, 'GET', path)
  assert.deepEqual([body.displayName, body.externalId], ['Sales North', undefined])
  const shown = await scim(world, 'PATCH', `${path}?attributes=displayName`, { Operations: [named] })
  assert.deepEqual([shown.status, shown.body], [200, { schemas, id, displayName: 'Sales North' }])
})

test('a new member sees what is published there, and no longer once removed', async () => {
  const { id } = await make({ members: members('u_ada', 'u_bo') })
  await world.post('/api/v1/note/n_ada/publish', keys.ada, { channel_id: id })
  assert.equal((await world.get('/api/v1/note/n_ada', keys.bo)).status, 200)
  await patch(world, `/Groups/${id}`, [{ op: 'remove', path: 'members[value eq "u_bo"]' }])
  assert.equal((await world.get('/api/v1/note/n_ada', keys.bo)).status, 404)
  await patch(world, `/Groups/${id}`, [{ op: 'add', path: 'members', value: members('u_bo') }])
  assert.equal((await world.get('/api/v1/note/n_ada', keys.bo)).status, 200)
  assert.equal((await scim(world, 'DELETE', `/Groups/${id}`)).status, 204)
  assert.equal((await world.get('/api/v1/note/n_ada', keys.bo)).status, 404)
  assert.deepEqual(refusal(await scim(world, 'GET', `/Groups/${id}`)), [404, null, 'Group not found'])
  assert.equal((await world.get(`/api/v1/channel/${id}`, keys.ada)).status, 404)
})

test('a PUT without members keeps them, an empty list removes them', async () => {
  const group = await make({ members: members('u_bo') })
  const put = (body: object) => scim(world, 'PUT', `/Groups/${group.id}`, { schemas, displayName: 'Sales', ...body })
  assert.deepEqual((await put({ externalId: 'g-1' })).body, group)
  const { body } = await put({ displayName: 'North', members: members('u_ada') })
  assert.deepEqual([body.displayName, await membersOf(group.id)], ['North', ['u_ada']])
  assert.deepEqual((await put({ members: [] })).body.members, [])
  assert.equal(refusal(await put({ displayName: '' }))[1], 'mutability')
  const rows = await world.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('action', '=', 'channel.change')
    .execute()
  assert.equal(rows.length, 2, 'one for each that changed something')
})

test('channels that people created are not groups: a group with the same name does not take them over', async () => {
  const list = async (query: string) => (await scim(world, 'GET', `/Groups?${query}`)).body
  const byName = (name: string) => list(`filter=${encodeURIComponent(`displayName eq "${name}"`)}`)
  assert.equal((await list('')).totalResults, 0)
  assert.equal((await byName('Engineering')).totalResults, 0)
  for (const [method, body] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['PUT', { displayName: 'x' }],
  ] as const) {
    assert.deepEqual(refusal(await scim(world, method, '/Groups/ch_eng', body)), [404, null, 'Group not found'])
  }
  const { id } = await make({ displayName: 'Engineering' })
  const found = await byName('Engineering')
  assert.deepEqual(
    found.Resources.map((group: { id: string }) => group.id),
    [id],
  )
})

test('a group stays private: no member opens it, and the next sync closes one that is open', async () => {
  const { id } = await make({ members: members('u_bo') })
  const isPrivate = async () => (await world.get(`/api/v1/channel/${id}`, keys.bo)).body.channel.private
  const refused = await world.patch(`/api/v1/channel/${id}`, keys.bo, { title: 'All', private: false })
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'This channel is a group of your directory, so it stays private'],
  )
  assert.equal(await isPrivate(), true)
  assert.equal((await world.patch(`/api/v1/channel/${id}`, keys.bo, { title: 'All', private: true })).status, 200)
  await world.db.updateTable('channels').set({ private: false }).where('id', '=', id).execute()
  assert.equal((await patch(world, `/Groups/${id}`, [{ op: 'add', value: { displayName: 'All' } }])).status, 204)
  assert.equal(await isPrivate(), true)
  const rows = await world.db.selectFrom('audit_log').select('details').where('action', '=', 'channel.change').execute()
  const same = { title: 'All', external_id: 'g-1' }
  assert.deepEqual(rows.at(-1)!.details, {
    ...{ channel_id: id, added: [], removed: [] },
    ...{ before: { ...same, private: false }, after: { ...same, private: true } },
  })
})

test('who came into a group while it was open leaves at the next sync, unless the directory names them', async () => {
  for (const sync of ['PUT', 'PATCH', 'PATCH that adds', 'PUT without members'] as const) {
    const { id } = await make({ members: members('u_ada'), displayName: sync })
    const open = (isOpen: boolean) =>
      world.db.updateTable('channels').set({ private: !isOpen }).where('id', '=', id).execute()
    await world.post(`/api/v1/channel/${id}/members`, keys.ada, { user: 'u_cy' })
    await open(true)
    assert.equal((await world.post(`/api/v1/channel/${id}/members`, keys.bo, { user: 'u_bo' })).status, 200)
    // Also if somebody else closed it meanwhile.
    await open(sync !== 'PATCH')
    world.advance({ seconds: 1 })
    const renamed = { schemas, displayName: `${sync} again` }
    if (sync === 'PUT') await scim(world, 'PUT', `/Groups/${id}`, { ...renamed, members: members('u_ada', 'u_bo') })
    else if (sync === 'PUT without members') await scim(world, 'PUT', `/Groups/${id}`, renamed)
    else {
      const value = sync === 'PATCH' ? renamed : { members: members('u_bo') }
      assert.equal((await patch(world, `/Groups/${id}`, [{ op: 'add', value }])).status, 204)
    }
    const kept = { PUT: ['u_ada', 'u_bo'], 'PATCH that adds': ['u_ada', 'u_bo', 'u_cy'] }
    assert.deepEqual((await membersOf(id)).sort(), kept[sync as 'PUT'] ?? ['u_ada', 'u_cy'], sync)
    const filters = encodeURIComponent(JSON.stringify({ action: 'channel.change' }))
    const [entry] = (await world.get(`/api/v1/audit_log?filters=${filters}`, keys.ada)).body.data
    const removed = { PUT: ['u_cy'], 'PATCH that adds': [] }
    assert.deepEqual(entry.details.removed, removed[sync as 'PUT'] ?? ['u_bo'], sync)
    const again = (await world.get(`/api/v1/channel/${id}`, keys.bo)).status
    assert.equal(again, kept[sync as 'PUT'] ? 200 : 404, sync)
  }
})

test('who comes into an open channel that is no group stays when it is closed', async () => {
  const { id } = (await world.post('/api/v1/channel', keys.ada, { title: 'Lunch' })).body.channel
  assert.equal((await world.post(`/api/v1/channel/${id}/members`, keys.bo, { user: 'u_bo' })).status, 200)
  const { rows } = await sql`select from channel_members where channel_id = ${id} and came_while_open`.execute(world.db)
  assert.equal(rows.length, 0)
})

test('lists and filters of groups', async () => {
  const one = await make({ members: members('u_bo', 'u_ada') })
  world.advance({ seconds: 1 })
  const two = await make({ displayName: 'Support', externalId: 'g-2' })
  const found = async (filter: string, query = '') => {
    const { body } = await scim(world, 'GET', `/Groups?filter=${encodeURIComponent(filter)}${query}`)
    return body.detail ?? body.Resources.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await found('externalId eq "g-2"'), [two.id])
  assert.deepEqual(await found(`id eq "${one.id}" and members eq "u_bo"`, '&excludedAttributes=members'), [one.id])
  assert.deepEqual(await found('members[value eq "u_cy"]'), [])
  assert.deepEqual(await found('members.value eq "u_ada" or displayName eq "Support"'), [one.id, two.id])
  assert.deepEqual(await found('displayName eq "support"'), [], 'case counts')
  assert.match(await found('displayName co "x"'), /^filter takes eq of id, displayName, externalId, members/)
  const { body } = await scim(world, 'GET', '/Groups?excludedAttributes=members&startIndex=2&count=1')
  const { members: _, ...rest } = two
  assert.deepEqual([body.Resources, body.totalResults], [[rest], 2])
  const searched = await scim(world, 'POST', '/Groups/.search', {
    startIndex: 1,
    count: 1,
    excludedAttributes: ['members'],
  })
  assert.equal(searched.body.Resources[0].id, one.id)
  const groups = [one, two].map(({ id }) => ({ id, title: '', created_at: world.base.clock(), external_id: null }))
  for (const [most, fits] of [
    [1, 1],
    [2, 2],
    [3, 2],
  ] as const) {
    assert.equal(
      (await fitMembers(world.db, 'ws_acme', groups, most)).length,
      fits,
      'as many as have room, at least one',
    )
  }
})

test('a deleted person is not a member for SCIM; a deactivated one is', async () => {
  const { id } = await make({ members: members('u_bo', 'u_cy') })
  await scim(world, 'DELETE', '/Users/u_bo')
  assert.deepEqual(await membersOf(id), ['u_cy'])
  const gone = [400, 'invalidValue', 'members names u_bo, which is the id of no user']
  assert.deepEqual(
    refusal(await patch(world, `/Groups/${id}`, [{ op: 'add', path: 'members', value: members('u_bo') }])),
    gone,
  )
})

test('errors are named, and nothing is changed', async () => {
  const { id } = await make({ members: members('u_bo') })
  const cases: [object, string, RegExp][] = [
    [{ op: 'add', path: 'members', value: members('u_ada', 'u_zoe') }, 'invalidValue', /^members names u_zoe, /],
    [
      { op: 'add', path: 'members', value: [{ value: 7 }] },
      'invalidValue',
      /value\[0\]\.value must be the id of a user$/,
    ],
    [{ op: 'add', path: 'members', value: [{}] }, 'invalidValue', /value\[0\]\.value must be/],
    [{ op: 'replace', path: 'members[value eq "u_bo"]', value: {} }, 'invalidPath', /without a filter$/],
    [{ op: 'remove', path: 'members[display eq "Bo"]' }, 'invalidFilter', /named by value eq/],
    [{ op: 'remove', path: 'displayName' }, 'mutability', /a group has a displayName$/],
    [{ op: 'replace', path: 'displayName', value: 'x'.repeat(256) }, 'invalidValue', /at most 255 characters$/],
    [{ op: 'replace', path: 'displayName.x', value: 'x' }, 'invalidPath', /no such part$/],
  ]
  for (const [operation, word, sentence] of cases) {
    const added = { op: 'add', path: 'members', value: members('u_ada') }
    const [status, scimType, detail] = refusal(await patch(world, `/Groups/${id}`, [added, operation]))
    assert.deepEqual([status, scimType], [400, word])
    assert.match(String(detail), sentence)
  }
  assert.deepEqual(await membersOf(id), ['u_bo'])
  assert.equal((await scim(world, 'POST', '/Groups', { schemas })).status, 400)
})

test('the number of members in one request is limited', async () => {
  const { id } = await make()
  const naming = (count: number) =>
    patch(world, `/Groups/${id}`, [
      { op: 'remove', path: 'members', value: members(...Array.from({ length: count }, (_, index) => `u_${index}`)) },
    ])
  for (const count of [maxMembers - 1, maxMembers]) assert.equal((await naming(count)).status, 204)
  const [status, word, detail] = refusal(await naming(maxMembers + 1))
  assert.deepEqual([status, word], [400, 'invalidValue'])
  assert.match(String(detail), /names more than 5000 members in one request$/)
})
