/** Who belongs to the workspace, as everyone reads it and super admins change it (decision 29c on people and keys). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { readGet, walk } from './support/walk.ts'
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

const patch = (path: string, key: string, body: object, more = {}) =>
  world.request('PATCH', `/api/v1/${path}`, { key, body, ...more })
const log = async () => (await world.get('/api/v1/audit_log', keys.ada)).body.data
const person = { email: 'dee@acme.test', full_name: 'Dee Sato' }

test('29c: everyone lists the people, newest first in pages; never those of other workspaces', async () => {
  world.advance({ seconds: 1 })
  const { user } = (await world.post('/api/v1/user', keys.ada, person)).body
  const expected = [
    { ...user, ...person, admin: false, active: true },
    { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy Okafor', admin: true, active: false },
    { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist', admin: false, active: true },
    { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true, active: true },
  ]
  const admins = { legal_hold: null, notes_language: null, other_addresses: [], invited_until: null }
  const shown = { [keys.ada]: expected.map((each) => ({ ...each, ...admins })), [keys.bo]: expected }
  for (const [key, people] of Object.entries(shown)) {
    for (const size of [1, 2, 4, 50]) {
      const found = await walk(readGet(world, 'users', key), () => size)
      assert.deepEqual(
        found.map(({ last_seen_at: _, ...person }) => person),
        people,
      )
    }
  }
  assert.deepEqual(
    (await world.get('/api/v1/users', keys.zoe)).body.data.map(({ id }: { id: string }) => id),
    ['u_zoe'],
  )
})

test('29c: a new person sees at once what their address was invited to', async () => {
  const { status, body } = await world.post('/api/v1/user', keys.ada, {
    email: 'GUEST@Elsewhere.test',
    full_name: 'Guest',
  })
  assert.equal(status, 201)
  const as = { headers: { 'x-on-behalf-of': body.user.id } }
  assert.equal((await world.get('/api/v1/note/n_1', keys.ada, as)).status, 200)
  assert.equal((await world.get('/api/v1/recording/r_2', keys.ada, as)).status, 200)
  assert.equal((await world.get('/api/v1/note/n_ada', keys.ada, as)).status, 404)
})

test('29c: an address belongs to one account, in any case; an invalid address is refused', async () => {
  for (const email of ['bo@acme.test', 'BO@ACME.TEST', 'cy@acme.test']) {
    const answer = await world.post('/api/v1/user', keys.ada, { ...person, email })
    assert.deepEqual([answer.status, answer.body], [409, failureBody(`${email} is the address of another account`)])
  }
  assert.equal((await world.post('/api/v1/user', keys.ada, { ...person, email: 'zoe@zeta.test' })).status, 201)
  const longest = `${'x'.repeat(1_014)}@acme.test`
  for (const email of [
    '',
    'dee',
    '@',
    'dee@',
    '@acme.test',
    'de e@acme.test',
    'a@b@c',
    ' dee@acme.test',
    `x${longest}`,
  ]) {
    const { status, body } = await world.post('/api/v1/user', keys.ada, { ...person, email })
    const message = email.length > 1_024 ? 'must have at most 1024 characters' : 'must be an e-mail address'
    const errors = [{ location: 'body.email', message }]
    assert.deepEqual([status, body.errors], [400, errors], email)
  }
  assert.equal((await world.post('/api/v1/user', keys.ada, { ...person, email: longest })).status, 201)
  assert.equal((await world.post('/api/v1/user', keys.ada, { ...person, email: 'ö@straße.test' })).status, 201)
  assert.equal((await world.post('/api/v1/user', keys.ada, { ...person, email: 'Ö@STRASSE.test' })).status, 409)
  for (const [length, status] of [
    [0, 400],
    [1, 201],
    [255, 201],
    [256, 400],
  ] as const) {
    const named = { email: `n${length}@acme.test`, full_name: '𝒜'.repeat(length) }
    assert.equal((await world.post('/api/v1/user', keys.ada, named)).status, status, String(length))
  }
  assert.equal((await world.post('/api/v1/user', keys.ada, { email: person.email })).status, 400)
  assert.equal((await world.post('/api/v1/user', keys.ada)).status, 400)
})

test('29c: of several concurrent requests that add the same address one succeeds', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => world.post('/api/v1/user', keys.ada, person)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('29c: only super admin keys write, for any id; otherwise nothing changes and the log has only the tries', async () => {
  const as = { headers: { 'x-on-behalf-of': 'u_ada' } }
  const rows = (await world.get('/api/v1/users', keys.ada)).body
  const attempts: [key: string, more: object][] = [
    [keys.bo, {}],
    [keys.boMarked, {}],
    [keys.adaRegular, {}],
    [keys.ada, as],
  ]
  for (const [key, more] of attempts) {
    const answers = [
      await world.post('/api/v1/user', key, person, more),
      await patch('user/u_bo', key, { active: false }, more),
      await patch('user/u_none', key, { active: false }, more),
      await patch('workspace', key, { name: 'Mine' }, more),
    ]
    for (const { status, body } of answers) {
      assert.deepEqual([status, body], [403, failureBody('This operation requires super admin privileges')])
    }
  }
  assert.deepEqual((await world.get('/api/v1/users', keys.ada)).body, rows)
  const logged = new Set((await log()).map(({ action }: { action: string }) => action))
  assert.deepEqual([...logged].sort(), ['impersonate', 'operation.refuse'])
  for (const id of ['u_none', 'u_zoe', '%00', 'x'.repeat(500)]) {
    assert.equal((await patch(`user/${id}`, keys.ada, { active: false })).status, 404, id)
  }
})

test('29c: a deactivated person is refused from the next request on, and accepted again once reactivated', async () => {
  const asBo = { headers: { 'x-on-behalf-of': 'u_bo' } }
  assert.equal((await patch('user/u_bo', keys.ada, { active: false })).body.user.active, false)
  for (const key of [keys.bo, keys.boMarked]) assert.equal((await world.get('/api/v1/me', key)).status, 401)
  assert.equal((await world.get('/api/v1/me', keys.ada, asBo)).status, 404)
  assert.equal((await patch('user/u_bo', keys.ada, { active: true })).body.user.active, true)
  assert.equal((await world.get('/api/v1/note/n_1', keys.bo)).status, 200)
  assert.equal((await world.get('/api/v1/me', keys.ada, asBo)).status, 200)
})

test('29c: rights follow the designation at once', async () => {
  assert.equal((await world.get('/api/v1/audit_log', keys.boMarked)).status, 403)
  await patch('user/u_bo', keys.ada, { admin: true })
  assert.equal((await world.get('/api/v1/audit_log', keys.boMarked)).status, 200)
  assert.equal((await patch('user/u_ada', keys.boMarked, { admin: false })).status, 200)
  assert.equal((await world.get('/api/v1/audit_log', keys.ada)).status, 403)
  assert.equal((await world.get('/api/v1/me', keys.ada)).status, 200, 'it goes on as an ordinary key')
})

test('29c: the last active admin cannot be removed', async () => {
  const refusal = 'This is the last active admin of the workspace; make another person admin first'
  for (const change of [{ active: false }, { admin: false }, { admin: false, full_name: 'Nobody' }]) {
    const { status, body } = await patch('user/u_ada', keys.ada, change)
    assert.deepEqual([status, body], [409, failureBody(refusal)], 'the other admin is deactivated')
  }
  assert.equal((await world.get('/api/v1/me', keys.ada)).body.user.full_name, 'Ada Moreau')
  assert.equal(
    (await patch('user/u_cy', keys.ada, { admin: false })).status,
    200,
    'an admin who is deactivated is none',
  )
  assert.equal((await patch('user/u_bo', keys.ada, { admin: true })).status, 200)
  assert.equal((await patch('user/u_ada', keys.ada, { active: false })).status, 200)
  assert.equal((await world.get('/api/v1/me', keys.ada)).status, 401)
  assert.equal((await patch('user/u_bo', keys.boMarked, { admin: false })).status, 409)
})

test('29c: each write is one row of the log that names the changes; a write without a change adds none', async () => {
  const { user } = (await world.post('/api/v1/user', keys.ada, person)).body
  world.advance({ seconds: 1 })
  await patch('user/u_bo', keys.ada, { full_name: 'Bo L.', active: true, admin: null })
  world.advance({ seconds: 1 })
  await patch('workspace', keys.ada, { workspace_webhooks: false, name: 'Acme' })
  for (const same of [{}, { full_name: 'Bo L.' }, { id: 'u_mine', workspace_id: 'ws_zeta', email: 'Bo@acme.test' }]) {
    const answer = await patch('user/u_bo', keys.ada, same)
    assert.deepEqual([answer.status, answer.body.user.id], [200, 'u_bo'])
  }
  await patch('workspace', keys.ada, { name: 'Acme', plan: 'team', id: 'ws_zeta' })
  const rows = (await log()).map(({ action, details, status, method, key_id }: Record<string, unknown>) => {
    assert.equal(key_id, 'k_ada')
    return [action, method, status, details]
  })
  const [was, is] = [{ full_name: 'Bo Lindqvist' }, { full_name: 'Bo L.' }]
  assert.deepEqual(rows, [
    ['workspace.change', 'PATCH', 200, { before: { workspace_webhooks: true }, after: { workspace_webhooks: false } }],
    ['user.change', 'PATCH', 200, { user_id: 'u_bo', before: was, after: is }],
    ['user.create', 'POST', 201, { user }],
  ])
  assert.equal((await world.get('/api/v1/me', keys.zoe)).status, 200)
})
