/**
 * Who is asking, and in which order a request is judged (decisions 2 on errors to 4 on keys, 6 on super admin keys and
 * 13 on rate limits).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ BODY_LIMIT_BYTES: '1024' })
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const unauthorized = failureBody('Missing or invalid API key')
const me = (headers: Record<string, string>, to = world) => to.get('/api/v1/me', undefined, { headers })

/** Who the key or header is taken for; null where it is refused as no key. */
async function who(headers: Record<string, string>): Promise<string | null> {
  const { status, body } = await me(headers)
  if (status === 200) return body.user.id
  assert.deepEqual([status, body], [401, unauthorized])
  return null
}

test('4: both headers accept a key; X-API-KEY wins if both are sent', async () => {
  for (const scheme of ['ApiKey', 'apikey', 'APIKEY', 'aPiKeY', 'Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    assert.equal(await who({ authorization: `${scheme} ${keys.bo}` }), 'u_bo', scheme)
  }
  assert.equal(await who({ authorization: `ApiKey   ${keys.bo}  ` }), 'u_bo')
  assert.equal(await who({ 'x-api-key': ` ${keys.bo} ` }), 'u_bo')
  assert.equal(await who({ authorization: `Bearer   ${keys.bo}  ` }), 'u_bo')
  assert.equal(await who({ 'x-api-key': keys.ada, authorization: `ApiKey ${keys.bo}` }), 'u_ada')
  assert.equal(await who({ 'x-api-key': keys.ada, authorization: `Bearer ${keys.bo}` }), 'u_ada')
  assert.equal(await who({ 'x-api-key': keys.ada, authorization: 'Basic YTpi' }), 'u_ada')
  assert.equal(await who({ 'x-api-key': 'wrong', authorization: `ApiKey ${keys.bo}` }), null)
  assert.equal(await who({ 'x-api-key': 'wrong', authorization: 'Basic YTpi' }), null)
  assert.equal(await who({ 'x-api-key': '', authorization: `ApiKey ${keys.bo}` }), null)
})

test('2: a missing or wrong key, a disabled key, or that of a deactivated person: 401', async () => {
  assert.equal(await who({}), null)
  for (const key of ['', 'mb_', keys.bo.slice(0, -1), `${keys.bo}0`, keys.bo.toUpperCase(), keys.boInactive, keys.cy]) {
    assert.equal(await who({ 'x-api-key': key }), null, key)
    assert.equal(await who({ authorization: `ApiKey ${key}` }), null, key)
  }
  for (const authorization of ['', `ApiKey ${keys.bo} x`, `Bearer ${keys.bo} x`, 'ApiKey', 'Bearer', 'Bearer wrong']) {
    assert.equal(await who({ authorization }), null, authorization)
  }
})

test('4: the 401 for another scheme names the right ones, in a form for programs', async () => {
  const message = 'Missing or invalid API key: Authorization takes the schemes ApiKey and Bearer'
  for (const authorization of [
    keys.bo,
    'Basic YTpi',
    `Token ${keys.bo}`,
    `ApiKey${keys.bo}`,
    `Bearers ${keys.bo}`,
    `X ApiKey ${keys.bo}`,
  ]) {
    const { status, body } = await me({ authorization })
    assert.deepEqual([status, body], [401, failureBody(message)], authorization)
  }
  for (const headers of [{}, { 'x-api-key': 'wrong' }, { authorization: 'Basic YTpi' }] as Record<string, string>[]) {
    const answer = await me(headers)
    assert.equal(answer.headers['www-authenticate'], 'ApiKey realm="minutebook", Bearer realm="minutebook"')
  }
  assert.equal((await me({ 'x-api-key': keys.bo })).headers['www-authenticate'], undefined)
})

test('4: a workspace answers on its own address; on other addresses the key alone selects it', async () => {
  const at = async (host: string, key?: string) => {
    const { status, body } = await world.get('/api/v1/me', key, { host })
    return status === 200 ? body.workspace.id : [status, body.message]
  }
  for (const host of [
    'localhost',
    'localhost:8080',
    '127.0.0.1',
    '[::1]:8080',
    'meetings.example.com',
    'notlocalhost',
    'acme.localhost.example.com',
  ]) {
    assert.deepEqual([await at(host, keys.ada), await at(host, keys.zoe)], ['ws_acme', 'ws_zeta'], host)
    assert.deepEqual(await at(host), [401, unauthorized.message], host)
  }
  for (const host of ['acme.localhost', 'acme.localhost:8080', 'ACME.LocalHost', 'acme.localhost.']) {
    assert.equal(await at(host, keys.ada), 'ws_acme', host)
    for (const key of [keys.zoe, 'wrong', undefined])
      assert.deepEqual(await at(host, key), [401, unauthorized.message], host)
  }
  for (const host of ['nobody.localhost', 'www.acme.localhost', '.localhost', 'acme.zeta.localhost']) {
    for (const key of [keys.ada, undefined]) assert.deepEqual(await at(host, key), [404, 'Workspace not found'], host)
  }
})

test('3: the checks run in their documented order', async () => {
  await using limited = await openWorld({ BODY_LIMIT_BYTES: '1024', API_RATE_PER_DAY: '1' })
  await limited.load(...acme())
  await limited.get('/api/v1/me', keys.bo)

  // One request with every fault; each step takes away the one that the step before met.
  const badShape = JSON.stringify({ pagination: { page_size: 0 } })
  const tooLarge = badShape.padEnd(2_000)
  const strangers = { 'x-on-behalf-of': 'nobody@acme.test' }
  const faulty = { headers: { ...strangers, 'content-type': 'json' } }
  const nowhere = { ...faulty, host: 'nobody.localhost' }
  const steps: [name: string, send: () => Promise<{ status: number }>, status: number][] = [
    [
      'an unknown path',
      () => limited.request('POST', '/api/v1/none', { ...nowhere, key: 'wrong', body: tooLarge }),
      404,
    ],
    [
      'a wrong method',
      () => limited.request('PUT', '/api/v1/notes', { ...nowhere, key: 'wrong', body: tooLarge }),
      405,
    ],
    ['a large body', () => limited.post('/api/v1/notes', 'wrong', tooLarge, nowhere), 413],
    ['an unknown workspace', () => limited.post('/api/v1/notes', 'wrong', badShape, nowhere), 404],
    ['a wrong key', () => limited.post('/api/v1/notes', 'wrong', badShape, faulty), 401],
    ['the rate', () => limited.post('/api/v1/notes', keys.bo, badShape, faulty), 429],
    ['no right to act for others', () => world.post('/api/v1/notes', keys.bo, badShape, faulty), 403],
    ['nobody to act for', () => world.post('/api/v1/notes', keys.ada, badShape, faulty), 404],
    ['no JSON', () => world.post('/api/v1/notes', keys.ada, badShape, { headers: { 'content-type': 'json' } }), 415],
    ['a wrong shape', () => world.post('/api/v1/notes', keys.ada, badShape), 400],
    ['a wrong shape without the right', () => world.get('/api/v1/audit_log?page_size=0', keys.bo), 400],
    ['no right', () => world.get('/api/v1/audit_log?cursor=x', keys.bo), 403],
    ['no meaning', () => world.get('/api/v1/audit_log?cursor=x', keys.ada), 400],
    ['no right to delete, whatever the id', () => world.delete('/api/v1/note/n_none', keys.bo), 403],
    ['nothing to delete', () => world.delete('/api/v1/note/n_none', keys.ada), 404],
  ]
  for (const [name, send, status] of steps) assert.equal((await send()).status, status, name)
})

test('2: 404 for unknown paths, 405 with Allow for other methods of existing paths', async () => {
  for (const path of [
    '/api',
    '/api/v1',
    '/api/v1/none',
    '/api/v2/notes',
    '/api/v1/notes/',
    '/API/v1/notes',
    '/api/v1/note/n_1/x',
  ]) {
    const { status, body } = await world.get(path, keys.ada)
    assert.deepEqual([status, body], [404, failureBody('Path not found')], path)
  }
  const allowed: Record<string, string> = {
    '/api/v1/notes': 'POST',
    '/api/v1/me': 'GET, HEAD, PATCH',
    '/api/v1/note/n_1': 'DELETE, GET, HEAD, PATCH',
    '/api/v1/recordings/upload/list': 'POST',
    '/api/v1/openapi.json': 'GET, HEAD',
  }
  for (const [path, allow] of Object.entries(allowed)) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
      (each) => !allow.includes(each),
    )) {
      const { status, body, headers } = await world.request(method, path)
      assert.deepEqual(
        [status, body, headers.allow],
        [405, failureBody('Method not allowed'), allow],
        `${method} ${path}`,
      )
    }
  }
})

