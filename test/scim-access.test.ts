/** Who may use SCIM, what every refusal looks like, and what SCIM says of itself (docs/decisions/scim.md). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { signedIn } from './support/browser.ts'
import { patch, refusal, scim } from './support/scim.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const keyOf = async (scopes: string[], maker = keys.ada, super_admin = true) =>
  (await world.post('/api/v1/api_key', maker, { name: 'directory', super_admin, scopes })).body.secret as string
const requests = [
  ...[
    ['GET', '/Users'],
    ['POST', '/Users', {}],
    ['POST', '/Users/.search', {}],
    ['GET', '/Users/u_bo'],
  ],
  ...[
    ['PUT', '/Users/u_bo', {}],
    ['PATCH', '/Users/u_bo', {}],
    ['DELETE', '/Users/u_bo'],
    ['GET', '/Groups'],
  ],
  ...[
    ['POST', '/Groups', {}],
    ['POST', '/Groups/.search', {}],
    ['GET', '/Groups/x'],
    ['PUT', '/Groups/x', {}],
  ],
  ...[
    ['PATCH', '/Groups/x', {}],
    ['DELETE', '/Groups/x'],
    ['GET', '/Schemas'],
    ['GET', '/ResourceTypes/User'],
  ],
  ...[
    ['GET', '/ServiceProviderConfig'],
    ['GET', '/Me'],
    ['POST', '/Bulk', {}],
    ['POST', '/.search', {}],
  ],
] as [string, string, object?][]

test('only a super admin key with the scope has access', async () => {
  const others = await keyOf(['read', 'webhooks', 'admin'])
  const regular = await keyOf(['scim'], keys.bo, false)
  const onBehalf = { key: keys.ada, headers: { 'x-on-behalf-of': 'u_bo' } }
  const cases = [
    [{ key: '' }, [401, null, 'Missing or invalid API key']],
    [{ key: keys.boInactive }, [401, null, 'Missing or invalid API key']],
    [{ key: others }, [403, null, 'This key lacks the scope: scim']],
    [{ key: regular }, [403, null, 'This operation requires super admin privileges']],
    [{ key: keys.boMarked }, [403, null, 'This operation requires super admin privileges']],
    [onBehalf, [403, null, 'This operation requires super admin privileges']],
  ] as const
  for (const [more, expected] of cases) {
    for (const [method, path, body] of requests) {
      assert.deepEqual(refusal(await scim(world, method, path, body, more)), expected, `${method} ${path}`)
    }
  }
  assert.equal((await world.get('/api/v1/users', keys.ada)).body.data.length, 3, 'nothing was done')
})

test('a key for SCIM alone reads no meeting, changes no settings and cannot act for others', async () => {
  const key = await keyOf(['scim'])
  assert.equal((await scim(world, 'GET', '/Users/u_bo', undefined, { key })).status, 200)
  assert.equal((await world.get('/api/v1/note/n_1', key)).status, 403)
  assert.equal((await world.get('/api/v1/audit_log', key)).status, 403)
  assert.equal((await world.patch('/api/v1/user/u_bo', key, { admin: true })).status, 403)
  assert.equal((await world.post('/api/v1/api_key', key, { name: 'x' })).status, 403)
  const as = { key, headers: { 'x-on-behalf-of': 'u_bo' } }
  assert.deepEqual(refusal(await scim(world, 'GET', '/Users', undefined, as)), [
    403,
    null,
    'This key lacks the scope: admin',
  ])
})

test('SCIM gives nobody rights, by whatever name they are requested', async () => {
  const rights = { roles: [{ value: 'admin', primary: true }], userType: 'admin', admin: true, super_admin: true }
  const more = {
    entitlements: [{ value: 'super_admin' }],
    'urn:x:2.0:User': { admin: true },
    legal_hold: 'x',
    workspace_id: 'ws_zeta',
  }
  const { body } = await scim(world, 'POST', '/Users', { userName: 'eve@acme.test', ...rights, ...more })
  await patch(world, `/Users/${body.id}`, [
    { op: 'add', value: { ...rights, ...more } },
    { op: 'add', path: 'admin', value: true },
  ])
  await scim(world, 'PUT', `/Users/${body.id}`, { ...body, ...rights, ...more })
  const eve = await world.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', 'eve@acme.test')
    .executeTakeFirstOrThrow()
  assert.deepEqual([eve.admin, eve.legal_hold, eve.workspace_id], [false, null, 'ws_acme'])
})

test('another workspace is out of reach: its people, groups and names', async () => {
  const group = (await scim(world, 'POST', '/Groups', { displayName: 'Z' }, { key: keys.zoe })).body
  const zed = (await scim(world, 'POST', '/Users', { userName: 'z@zeta.test', externalId: 'z' }, { key: keys.zoe }))
    .body
  for (const path of [`/Groups/${group.id}`, `/Users/${zed.id}`, '/Users/u_zoe', '/Users/%00', '/Users/nobody']) {
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', {}]] as [string, object?][]) {
      assert.equal((await scim(world, method, path, body)).status, 404, `${method} ${path}`)
    }
    assert.equal((await patch(world, path, [{ op: 'replace', path: 'externalId', value: 'mine' }])).status, 404)
  }
  const total = async (path: string) => (await scim(world, 'GET', path)).body.totalResults
  assert.equal(await total('/Groups'), 0)
  for (const filter of ['externalId eq "z"', 'userName eq "z@zeta.test"', `id eq "${zed.id}"`]) {
    assert.equal(await total(`/Users?filter=${encodeURIComponent(filter)}`), 0)
  }
  const own = (await scim(world, 'POST', '/Groups', { displayName: 'A' })).body
  const added = await patch(world, `/Groups/${own.id}`, [{ op: 'add', path: 'members', value: [{ value: zed.id }] }])
  assert.equal(added.status, 400)
  assert.equal(
    (await scim(world, 'GET', '/Users', undefined, { host: 'zeta.localhost' })).status,
    401,
    'on its address',
  )
})

test('every error has SCIM’s shape: bodies, paths, methods, limits', async () => {
  const raw = (body: string | Buffer, type = 'application/scim+json') =>
    scim(world, 'POST', '/Users', body, { headers: { 'content-type': type } })
  const words = async (answer: ReturnType<typeof raw>) => refusal(await answer).slice(0, 2)
  assert.deepEqual(await words(raw('{')), [400, 'invalidSyntax'])
  assert.deepEqual(await words(raw('[]')), [400, 'invalidSyntax'])
  assert.deepEqual(await words(raw('"x"')), [400, 'invalidSyntax'])
  assert.deepEqual(await words(raw('')), [400, 'invalidSyntax'])
  assert.deepEqual(await words(raw('{"userName":"a\\u0000@b"}')), [400, 'invalidSyntax'])
  assert.deepEqual(await words(raw(Buffer.of(0xff))), [400, 'invalidSyntax'])
  assert.deepEqual(await words(raw('x=1', 'application/x-www-form-urlencoded')), [415, null])
  assert.deepEqual(await words(raw(`{"a":"${'x'.repeat(65_536)}"}`)), [413, null])
  assert.equal((await raw('{"userName":"json@acme.test"}', 'application/json')).status, 201)
  for (const [method, path, status] of [
    ...[
      ['GET', '/Nothing', 404],
      ['GET', '', 404],
      ['GET', '/Users/a/b', 404],
      ['PUT', '/Users', 405],
    ],
    ...[
      ['POST', '/Schemas', 405],
      ['POST', '/Bulk', 501],
      ['GET', '/Me', 501],
      ['GET', '/Schemas?filter=x', 403],
    ],
    ...[
      ['GET', '/Schemas/urn:x', 404],
      ['GET', '/ResourceTypes/Robot', 404],
    ],
  ] as [string, string, number][]) {
    const answer = await scim(world, method, path, method === 'POST' ? {} : undefined)
    assert.equal(answer.status, status, `${method} ${path}`)
    if (status === 405) assert(answer.headers.allow)
  }
  assert.equal((await scim(world, 'HEAD', '/Users/none')).status, 404)
  assert.equal((await scim(world, 'HEAD', '/Users/u_bo')).status, 200)
  const twice = await scim(world, 'GET', '/Users?filter=a&filter=b')
  assert.deepEqual(refusal(twice).slice(0, 2), [400, 'invalidSyntax'])
  const many = Array(10_000).fill({ op: 'add', path: 'members', value: [] })
  const refused = refusal(await patch(world, '/Groups/x', many))
  assert.deepEqual(refused, [400, 'invalidSyntax', 'body.Operations must have at most 1000 entries'])
  const elsewhere = await world.get('/api/v1/nothing', keys.ada)
  assert.deepEqual(elsewhere.body, { message: 'Path not found', detail: 'Path not found' }, 'elsewhere as ever')
})

test('beside the console too, an unknown path is refused in the format of SCIM', async () => {
  await using beside = await openWorld({ CONSOLE: 'on' })
  await beside.load(...acme())
  for (const accept of ['application/scim+json', 'text/html']) {
    const answer = await scim(beside, 'GET', '/Nothing', undefined, { headers: { accept } })
    assert.deepEqual(refusal(answer), [404, null, 'Path not found'])
  }
})

test('a session of an administrator may, from our own page and elevated', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  assert.equal((await ada.get('/scim/v2/Users')).status, 403)
  await ada.post('/api/v1/session/elevate')
  assert.equal((await ada.get('/scim/v2/Users')).status, 200)
  const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
  assert.equal((await ada.delete('/scim/v2/Users/u_bo', elsewhere)).status, 403)
})

test('SCIM does what its own description says', async () => {
  const { body } = await scim(world, 'GET', '/ServiceProviderConfig')
  assert.deepEqual(body.filter, { supported: true, maxResults: 200 })
  assert.deepEqual(
    [body.patch.supported, body.bulk.supported, body.sort.supported, body.etag.supported],
    [true, false, false, true],
  )
  for (const list of ['Schemas', 'ResourceTypes']) {
    for (const each of (await scim(world, 'GET', `/${list}`)).body.Resources) {
      assert.deepEqual((await scim(world, 'GET', `/${list}/${each.id}`)).body, each)
      assert.equal(each.meta.location, `https://minutebook.test/scim/v2/${list}/${each.id}`)
    }
  }
})
