/** An account has addresses: the current one, and others that its meetings were for (decisions 17 on sight, 29c on people). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { maxOtherAddresses } from '../server/people/accounts/addresses.ts'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { scim, patch as scimPatch, refusal as scimRefusal } from './support/scim.ts'
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

const change = (id: string, body: object, key = keys.ada) => world.request('PATCH', `/api/v1/user/${id}`, { key, body })
const refusal = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const status = async (path: string, key: string) => (await world.get(`/api/v1/${path}`, key)).status
const listed = async (kind: string, key: string, filters = {}) =>
  (await world.post(`/api/v1/${kind}`, key, { filters })).body.data.map(
    (each: { note_id?: string; recording_id?: string; id?: string }) => each.note_id ?? each.recording_id ?? each.id,
  )
const changes = async (key: string, cursor = '', more = '') => {
  const { body } = await world.get(`/api/v1/changes?${cursor && `cursor=${cursor}&`}${more}`, key)
  const told = body.data.map((each: { id: string; change: string }) => `${each.id} ${each.change}`)
  return { cursor: body.page_info.cursor, told: told.sort() }
}
const addressesOf = async (id: string) => {
  const { data } = (await world.get('/api/v1/users?page_size=50', keys.ada)).body
  const { email, other_addresses } = data.find((each: { id: string }) => each.id === id)
  return [email, ...other_addresses]
}
const importing = (user: object) => world.load({ subdomain: 'acme', name: 'Acme', users: [user] })
const table = (row: object, query = '') => world.post(`/api/v1/users/import${query}`, keys.ada, { users: [row] })

const ways: [name: string, move: (email: string) => Promise<unknown>][] = [
  ['the API', (email) => change('u_bo', { email })],
  [
    'an identity provider',
    (email) => scimPatch(world, '/Users/u_bo', [{ op: 'replace', path: 'userName', value: email }]),
  ],
  ['a world', (email) => importing({ id: 'u_bo', email, full_name: 'Bo Lindqvist' })],
  ['a table of people', (email) => table({ email: 'bo@acme.test', new_email: email })],
]

for (const [name, move] of ways) {
  test(`a changed e-mail keeps a person’s meetings and what they shared: by ${name}`, async () => {
    await world.post('/api/v1/user', keys.ada, { email: 'dee@acme.test', full_name: 'Dee' })
    await world.post('/api/v1/note/n_1/share', keys.bo, { user: 'dee@acme.test' })
    const asDee = { headers: { 'x-on-behalf-of': 'dee@acme.test' } }
    const { cursor } = await changes(keys.bo)
    const lists = () => Promise.all(['notes', 'recordings'].map((kind) => listed(kind, keys.bo)))
    const before = await lists()
    await move('bo.li@acme.test')
    assert.deepEqual(await addressesOf('u_bo'), ['bo.li@acme.test', 'Bo@acme.test'])
    assert.deepEqual(await lists(), before)
    for (const path of ['note/n_1', 'recording/r_2']) assert.equal(await status(path, keys.bo), 200, path)
    assert.equal((await world.get('/api/v1/note/n_1', keys.ada, asDee)).status, 200, 'what they shared')
    const found = await world.post('/api/v1/search', keys.bo, { query: 'morning' })
    assert.equal(found.body.data.length > 0, true, 'search')
    const filters = { event_attendees: ['bo.li@acme.test', 'ada@acme.test'] }
    const filtered = await world.post('/api/v1/search', keys.bo, { query: 'morning', filters })
    const ids = ({ body }: typeof found) => body.data.map((hit: { recording_id: string }) => hit.recording_id)
    assert.deepEqual(ids(filtered), ids(found), 'search by a new address')
    const { told } = await changes(keys.bo, cursor)
    assert.deepEqual(
      told.filter((each: string) => each.endsWith('gone')),
      [],
    )
    // An invitation of the new address is theirs too.
    const event = { guid: 'e2', title: 'Later', start: '2026-01-07T09:00:00Z', end: '2026-01-07T09:30:00Z' }
    const note = { id: 'n_2', event: 'e2', title: 'Later' }
    const invited = { ...event, attendees: [{ email: 'BO.LI@acme.test' }] }
    await world.load({ subdomain: 'acme', name: 'Acme', events: [invited], notes: [note] })
    assert.equal(await status('note/n_2', keys.bo), 200)
    for (const address of ['bo@acme.test', 'bo.li@acme.test'])
      assert.deepEqual(await listed('notes', keys.bo, { event_attendees: address }), ['n_2', 'n_1'], address)
    assert.deepEqual(await listed('notes', keys.bo, { event_attendees: ['bo@acme.test', 'bo.li@acme.test'] }), [
      'n_2',
      'n_1',
    ])
    assert.deepEqual(await listed('notes', keys.bo, { event_attendees: ['bo@acme.test', 'ada@acme.test'] }), ['n_1'])
  })
}

test('an address that is withdrawn closes what only it opened, and followers are told', async () => {
  await change('u_bo', { email: 'bo.li@acme.test' })
  const { cursor } = await changes(keys.bo)
  world.advance({ seconds: 1 })
  const withdrawn = await change('u_bo', { other_addresses: [] })
  assert.deepEqual([withdrawn.status, withdrawn.body.user.other_addresses], [200, []])
  assert.equal(await status('recording/r_2', keys.bo), 404)
  assert.equal(await status('recording/r_1', keys.bo), 200, 'it is published in a channel of theirs')
  const { told, cursor: next } = await changes(keys.bo, cursor)
  assert.ok(told.includes('r_2 gone'), String(told))
  assert.deepEqual(
    [(await world.get('/api/v1/audit_log', keys.ada)).body.data[0]].map(({ details }) => details),
    [{ user_id: 'u_bo', before: { other_addresses: ['Bo@acme.test'] }, after: { other_addresses: [] } }],
  )
  await change('u_bo', { other_addresses: ['bo@acme.test'] })
  assert.equal(await status('recording/r_2', keys.bo), 200)
  assert.ok((await changes(keys.bo, next)).told.includes('r_2 changed'))
})

test('an address is one account’s, whichever of its addresses it is, also for requests at once', async () => {
  await change('u_bo', { email: 'bo.li@acme.test' })
  const sentence = (email: string) =>
    `${email} is one of the other addresses of another account; withdraw it there first`
  for (const email of ['bo@acme.test', 'BO@acme.TEST']) {
    const refused = [409, sentence(email)]
    assert.deepEqual(refusal(await world.post('/api/v1/user', keys.ada, { email, full_name: 'Dee' })), refused)
    assert.deepEqual(refusal(await change('u_cy', { email })), refused)
    assert.deepEqual(refusal(await change('u_cy', { other_addresses: ['cyd@acme.test', email] })), refused)
    assert.deepEqual(scimRefusal(await scim(world, 'POST', '/Users', { schemas: [], userName: email })), [
      409,
      'uniqueness',
      sentence(email),
    ])
    const { status, body } = await table({ email: 'cy@acme.test', new_email: email })
    assert.deepEqual(
      [status, body.errors],
      [400, [{ location: 'body.users[0].new_email', message: 'is an address of another account' }]],
    )
    await assert.rejects(importing({ id: 'u_x', email, full_name: 'X' }), /email: .* is the address of the user u_bo$/)
    await assert.rejects(
      importing({ id: 'u_x', email: 'x@acme.test', other_addresses: [email], full_name: 'X' }),
      /other_addresses\[0\]: .* is the address of the user u_bo$/,
    )
  }
  assert.deepEqual(refusal(await change('u_bo', { email: 'ada@acme.test' })), [
    409,
    'ada@acme.test is the address of another account',
  ])
  const once = await Promise.all([
    change('u_bo', { other_addresses: ['new@acme.test'] }),
    change('u_ada', { email: 'new@acme.test' }),
    world.post('/api/v1/user', keys.ada, { email: 'NEW@acme.test', full_name: 'Dee' }),
    change('u_cy', { other_addresses: ['New@acme.test'] }),
  ])
  assert.deepEqual(once.map(({ status }) => Math.floor(status / 100)).sort(), [2, 4, 4, 4])
  const { rows } = await sql`select from addresses where email_folded = 'new@acme.test'`.execute(world.db)
  assert.equal(rows.length, 1)
})

test('an account has at most 50 other addresses; a wrong one is a 400', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `bo${n}@acme.test`)
  for (const count of [maxOtherAddresses - 1, maxOtherAddresses])
    assert.equal((await change('u_bo', { other_addresses: many(count) })).body.user.other_addresses.length, count)
  assert.equal((await change('u_bo', { other_addresses: many(maxOtherAddresses + 1) })).status, 400)
  assert.deepEqual(refusal(await change('u_bo', { email: 'bo.li@acme.test' })), [
    409,
    'An account has at most 50 other addresses; withdraw one of them first',
  ])
  assert.equal((await change('u_bo', { email: 'bo7@acme.test' })).status, 200, 'it swaps two of its own')
  for (const body of [{ email: 'bo' }, { other_addresses: ['bo'] }, { other_addresses: 'bo@acme.test' }])
    assert.equal((await change('u_bo', body)).status, 400)
})

test('only super admins see and change addresses; a person under legal hold loses none', async () => {
  await change('u_bo', { email: 'bo.li@acme.test' })
  const { data } = (await world.get('/api/v1/users', keys.bo)).body
  assert.ok(data.every((each: object) => !('other_addresses' in each)))
  const { status, body } = await change('u_bo', { email: 'me@acme.test' }, keys.bo)
  assert.deepEqual([status, body], [403, failureBody('This operation requires super admin privileges')])
  await change('u_bo', { legal_hold: 'Case 7' })
  assert.deepEqual(refusal(await change('u_bo', { other_addresses: [] })), [
    409,
    'Bo@acme.test is under legal hold; an administrator has to lift the hold first',
  ])
  assert.deepEqual(refusal(await world.delete('/api/v1/note/n_1', keys.ada)), [
    409,
    'This note is under legal hold; an administrator has to lift the hold first',
  ])
  assert.equal((await change('u_bo', { email: 'bo.new@acme.test' })).status, 200)
})

test('an other address names its person, as the receiver of a share and for programs that act for them', async () => {
  await change('u_bo', { email: 'bo.li@acme.test' })
  const shared = await world.post('/api/v1/note/n_ada/share', keys.adaRegular, { user: 'BO@acme.test' })
  assert.equal(shared.body.shares[0].user.id, 'u_bo')
  const as = { headers: { 'x-on-behalf-of': 'bo@acme.test' } }
  assert.equal((await world.get('/api/v1/me', keys.ada, as)).body.user.email, 'bo.li@acme.test')
})

test('a world carries the addresses; a list in it counts, and a world of before names people by former ones', async () => {
  await importing({
    id: 'u_bo',
    email: 'Bo@acme.test',
    other_addresses: ['li@acme.test', 'b@acme.test'],
    full_name: 'Bo',
  })
  assert.deepEqual(await addressesOf('u_bo'), ['Bo@acme.test', 'b@acme.test', 'li@acme.test'])
  await importing({ id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo' })
  assert.deepEqual(await addressesOf('u_bo'), ['Bo@acme.test', 'b@acme.test', 'li@acme.test'])
  await importing({ id: 'u_bo', email: 'bo.li@acme.test', other_addresses: ['li@acme.test'], full_name: 'Bo' })
  assert.deepEqual(await addressesOf('u_bo'), ['bo.li@acme.test', 'Bo@acme.test', 'li@acme.test'])
  await importing({ email: 'bo@acme.test', full_name: 'Bo' })
  assert.deepEqual(await addressesOf('u_bo'), ['bo@acme.test', 'bo.li@acme.test', 'li@acme.test'])
  await importing({ id: 'u_bo', email: 'bo@acme.test', other_addresses: null, full_name: 'Bo' })
  assert.deepEqual(await addressesOf('u_bo'), ['bo@acme.test'])
})

test('50: an erasure leaves none of the addresses, and what the person shared stays', async () => {
  const event = { guid: 'e2', title: 'Later', start: '2026-01-07T09:00:00Z', end: '2026-01-07T09:30:00Z' }
  const attendees = ['bo@acme.test', 'bo.li@acme.test', 'ada@acme.test'].map((email) => ({ email }))
  const notes = [{ id: 'n_2', event: 'e2', title: 'Later', created_by: 'u_bo' }]
  await change('u_bo', { email: 'bo.li@acme.test' })
  await world.load({ subdomain: 'acme', name: 'Acme', events: [{ ...event, attendees }], notes })
  const { body } = await world.get('/api/v1/user/u_bo/export', keys.ada)
  assert.deepEqual(
    [body.export.person.email, body.export.person.other_addresses],
    ['bo.li@acme.test', ['Bo@acme.test']],
  )
  assert.equal(body.export.events.length, 3, 'each invitation of theirs')
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  const { rows } = await sql<{ row: string }>`
    select t::text as row from addresses t where user_id = 'u_bo' union all select t::text from event_attendees t
    union all select t::text from audit_log t`.execute(world.db)
  assert.deepEqual(
    rows.map(({ row }) => row).filter((row) => /bo(\.li)?@acme/i.test(row)),
    [],
  )
  assert.equal(rows.filter(({ row }) => row.includes('erased.invalid')).length, 3, 'one address, invited once to each')
})