test('2: HEAD gives the answer of GET without the body', async () => {
  const head = (url: string, key?: string) =>
    world.api.api.inject({ method: 'HEAD', url, headers: key ? { 'x-api-key': key } : {} })
  for (const [path, key, status] of [
    ['/api/v1/me', keys.ada, 200],
    ['/api/v1/me', undefined, 401],
    ['/api/v1/notes', keys.ada, 405],
  ] as const) {
    const answer = await head(path, key)
    assert.deepEqual([answer.statusCode, answer.body], [status, ''], path)
    assert.match(String(answer.headers['x-request-id']), /^req_/)
  }
})

test('2: every answer has a new request id, never the caller’s', async () => {
  const own = { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }
  const answers = await Promise.all([
    world.get('/api/v1/me', keys.ada, own),
    world.get('/api/v1/me', keys.ada),
    world.get('/api/v1/me'),
    world.get('/healthz'),
    world.get('/api/v1/openapi.json'),
    world.get('/api/v1/docs'),
    world.get('/api/v1/none'),
    world.request('PUT', '/api/v1/notes'),
    world.post('/api/v1/notes', keys.ada, 'x'.repeat(2_000)),
    world.post('/api/v1/notes', keys.ada, '{'),
    world.get('/api/v1/note/n_none', keys.ada),
    world.get('/api/v1/none/%ZZ'),
  ])
  const ids = answers.map(({ headers }) => headers['x-request-id'] ?? '')
  for (const [index, id] of ids.entries()) assert.match(id, /^req_[0-9a-z]{20,}$/, `answer ${index}`)
  assert.equal(new Set(ids).size, answers.length)
})

