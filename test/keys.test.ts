/** API keys as their owners and super admins manage them (decision 29c, spec 3.3). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { readGet, walk } from './support/walk.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const make = (key: string, body: object, more = {}) => world.post('/api/v1/api_key', key, body, more)
const patch = (id: string, key: string, body: object) => world.request('PATCH', `/api/v1/api_key/${id}`, { key, body })
const idsOf = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id)
const statusOf = async (key: string) => (await world.get('/api/v1/me', key)).status

test('29c: a key lists its owner’s keys, newest first in pages; a super admin key lists all of its workspace', async () => {
  assert.deepEqual(idsOf(await world.get('/api/v1/api_keys', keys.bo)), ['k_bo_marked', 'k_bo_inactive', 'k_bo'])
  const all = ['k_cy', 'k_bo_marked', 'k_bo_inactive', 'k_bo', 'k_ada_regular', 'k_ada']
  const walked = await walk(readGet(world, 'api_keys', keys.ada), () => 2)
  assert.deepEqual(
    walked.map(({ id }) => id),
    all,
  )
  assert.deepEqual(idsOf(await world.get('/api/v1/api_keys', keys.adaRegular)), ['k_ada_regular', 'k_ada'])
  assert.deepEqual(idsOf(await world.get('/api/v1/api_keys', keys.zoe)), ['k_zoe'])
  const as = { headers: { 'x-on-behalf-of': 'u_bo' } }
  assert.deepEqual(idsOf(await world.get('/api/v1/api_keys', keys.ada, as)), ['k_bo_marked', 'k_bo_inactive', 'k_bo'])
  assert.deepEqual(walked.at(-1), {
    id: 'k_ada',
    user_id: 'u_ada',
    name: 'ci',
    super_admin: true,
    active: true,
    created_at: '2026-01-10T12:00:00.000Z',
    last_used_at: null,
    scopes: null,
    expires_at: null,
  })
})

test('29c: a new key works at once; its secret is shown once and only its hash is stored', async () => {
  world.advance({ hours: 1 })
  const { status, body } = await make(keys.bo, { name: 'laptop' })
  assert.equal(status, 201)
  const { secret, api_key } = body
  assert.deepEqual((({ id: _, ...rest }) => rest)(api_key), {
    user_id: 'u_bo',
    name: 'laptop',
    super_admin: false,
    active: true,
    created_at: new Date(Date.parse('2026-01-10T13:00:00Z')).toISOString(),
    last_used_at: null,
    scopes: null,
    expires_at: null,
  })
  assert.equal((await world.get('/api/v1/me', secret)).body.user.id, 'u_bo')
  assert.equal((await make(keys.bo, { name: 'laptop' })).status, 201, 'names need not differ')
  for (const path of ['api_keys', 'audit_log', 'users']) {
    assert(!(await world.get(`/api/v1/${path}`, keys.ada)).text.includes(secret.slice(3)), path)
  }
  const rows = await sql<{ row: string }>`select to_jsonb(t)::text as row from api_keys t union all
    select to_jsonb(t)::text from audit_log t`.execute(world.db)
  assert(!rows.rows.some(({ row }) => row.includes(secret.slice(3))))
})

test('29c: only a super admin key creates a super admin key, and only for its owner', async () => {
  for (const key of [keys.bo, keys.boMarked, keys.adaRegular]) {
    const refused = [403, failureBody('Creating a super admin key requires super admin privileges')]
    const { status, body } = await make(key, { name: 'power', super_admin: true })
    assert.deepEqual([status, body], refused)
  }
  const as = { headers: { 'x-on-behalf-of': 'u_ada' } }
  assert.equal((await make(keys.ada, { name: 'power', super_admin: true }, as)).status, 403, 'not in another’s place')
  const { secret, api_key } = (await make(keys.ada, { name: 'power', super_admin: true })).body
  assert.equal(api_key.user_id, 'u_ada')
  assert.equal((await world.get('/api/v1/audit_log', secret)).status, 200)
  const changed = await patch('k_bo', keys.bo, { super_admin: true })
  assert.deepEqual([changed.status, changed.body.api_key.super_admin], [200, false], 'a mark is given at birth')
  const inPlace = await make(keys.ada, { name: 'for Bo' }, { headers: { 'x-on-behalf-of': 'u_bo' } })
  assert.equal((await world.get('/api/v1/me', inPlace.body.secret)).body.user.id, 'u_bo')
})

test('29c: names have 1 to 255 characters', async () => {
  for (const [length, status] of [
    [0, 400],
    [1, 201],
    [255, 201],
    [256, 400],
  ] as const) {
    assert.equal((await make(keys.bo, { name: '𝒜'.repeat(length) })).status, status, String(length))
    const renamed = await patch('k_bo', keys.bo, { name: '𝒜'.repeat(length) })
    assert.equal(renamed.status, status === 201 ? 200 : 400, String(length))
  }
  for (const body of [{}, { name: null }, { name: 1 }]) assert.equal((await make(keys.bo, body)).status, 400)
})

test('29c: a key that is switched off or deleted is refused from the next request on', async () => {
  assert.deepEqual((await patch('k_bo', keys.ada, { active: false })).body.api_key.active, false)
  assert.equal(await statusOf(keys.bo), 401)
  assert.equal((await patch('k_bo', keys.ada, { active: true, name: 'again' })).body.api_key.name, 'again')
  assert.equal(await statusOf(keys.bo), 200)
  const { status, body } = await world.delete('/api/v1/api_key/k_bo', keys.bo)
  assert.deepEqual([status, body], [200, { api_key_id: 'k_bo', deleted: true }], 'a key may end itself')
  assert.equal(await statusOf(keys.bo), 401)
  assert.equal((await world.delete('/api/v1/api_key/k_bo_marked', keys.ada)).status, 200)
  assert.equal(await statusOf(keys.boMarked), 401)
})

const changesOnlySuperAdmin =
  'Only a super admin key may change a super admin key; other keys of its owner may only switch it off'
const switchedOffByAdmin = 'An administrator switched this key off; only a super admin key may switch it on again'

test('29c: any key of its owner switches off a super admin key; only super admin keys change it', async () => {
  const power = (await make(keys.ada, { name: 'power', super_admin: true })).body
  const { id } = power.api_key
  const asAda = { headers: { 'x-on-behalf-of': 'u_ada' } }
  const byAdaHerself = (body: object) => world.patch(`/api/v1/api_key/${id}`, keys.ada, body, asAda)
  const refused = async (change: () => Promise<Answer>) => {
    const { status, body } = await change()
    assert.deepEqual([status, body], [403, failureBody(changesOnlySuperAdmin)])
  }
  await refused(() => patch(id, keys.adaRegular, { name: 'mine' }))
  await refused(() => patch(id, keys.adaRegular, { name: 'mine', active: false }))
  await refused(() => patch(id, keys.adaRegular, { scopes: ['read'] }))
  await refused(() => patch(id, keys.adaRegular, { expires_at: '2026-02-01T00:00:00Z' }))
  await refused(() => byAdaHerself({ name: 'mine' }))
  assert.equal((await patch(id, keys.adaRegular, { name: 'power' })).status, 200, 'nothing is changed')
  assert.equal(await statusOf(power.secret), 200)
  assert.equal((await patch(id, keys.adaRegular, { active: false })).status, 200)
  await refused(() => patch(id, keys.adaRegular, { active: true }))
  await refused(() => byAdaHerself({ active: true }))
  assert.equal(await statusOf(power.secret), 401)
  assert.equal((await patch(id, keys.ada, { active: true })).status, 200)
  assert.equal(await statusOf(power.secret), 200)
  assert.equal((await world.delete(`/api/v1/api_key/${id}`, keys.adaRegular)).status, 200, 'one’s own')
  // The mark is what counts: it may come to power with its owner.
  await refused(() => patch('k_bo_marked', keys.bo, { name: 'mine' }))
})

test('29c: only super admin keys activate a key that an administrator switched off; its owner may activate the others', async () => {
  const other = (await make(keys.bo, { name: 'other' })).body
  const { id } = other.api_key
  const asBo = { headers: { 'x-on-behalf-of': 'u_bo' } }
  const on = async (key: string, more = {}) => {
    const { status, body } = await world.patch(`/api/v1/api_key/${id}`, key, { active: true }, more)
    return status === 200 ? 200 : [status, body.message]
  }
  const off = (key: string, more = {}) => world.patch(`/api/v1/api_key/${id}`, key, { active: false }, more)
  await off(keys.bo)
  assert.equal(await on(keys.bo), 200)
  await off(keys.ada)
  assert.deepEqual(
    [await on(keys.bo), await on(keys.ada, asBo)],
    [
      [403, switchedOffByAdmin],
      [403, switchedOffByAdmin],
    ],
  )
  assert.equal((await patch(id, keys.bo, { name: 'renamed' })).status, 200)
  await off(keys.bo)
  assert.deepEqual(await on(keys.bo), [403, switchedOffByAdmin], 'switching off again forgets nothing')
  assert.equal(await on(keys.ada), 200)
  await off(keys.ada, asBo)
  assert.equal(await on(keys.bo), 200, 'on behalf of Bo it was Bo')
})

test('29c: another person’s key is a 404', async () => {
  for (const [key, ids] of [
    [keys.bo, ['k_ada', 'k_cy', 'k_zoe', 'k_none', '%00', 'x'.repeat(500)]],
    [keys.adaRegular, ['k_bo']],
    [keys.ada, ['k_zoe', 'k_none']],
  ] as const) {
    for (const id of ids) {
      const missing = [404, failureBody('API key not found')]
      const [changed, deleted] = [
        await patch(id, key, { active: false }),
        await world.delete(`/api/v1/api_key/${id}`, key),
      ]
      assert.deepEqual([changed.status, changed.body], missing, id)
      assert.deepEqual([deleted.status, deleted.body], missing, id)
    }
  }
  for (const key of [keys.ada, keys.adaRegular, keys.bo, keys.zoe]) assert.equal(await statusOf(key), 200)
})

test('3.3: a workspace webhook stays after the deletion of its key, and keeps the key’s id', async () => {
  await sql`insert into webhooks (workspace_id, id, user_id, api_key_id, scope, url, secret, created_at, updated_at)
    values ('ws_acme', 'wh_1', 'u_bo', 'k_bo_marked', 'workspace', 'https://hooks.test/', '', now(), now())`.execute(
    world.db,
  )
  assert.equal((await world.delete('/api/v1/api_key/k_bo_marked', keys.ada)).status, 200)
  const found = await sql`select id, api_key_id, status from webhooks`.execute(world.db)
  assert.deepEqual(found.rows, [{ id: 'wh_1', api_key_id: 'k_bo_marked', status: 'active' }])
  const changed = await world.request('PATCH', '/api/v1/webhook/wh_1', { key: keys.ada, body: { description: 'x' } })
  assert.equal(changed.status, 400, 'it can only be deleted')
  assert.equal((await world.delete('/api/v1/webhook/wh_1', keys.ada)).status, 200)
})

test('29c: each write is one row of the log, which also names the person acted for', async () => {
  const made = await make(keys.ada, { name: 'for Bo' }, { headers: { 'x-on-behalf-of': 'u_bo' } })
  const { id } = made.body.api_key
  world.advance({ seconds: 1 })
  await patch(id, keys.bo, { name: 'mine', active: true })
  await patch(id, keys.bo, {})
  world.advance({ seconds: 1 })
  await world.delete(`/api/v1/api_key/${id}`, keys.ada)
  const { body } = await world.get('/api/v1/audit_log', keys.ada)
  const rows = body.data.map(({ action, status, user_id, on_behalf_of, details }: Record<string, unknown>) => {
    return [action, status, user_id, on_behalf_of, action === 'impersonate' ? null : details]
  })
  const names = { before: { name: 'for Bo' }, after: { name: 'mine' } }
  assert.deepEqual(rows.slice(0, 2), [
    ['api_key.delete', 200, 'u_ada', null, { api_key_id: id, owner: 'u_bo', name: 'mine' }],
    ['api_key.change', 200, 'u_bo', null, { api_key_id: id, owner: 'u_bo', ...names }],
  ])
  assert.deepEqual(
    rows.slice(2).sort(),
    [
      ['api_key.create', 201, 'u_ada', 'u_bo', { api_key_id: id, owner: 'u_bo', name: 'for Bo', super_admin: false }],
      ['impersonate', 201, 'u_ada', 'u_bo', null],
    ].sort(),
  )
})
