/** What a key is good for, and until when (decision 29c on people and keys). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Scope, scopeNames } from '../server/people/caller/scopes.ts'
import { requireCaller } from '../server/people/requests/require-caller.ts'
import { createApi } from '../server/platform/http/api.ts'
import type { OpenApiOperation } from '../server/platform/http/openapi-document.ts'
import { acme, acmeWithWebhooks, keys } from './support/acme.ts'
import { operationsOf } from './support/contract.ts'
import { type Documented, exampleCall, send } from './support/example-calls.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ MAX_KEYS_PER_PERSON: '1000' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const make = (key: string, body: object, more = {}) =>
  world.post('/api/v1/api_key', key, { name: 'made', ...body }, more)
const patch = (id: string, key: string, body: object) => world.patch(`/api/v1/api_key/${id}`, key, body)
const result = ({ status, body }: Answer) => (status < 300 ? status : [status, body.message])
const lacks = (scope: string) => [403, `This key lacks the scope: ${scope}`]

/** @returns a new key of these scopes, by one that has them all */
async function keyOf(scopes: Scope[] | null, maker = keys.bo, more = {}) {
  const { status, body } = await make(maker, { scopes, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return { secret: body.secret as string, id: body.api_key.id as string, key: body.api_key }
}

type Scoped = OpenApiOperation & Documented & { 'x-scope'?: Scope }

test('29c: every operation that accepts keys has one scope, by the rule', () => {
  const admin = [
    ...['get /api/v1/audit_log', 'post /api/v1/user', 'patch /api/v1/user/{user_id}', 'patch /api/v1/workspace'],
    ...['put /api/v1/note_templates', 'put /api/v1/glossary', 'get /api/v1/installation'],
    ...['get /api/v1/models', 'post /api/v1/models/add', 'post /api/v1/models/cancel', 'post /api/v1/models/remove'],
    ...['delete /api/v1/note/{note_id}', 'delete /api/v1/recording/{recording_id}'],
    ...['post /api/v1/user/{user_id}/sign_in_link', 'post /api/v1/users/import', 'delete /api/v1/user/{user_id}'],
    'delete /api/v1/user/{user_id}/identity',
    ...['get /api/v1/recorders', 'post /api/v1/recorder'],
    ...['patch /api/v1/recorder/{recorder_id}', 'delete /api/v1/recorder/{recorder_id}'],
    ...['get /api/v1/erasures', 'get /api/v1/user/{user_id}/erasure', 'get /api/v1/user/{user_id}/export'],
    ...['get /api/v1/workspace/retention', 'get /api/v1/former_texts', 'get /api/v1/former_text/{former_text_id}'],
  ]
  // A session may always say what it is, and end.
  const ofSession = ['get /api/v1/session', 'delete /api/v1/session', 'post /api/v1/session/elevate']
  const ofPasskeys = ['get', 'post'].map((method) => `${method} /api/v1/me/passkeys`)
  const needNone = [
    ...[...ofSession, ...ofPasskeys, 'delete /api/v1/session/elevate'],
    'delete /api/v1/me/passkeys/{passkey_id}',
  ]
  const lists = ['notes', 'recordings', 'recordings/upload/list', 'action_items', 'decisions', 'search', 'ask'].map(
    (each) => `post /api/v1/${each}`,
  )
  const expected = (name: string) => {
    if (/\/(webhooks?|event_types|events)(\/|$)/.test(name)) return 'webhooks'
    if (admin.includes(name)) return 'admin'
    return /^(get|head|options) /.test(name) || lists.includes(name) ? 'read' : 'write'
  }
  for (const [name, operation] of operationsOf(world.api.document()) as [string, Scoped][]) {
    const isOpen = operation.security?.length === 0 || needNone.includes(name)
    assert.equal(operation['x-scope'], isOpen ? undefined : expected(name), name)
  }
})

test('29c: a key without the scope is refused by every operation, before the request is checked', async () => {
  await world.load(...acmeWithWebhooks())
  const secrets = new Map<Scope, string>()
  for (const missing of scopeNames) {
    const others = scopeNames.filter((scope) => scope !== missing)
    secrets.set(missing, (await keyOf(others, keys.ada, { super_admin: true })).secret)
  }
  for (const each of operationsOf(world.api.document()) as [string, Scoped][]) {
    const [name, operation] = each
    const scope = operation['x-scope']
    if (!scope || name.startsWith('head ')) continue
    const call = exampleCall(each, 'https://hooks.test/')
    const wrong = call.body === undefined ? call : { ...call, body: [] }
    assert.deepEqual(result(await send(world, wrong, { key: secrets.get(scope)! })), lacks(scope), name)
  }
  const head = await world.api.api.inject({
    method: 'HEAD',
    url: '/api/v1/me',
    headers: { 'x-api-key': secrets.get('read')! },
  })
  assert.equal(head.statusCode, 403)
})

test('29c: a key with only one scope can use the operations of that scope', async () => {
  const [read, write, webhooks] = await Promise.all(
    (['read', 'write', 'webhooks'] as const).map(async (scope) => (await keyOf([scope])).secret),
  )
  const admin = (await keyOf(['admin'], keys.ada, { super_admin: true })).secret
  assert.equal((await world.get('/api/v1/me', read)).status, 200)
  assert.equal((await world.post('/api/v1/notes', read, {})).status, 200)
  assert.equal((await world.post('/api/v1/note', write, { title: 'New' })).status, 201)
  assert.equal((await world.get('/api/v1/webhooks', webhooks)).status, 200)
  assert.equal((await world.get('/api/v1/audit_log', admin)).status, 200)
  assert.equal((await world.delete('/api/v1/note/n_1', admin)).status, 200)
  assert.deepEqual(result(await world.get('/api/v1/me', admin)), lacks('read'))
})

test('29c: a super admin key without `admin` sees the workspace, and cannot use operations of administrators', async () => {
  const { secret } = await keyOf(['read', 'write', 'webhooks'], keys.ada, { super_admin: true })
  assert.equal((await world.get('/api/v1/note/n_bo', secret)).status, 200)
  assert.deepEqual(result(await world.get('/api/v1/audit_log', secret)), lacks('admin'))
  assert.deepEqual(result(await world.delete('/api/v1/note/n_none', secret)), lacks('admin'))
  assert.deepEqual(result(await world.delete('/api/v1/api_key/k_bo', secret)), lacks('admin'))
  assert.deepEqual(result(await patch('k_bo', secret, { active: false })), lacks('admin'))
  assert.deepEqual(result(await patch('k_none', secret, { active: false })), [404, 'API key not found'])
  const { data } = (await world.get('/api/v1/api_keys', secret)).body
  assert.deepEqual(new Set(data.map(({ user_id }: { user_id: string }) => user_id)), new Set(['u_ada']))
  const as = (person: string) => ({ headers: { 'x-on-behalf-of': person } })
  await world.db.deleteFrom('audit_log').execute()
  assert.deepEqual(result(await world.get('/api/v1/me', secret, as('u_bo'))), lacks('admin'))
  assert.deepEqual(result(await world.get('/api/v1/me', secret, as('u_none'))), lacks('admin'))
  const rows = await world.db.selectFrom('audit_log').select(['action', 'status']).execute()
  assert.deepEqual(rows, Array(2).fill({ action: 'impersonate', status: 403 }), 'refused ones are rows too')
})

test('29c: a request for another person has the scopes of the key', async () => {
  const { secret } = await keyOf(['read', 'admin'], keys.ada, { super_admin: true })
  const as = { headers: { 'x-on-behalf-of': 'u_bo' } }
  assert.equal((await world.get('/api/v1/me', secret, as)).body.user.id, 'u_bo')
  await world.db.deleteFrom('audit_log').execute()
  assert.deepEqual(result(await world.post('/api/v1/note', secret, { title: 'x' }, as)), lacks('write'))
  const rows = await world.db.selectFrom('audit_log').select(['on_behalf_of', 'status']).execute()
  assert.deepEqual(rows, [{ on_behalf_of: 'u_bo', status: 403 }])
})

test('29c: scopes are known words, each once; null means all of them, an empty list is an error', async () => {
  const { key } = await keyOf(['write', 'read', 'write'])
  assert.deepEqual(key.scopes, ['read', 'write'])
  for (const scopes of [null, undefined]) assert.equal((await make(keys.bo, { scopes })).body.api_key.scopes, null)
  for (const [scopes, message] of [
    [[], 'body.scopes must have at least 1 entries'],
    [['read', 'all'], 'body.scopes[1] must be one of read, write, webhooks, admin, scim'],
    [['READ'], 'body.scopes[0] must be one of read, write, webhooks, admin, scim'],
    [[null], 'body.scopes[0] must be a string'],
    ['read', 'body.scopes must be an array'],
    [Array(101).fill('read'), 'body.scopes must have at most 100 entries'],
  ] as const) {
    assert.deepEqual(result(await make(keys.bo, { scopes })), [400, message])
    assert.deepEqual(result(await patch('k_bo', keys.bo, { scopes })), [400, message])
  }
  assert.equal((await make(keys.bo, { scopes: Array(100).fill('read') })).status, 201)
})

test('29c: PATCH changes scopes and expiry, null removes them, and absent fields stay', async () => {
  const { id } = await keyOf(['read'])
  const changed = async (body: object) => {
    // Rows of one moment have no order.
    world.advance({ seconds: 1 })
    const { status, body: answer } = await patch(id, keys.bo, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return [answer.api_key.scopes, answer.api_key.expires_at]
  }
  const end = '2026-02-01T00:00:00.000Z'
  assert.deepEqual(await changed({ expires_at: '2026-02-01T01:00:00+01:00' }), [['read'], end])
  assert.deepEqual(await changed({ scopes: ['webhooks', 'read'] }), [['read', 'webhooks'], end])
  assert.deepEqual(await changed({ name: 'other' }), [['read', 'webhooks'], end])
  assert.deepEqual(await changed({ scopes: null }), [null, end])
  assert.deepEqual(await changed({ expires_at: null }), [null, null])
  const listed = (await world.get('/api/v1/api_keys', keys.bo)).body.data.find((key: { id: string }) => key.id === id)
  assert.deepEqual([listed.scopes, listed.expires_at], [null, null])
  const log = (await world.get('/api/v1/audit_log', keys.ada)).body.data.filter(
    ({ action }: { action: string }) => action === 'api_key.change',
  )
  const details = { api_key_id: id, owner: 'u_bo' }
  assert.deepEqual(
    log.map((row: { details: object }) => row.details).find(({ after }: { after: object }) => 'expires_at' in after),
    { ...details, before: { expires_at: end }, after: { expires_at: null } },
  )
})

test('29c: no key creates or changes a key to more than its own scopes', async () => {
  const narrow = await keyOf(['read', 'write'])
  assert.equal((await make(narrow.secret, { scopes: ['read'] })).status, 201)
  assert.equal((await make(narrow.secret, { scopes: ['write', 'read'] })).status, 201)
  assert.deepEqual(result(await make(narrow.secret, { scopes: ['read', 'webhooks'] })), lacks('webhooks'))
  for (const scopes of [null, undefined]) {
    assert.deepEqual(result(await make(narrow.secret, { scopes })), lacks('webhooks'))
  }
  assert.deepEqual(result(await patch(narrow.id, narrow.secret, { scopes: null })), lacks('webhooks'))
  assert.deepEqual(result(await patch(narrow.id, narrow.secret, { scopes: ['read', 'admin'] })), lacks('admin'))
  const wide = await keyOf(null)
  assert.equal((await patch(wide.id, narrow.secret, { scopes: ['read', 'webhooks'] })).status, 200, 'that is narrower')
  assert.deepEqual(result(await patch(wide.id, narrow.secret, { scopes: ['webhooks', 'admin'] })), lacks('admin'))
  assert.equal((await patch(wide.id, narrow.secret, { active: false })).status, 200)
  assert.deepEqual(result(await patch(wide.id, narrow.secret, { active: true })), lacks('webhooks'))
  assert.equal((await patch(wide.id, keys.bo, { active: true })).status, 200)
  // The rights of an administrator are no more than the key’s either, for others too.
  const admin = (await keyOf(['write', 'admin'], keys.ada, { super_admin: true })).secret
  assert.deepEqual(result(await make(admin, { super_admin: true })), lacks('read'))
  const some = await keyOf(['write'])
  assert.deepEqual(result(await patch(some.id, admin, { scopes: null })), lacks('read'))
  assert.equal((await patch(some.id, admin, { scopes: ['write', 'admin'] })).status, 200)
  const as = { headers: { 'x-on-behalf-of': 'u_bo' } }
  assert.deepEqual(result(await make(admin, { scopes: ['read'] }, as)), lacks('read'))
})

test('29c: a key is invalid from its expiry on, and can get a new expiry', async () => {
  const { secret, id } = await keyOf(null, keys.bo, { expires_at: '2026-02-01T00:00:00Z' })
  const left = Date.parse('2026-02-01T00:00:00Z') - world.base.clock().getTime()
  const status = async () => (await world.get('/api/v1/me', secret)).status
  world.advance({ seconds: left / 1_000 - 0.001 })
  assert.equal(await status(), 200)
  world.advance({ seconds: 0.001 })
  assert.deepEqual(result(await world.get('/api/v1/me', secret)), [401, 'Missing or invalid API key'])
  assert.equal((await world.get('/api/v1/me', secret, { host: 'acme.localhost' })).status, 401)
  assert.equal(
    (await patch(id, keys.bo, { expires_at: new Date(world.base.clock().getTime() + 1).toISOString() })).status,
    200,
  )
  assert.equal(await status(), 200)
  world.advance({ seconds: 0.001 })
  assert.equal(await status(), 401)
})

test('29c: an expiry must be in the future, and an existing date', async () => {
  const now = world.base.clock().getTime()
  const at = (ms: number) => new Date(now + ms).toISOString()
  for (const expires_at of [at(-1), at(0), '0001-01-01T00:00:00Z']) {
    const fault = [400, 'body.expires_at must be in the future']
    assert.deepEqual(result(await make(keys.bo, { expires_at })), fault)
    assert.deepEqual(result(await patch('k_bo', keys.bo, { expires_at })), fault)
  }
  for (const expires_at of [at(1), '9999-12-31T23:59:59Z', '2027-01-01T00:00:00.123456+02:00']) {
    assert.equal((await make(keys.bo, { expires_at })).status, 201, expires_at)
  }
  for (const expires_at of [
    '',
    'never',
    '2027-01-01',
    '2027-02-30T00:00:00Z',
    '2027-01-01T00:00:00',
    1,
    '9999-12-31T23:59:59-01:00',
  ]) {
    assert.equal((await make(keys.bo, { expires_at })).status, 400, String(expires_at))
    assert.equal((await patch('k_bo', keys.bo, { expires_at })).status, 400, String(expires_at))
  }
})

test('29c: no key gives another key a later expiry than its own', async () => {
  const end = new Date(world.base.clock().getTime() + 86_400_000)
  const at = (ms: number) => new Date(end.getTime() + ms).toISOString()
  const { secret, id } = await keyOf(null, keys.bo, { expires_at: end.toISOString() })
  const tooLong = [403, 'This key expires; it cannot give a key a later expiry than its own, or none']
  assert.equal((await make(secret, { expires_at: at(0) })).status, 201)
  for (const expires_at of [at(1), null, undefined]) {
    assert.deepEqual(result(await make(secret, { expires_at })), tooLong, String(expires_at))
  }
  assert.deepEqual(result(await patch(id, secret, { expires_at: null })), tooLong)
  assert.deepEqual(result(await patch(id, secret, { expires_at: at(1) })), tooLong)
  assert.equal((await patch(id, secret, { expires_at: at(-1) })).status, 200)
  const lasting = await keyOf(null)
  assert.equal((await patch(lasting.id, secret, { name: 'renamed' })).status, 200)
  assert.equal((await patch(lasting.id, secret, { expires_at: at(1_000) })).status, 200, 'that is shorter')
  assert.equal((await patch(lasting.id, secret, { active: false })).status, 200)
  assert.deepEqual(result(await patch(lasting.id, secret, { active: true })), tooLong)
})

test('29c: an operation without a scope cannot be registered', async () => {
  const { db, log, clock } = world.base
  const open = async (config: object) => {
    const api = createApi({ bodyLimitBytes: 1_024, log, clock })
    api.register(async (keyed) => {
      requireCaller(keyed, {
        db,
        clock,
        baseDomain: 'localhost',
        publicUrl: null,
        rate: {} as never,
        keyUse: {} as never,
        recorderTokens: null,
      })
      keyed.get('/api/v1/new', { config }, async () => ({}))
    })
    await api.ready()
    await api.close()
  }
  await open({ scope: 'read' })
  for (const config of [{}, { scope: 'reed' }, { scope: null }]) {
    await assert.rejects(open(config), { message: 'GET /api/v1/new declares no scope' })
  }
})