test('6: a key is super admin only while key mark, designation and plan all allow it', async () => {
  const superAdmin = async (key: string) => (await world.get('/api/v1/audit_log', key)).status === 200
  const change = (table: 'users' | 'api_keys' | 'workspaces', id: string, set: object) =>
    world.db.updateTable(table).set(set).where('id', '=', id).execute()
  assert.deepEqual(await Promise.all([keys.ada, keys.adaRegular, keys.bo, keys.boMarked].map(superAdmin)), [
    true,
    false,
    false,
    false,
  ])
  const changes = [
    ['api_keys', 'k_ada', { super_admin: false }, { super_admin: true }],
    ['users', 'u_ada', { admin: false }, { admin: true }],
    ['workspaces', 'ws_acme', { plan: 'business' }, { plan: 'enterprise' }],
    ['workspaces', 'ws_acme', { plan: 'team' }, { plan: 'enterprise' }],
  ] as const
  for (const [table, id, lose, regain] of changes) {
    await change(table, id, lose)
    assert.equal(await superAdmin(keys.ada), false, `${table} ${JSON.stringify(lose)}`)
    assert.equal(await who({ 'x-api-key': keys.ada }), 'u_ada', 'it goes on as a regular key')
    await change(table, id, regain)
    assert.equal(await superAdmin(keys.ada), true)
  }
  for (const [table, id] of [
    ['api_keys', 'k_ada'],
    ['users', 'u_ada'],
  ] as const) {
    await change(table, id, { active: false })
    assert.equal(await who({ 'x-api-key': keys.ada }), null, table)
    await change(table, id, { active: true })
    assert.equal(await who({ 'x-api-key': keys.ada }), 'u_ada')
  }
})

test('13: a key over its limit waits, other keys do not', async () => {
  await using day = await openWorld({ API_RATE_PER_DAY: '2' })
  await day.load(...acme())
  const rates = async (key: string) => {
    const { status, headers } = await me({ 'x-api-key': key }, day)
    return [status, headers['ratelimit-limit'], headers['ratelimit-remaining']].map(Number)
  }
  assert.deepEqual(
    [await rates(keys.ada), await rates(keys.ada)],
    [
      [200, 2, 1],
      [200, 2, 0],
    ],
  )
  const refused = await day.post('/api/v1/notes', keys.ada, {})
  const wait = Number(refused.headers['retry-after'])
  assert.equal(wait, 86_400)
  assert.deepEqual(refused.body, failureBody(`Too many requests; try again in ${wait} s`, { code: 'rate_limited' }))
  assert.deepEqual(
    [refused.status, refused.headers['ratelimit-remaining'], refused.headers['ratelimit-reset']].map(Number),
    [429, 0, wait],
  )
  assert.deepEqual(await rates(keys.adaRegular), [200, 2, 1], 'another key of the same person')
  assert.deepEqual(await rates(keys.zoe), [200, 2, 1])
  const fault = await day.post('/api/v1/notes', keys.zoe, [])
  assert.deepEqual(
    [fault.status, Number(fault.headers['ratelimit-remaining'])],
    [400, 0],
    'errors count and tell as well',
  )
  assert.equal((await me({}, day)).headers['ratelimit-limit'], undefined, 'nothing is told without a key')
})

test('13: exactly the limit of requests passes in one second, and again in the next', async () => {
  await using second = await openWorld({ API_RATE_PER_SECOND: '3' })
  await second.load(...acme())
  const burst = async (key: string) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => me({ 'x-api-key': key }, second)))
    const told = answers.map(({ status, headers }) =>
      [status, headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset']].map(Number),
    )
    const waits = answers.filter(({ status }) => status === 429).map(({ headers }) => headers['retry-after'])
    assert.deepEqual(waits, Array(waits.length).fill('1'))
    return told.sort(([status, , left], [other, , otherLeft]) => status! - other! || otherLeft! - left!)
  }
  const exactly = [[200, 3, 2, 1], [200, 3, 1, 1], [200, 3, 0, 1], ...Array(17).fill([429, 3, 0, 1])]
  assert.deepEqual(await burst(keys.ada), exactly)
  assert.deepEqual(await burst(keys.bo), exactly, 'another key has its own')
  second.advance({ seconds: 0.999 })
  assert.equal((await me({ 'x-api-key': keys.ada }, second)).status, 429)
  second.advance({ seconds: 0.001 })
  assert.deepEqual(await burst(keys.ada), exactly)
})

test('4: the last use of a key is stored later, not by the request', async () => {
  await using used = await openWorld()
  await used.load(...acme())
  const lastUsed = async (id: string) =>
    (await used.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirst())?.last_used_at
  await me({ 'x-api-key': keys.ada }, used)
  used.advance({ minutes: 5 })
  await me({ 'x-api-key': keys.ada }, used)
  await me({ 'x-api-key': 'wrong' }, used)
  assert.equal(await lastUsed('k_ada'), null)
  await used.api.close()
  assert.deepEqual(await lastUsed('k_ada'), new Date('2026-01-10T12:05:00.000Z'))
  assert.equal(await lastUsed('k_bo'), null)
})
