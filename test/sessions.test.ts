/** Signed-in browsers: how a session begins, what it may do, and how it ends (decision 41). */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { hashSecret } from '../server/people/caller/keys.ts'
import { countTry, uncountTry } from '../server/people/requests/count-tries.ts'
import { acme, acmeWithWebhooks, keys } from './support/acme.ts'
import { openBrowser, signedIn, tokenFor } from './support/browser.ts'
import { operationsOf } from './support/contract.ts'
import { everyRow } from './support/every-row.ts'
import { type Documented, exampleCall } from './support/example-calls.ts'
import { failureBody } from './support/failure-body.ts'
import { somebodyWaits } from './support/waiting.ts'
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

const result = ({ status, body }: Answer) => (status < 300 ? status : [status, body.message])
const unauthorized = [401, 'Missing or invalid API key']
const ended = [401, 'Missing or invalid API key: the session has ended, or is of another workspace; sign in again']
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie'])
const day = 86_400
const inSeconds = (seconds: number) => new Date(world.base.clock().getTime() + seconds * 1_000).toISOString()

test('41: a key or a token starts a session, which names its person', async () => {
  const browser = openBrowser(world)
  const answer = await browser.post('/api/v1/session', { api_key: keys.ada })
  assert.equal(answer.status, 201)
  const { id, store_keys, ...session } = answer.body.session
  const expected = {
    user: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
    workspace: { id: 'ws_acme', name: 'Acme', subdomain: 'acme' },
    super_admin: false,
    may_elevate: true,
    elevated_until: null,
    expires_at: '2026-04-10T12:00:00.000Z',
  }
  assert.deepEqual(session, expected)
  assert.deepEqual((await browser.get('/api/v1/session')).body, answer.body)
  assert.match(id, /^ses_/)
  assert.equal(answer.headers['cache-control'], 'private, no-store')
  const bo = await signedIn(world, 'BO@acme.test')
  assert.deepEqual([bo.session.user.id, bo.session.may_elevate], ['u_bo', false])
  assert.equal(await bo.who(), 'u_bo')
})

test('41: every session of a person has the same key for what browsers keep, another person has another', async () => {
  const keyOf = async (email: string) => (await signedIn(world, email)).session.store_keys[0] as string
  const ada = await keyOf('ada@acme.test')
  assert.equal(Buffer.from(ada, 'base64url').length, 32)
  assert.equal(await keyOf('ada@acme.test'), ada)
  assert.notEqual(await keyOf('bo@acme.test'), ada)
  assert.deepEqual(
    (await everyRow(world.db)).filter((row) => row.includes(ada)),
    [],
  )
})

test('41: while SECRET_KEY changes a session has the keys of before too, the present one first', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  const before = (await ada.get('/api/v1/session')).body.session.store_keys
  assert.equal(before.length, 1)
  const { secretKey } = world.base
  const { current, old } = secretKey
  Object.assign(secretKey, { current: randomBytes(32), old: [current] })
  const during = (await ada.get('/api/v1/session')).body.session.store_keys
  Object.assign(secretKey, { current, old })
  assert.equal(during.length, 2)
  assert.deepEqual(during.slice(1), before)
  assert.notEqual(during[0], before[0])
})

test('41: a request that names its person is refused in a session of somebody else', async () => {
  const naming = (person: string) => ({ headers: { 'x-minutebook-person': encodeURIComponent(person) } })
  const ada = await signedIn(world, 'ada@acme.test')
  assert.deepEqual(result(await ada.get('/api/v1/me', naming('ws_acme u_ada'))), 200)
  for (const other of ['ws_acme u_bo', 'ws_other u_ada', 'u_ada', '']) {
    assert.deepEqual(result(await ada.get('/api/v1/me', naming(other))), ended, other)
    assert.deepEqual(result(await ada.post('/api/v1/notes', {}, naming(other))), ended, other)
  }
  assert.equal((await world.get('/api/v1/me', keys.bo, naming('ws_acme u_ada'))).status, 200, 'a key is its person')
})

test('41: scripts and other sites cannot read the cookie; only its hash is stored', async () => {
  const line = cookieOf(await openBrowser(world).post('/api/v1/session', { api_key: keys.bo }))
  assert.match(
    line,
    /^__Host-minutebook=[\w-]{43}; Path=\/; Expires=Fri, 10 Apr 2026 12:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
  )
  const token = /=([\w-]{43});/.exec(line)![1]!
  assert.deepEqual(
    (await everyRow(world.db)).filter((row) => row.includes(token)),
    [],
  )
  const stored = await world.db.selectFrom('sessions').select('token_hash').executeTakeFirstOrThrow()
  assert.deepEqual(stored.token_hash, hashSecret(token))
})

test('41: over HTTP the cookie has the plain name; TRUST_PROXY decides what counts as HTTPS', async () => {
  await using plain = await openWorld({ PUBLIC_URL: '', TRUST_PROXY: '10.1.0.0/16' })
  await plain.load(...acme())
  const at = async (remoteAddress: string, headers: object) => {
    const payload = { api_key: keys.bo }
    const { headers: sent } = await plain.api.api.inject({
      method: 'POST',
      url: '/api/v1/session',
      payload,
      remoteAddress,
      headers: { ...headers },
    })
    return String(sent['set-cookie'])
  }
  const https = { 'x-forwarded-proto': 'https' }
  assert.match(await at('127.0.0.1', {}), /^minutebook=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
  assert.match(await at('127.0.0.1', https), /^minutebook=/, 'from a peer who is not trusted')
  assert.match(await at('10.1.0.1', https), /^__Host-minutebook=.*; Secure/)
  // Over HTTPS the plain name is not read: another host of the domain could have set it.
  const token = /=([\w-]{43});/.exec(await at('127.0.0.1', {}))![1]!
  const read = async (name: string, headers: object, remoteAddress = '10.1.0.1') => {
    const sent = { cookie: `${name}=${token}`, ...headers }
    return (await plain.api.api.inject({ url: '/api/v1/me', remoteAddress, headers: sent })).statusCode
  }
  assert.deepEqual([await read('minutebook', {}), await read('__Host-minutebook', {})], [200, 401])
  assert.deepEqual([await read('minutebook', https), await read('__Host-minutebook', https)], [401, 200])
})

test('41: wrong, foreign and used credentials are 401, two or none of them 400', async () => {
  const browser = openBrowser(world)
  const tryIn = async (body: object, at = browser) => result(await at.post('/api/v1/session', body))
  for (const api_key of ['mb_none', keys.boInactive, keys.cy, ` ${keys.bo}x`]) {
    assert.deepEqual(await tryIn({ api_key }), unauthorized, api_key)
  }
  const used = [401, 'This sign-in link was used already, has expired, or is not from here; ask for a new one']
  assert.deepEqual(await tryIn({ token: 'none' }), used)
  const token = await tokenFor(world, 'bo@acme.test')
  const onZeta = openBrowser(world, 'zeta.localhost')
  assert.deepEqual(await tryIn({ token }, onZeta), used, 'of another workspace, and not used up by that')
  assert.deepEqual(await tryIn({ api_key: keys.bo }, onZeta), unauthorized)
  assert.equal(await tryIn({ token }), 201)
  assert.deepEqual(await tryIn({ token }), used)
  for (const body of [{}, { api_key: null }, { api_key: keys.bo, token: 'x' }]) {
    assert.deepEqual(await tryIn(body), [400, 'body must have one of api_key, token, passkey'])
  }
  assert.deepEqual(await tryIn({ token: 'x' }, openBrowser(world, 'none.localhost')), [404, 'Workspace not found'])
  assert.deepEqual(await tryIn({ api_key: 'x'.repeat(1_024) }), unauthorized)
  assert.equal((await browser.post('/api/v1/session', { api_key: 'x'.repeat(1_025) })).status, 400)
  assert.equal((await browser.post('/api/v1/session')).status, 400)
})

test('42: a token works for 15 minutes and not a moment longer; of two concurrent uses one succeeds', async () => {
  const [late, early] = [await tokenFor(world, 'bo@acme.test'), await tokenFor(world, 'bo@acme.test')]
  world.advance({ minutes: 14, seconds: 59.999 })
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => openBrowser(world).post('/api/v1/session', { token: early })),
  )
  assert.deepEqual(tries.map(({ status }) => status).sort(), [201, 401, 401, 401, 401])
  world.advance({ seconds: 0.001 })
  assert.equal((await openBrowser(world).post('/api/v1/session', { token: late })).status, 401)
})

test('41: ten wrong attempts of an address in a minute, then 429 until the minute is over, for right ones too', async () => {
  const from = (remoteAddress: string, api_key: string, at = world) =>
    at.api.api.inject({ method: 'POST', url: '/api/v1/session', payload: { api_key }, remoteAddress })
  for (let wrong = 0; wrong < 9; wrong++) assert.equal((await from('203.0.113.7', 'wrong')).statusCode, 401)
  assert.equal((await from('203.0.113.7', keys.bo)).statusCode, 201, 'right ones do not count')
  world.advance({ seconds: 20 })
  assert.equal((await from('::ffff:203.0.113.7', 'wrong')).statusCode, 401, 'the tenth')
  const refused = await from('203.0.113.7', keys.bo)
  assert.deepEqual(
    [refused.statusCode, refused.json(), refused.headers['retry-after']],
    [429, failureBody('Too many tries to sign in; try again in 40 s', { code: 'rate_limited' }), '40'],
  )
  assert.equal((await from('203.0.113.8', 'wrong')).statusCode, 401, 'another address')
  world.advance({ seconds: 39.999 })
  assert.equal((await from('203.0.113.7', keys.bo)).statusCode, 429)
  world.advance({ seconds: 0.001 })
  assert.equal((await from('203.0.113.7', keys.bo)).statusCode, 201)
})

test('41: attempts from a clock that was ahead block nobody once it is set back', async () => {
  const from = (api_key: string) =>
    world.api.api.inject({
      method: 'POST',
      url: '/api/v1/session',
      payload: { api_key },
      remoteAddress: '203.0.113.44',
    })
  world.advance({ days: 400 })
  for (let wrong = 0; wrong < 10; wrong++) assert.equal((await from('wrong')).statusCode, 401)
  world.advance({ days: -400 })
  assert.equal((await from(keys.bo)).statusCode, 201)
  for (let wrong = 0; wrong < 10; wrong++) assert.equal((await from('wrong')).statusCode, 401)
  assert.equal((await from('wrong')).headers['retry-after'], '60')
  world.advance({ minutes: 1 })
})

test('41: the address is the client’s behind a trusted proxy, otherwise the peer’s', async () => {
  await using proxied = await openWorld({ TRUST_PROXY: '10.1.0.0/16' })
  const wrong = async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    const sent = {
      method: 'POST',
      url: '/api/v1/session',
      payload: { api_key: 'wrong' },
      remoteAddress,
      headers,
    } as const
    return (await proxied.api.api.inject(sent)).statusCode
  }
  for (let tries = 0; tries < 10; tries++) {
    assert.equal(await wrong('10.1.0.1', '203.0.113.7'), 401)
    assert.equal(await wrong('198.51.100.1', `203.0.113.${tries}`), 401)
  }
  assert.equal(await wrong('10.1.0.2', '198.51.100.9, 203.0.113.7'), 429)
  assert.equal(await wrong('198.51.100.1', '203.0.113.99'), 429, 'what it claims itself is not believed')
  assert.equal(await wrong('10.1.0.1', '203.0.113.8'), 401)
})

test('41: many concurrent wrong attempts cannot pass the limit together, nor those of one IPv6 network', async () => {
  const tries = Array.from({ length: 30 }, (_, index) =>
    world.api.api.inject({
      method: 'POST',
      url: '/api/v1/session',
      payload: { api_key: 'wrong' },
      remoteAddress: `2001:db8:1:2:${index}::1`,
    }),
  )
  const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 20)
})

test('41: many people sign in by a key at once, more than there are connections, and all succeed', async () => {
  const tries = Array.from({ length: 40 }, (_, index) =>
    world.api.api.inject({
      method: 'POST',
      url: '/api/v1/session',
      payload: { api_key: keys.bo },
      remoteAddress: `203.0.113.${index}`,
    }),
  )
  const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
  assert.deepEqual(new Set(statuses), new Set([201]))
})

test('41: an attempt that is refused for another reason than a wrong key does not count as wrong', async () => {
  const slow = await openWorld({ API_RATE_PER_SECOND: '1' })
  await slow.load(...acme())
  const from = (payload: object) => slow.api.api.inject({ method: 'POST', url: '/api/v1/session', payload })
  assert.equal((await from({ api_key: keys.bo })).statusCode, 201)
  for (let tries = 0; tries < 10; tries++) {
    const { statusCode, json } = await from({ api_key: keys.bo })
    assert.deepEqual([statusCode, json().message], [429, 'Too many requests; try again in 1 s'])
  }
  assert.equal((await from({ token: await tokenFor(slow, 'ada@acme.test') })).statusCode, 201)
  await slow[Symbol.asyncDispose]()
})

test('41: a right attempt that began in the minute before removes no wrong one from this minute', async () => {
  const [what, limit] = ['wrong 203.0.113.9', { max: 10, seconds: 60 }]
  const before = await countTry(world.db, world.base.clock(), what, limit)
  world.advance({ minutes: 1 })
  const tries = () => countTry(world.db, world.base.clock(), what, limit)
  for (let wrong = 0; wrong < 10; wrong++) assert.equal((await tries()).passed, true)
  assert.ok(before.passed)
  await uncountTry(world.db, what, before.endsAt)
  assert.equal((await tries()).passed, false)
})

test('41: the count of wrong attempts is shared by all processes', async () => {
  const { buildApi } = await import('../server/app/api.ts')
  const other = await buildApi(world.base)
  const ask = (api: typeof other) =>
    api.api.inject({ method: 'POST', url: '/api/v1/session', payload: { api_key: 'wrong' } })
  for (let wrong = 0; wrong < 5; wrong++)
    for (const api of [world.api, other]) assert.equal((await ask(api)).statusCode, 401)
  for (const api of [world.api, other]) assert.equal((await ask(api)).statusCode, 429)
  await other.close()
})

test('41: every operation that accepts a key accepts a session', async () => {
  await world.load(...acmeWithWebhooks())
  const { cookies } = await signedIn(world, 'ada@acme.test')
  for (const each of operationsOf(world.api.document()) as [string, Documented][]) {
    const [name, { security }] = each
    if (security?.length === 0 || name === 'delete /api/v1/session') continue
    const { method, path, headers } = exampleCall(each, 'https://hooks.test/')
    const [[cookie, value]] = [...cookies] as [[string, string]]
    const sent = { ...headers, cookie: `${cookie}=${value}`, 'sec-fetch-site': 'same-origin' }
    const answer = await world.request(method, path, { headers: sent, cut: true })
    assert(![401, 500].includes(answer.status), `${name}: ${answer.text}`)
  }
})

test('41: a key header wins over the cookie, right or wrong; another scheme counts as no key', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const me = async (headers: Record<string, string>) => {
    const { status, body } = await bo.get('/api/v1/me', { headers })
    return status === 200 ? body.user.id : [status, body.message]
  }
  assert.equal(await me({}), 'u_bo')
  assert.equal(await me({ 'x-api-key': keys.ada }), 'u_ada')
  assert.equal(await me({ authorization: `Bearer ${keys.ada}` }), 'u_ada')
  for (const headers of [
    { 'x-api-key': 'wrong' },
    { 'x-api-key': '' },
    { authorization: 'Bearer wrong' },
    { authorization: 'ApiKey' },
  ]) {
    assert.deepEqual(await me(headers as never), unauthorized)
  }
  // What a proxy in front asks for.
  assert.equal(await me({ authorization: 'Basic YTpi' }), 'u_bo')
})

test('41: a changing request must come from a page of the service', async () => {
  const bo = await signedIn(world, 'bo@acme.test', 'acme.localhost')
  const make = async (headers: Record<string, string>, method = 'POST') => {
    const body = method === 'POST' ? { title: 'New' } : undefined
    const path = method === 'POST' ? '/api/v1/note' : '/api/v1/me'
    const cookie = [...bo.cookies].map((pair) => pair.join('=')).join()
    return result(await world.request(method, path, { body, host: 'acme.localhost', headers: { cookie, ...headers } }))
  }
  const refused = [403, 'Cross-site request refused']
  assert.equal(await make({ 'sec-fetch-site': 'same-origin' }), 201)
  assert.equal(await make({ 'sec-fetch-site': 'same-origin', origin: 'null' }), 201, 'the browser knows best')
  assert.equal(await make({ origin: 'https://acme.localhost' }), 201)
  for (const site of ['cross-site', 'same-site', 'none', '', 'Same-Origin']) {
    assert.deepEqual(await make({ 'sec-fetch-site': site }), refused, site)
    assert.deepEqual(await make({ 'sec-fetch-site': site, origin: 'https://acme.localhost' }), refused, site)
  }
  for (const origin of [
    ...['https://zeta.localhost', 'http://acme.localhost', 'https://acme.localhost:8080', 'https://elsewhere.com'],
    ...['null', '', 'https://acme.localhost.elsewhere.com', 'acme.localhost', 'https://minutebook.test'],
  ]) {
    assert.deepEqual(await make({ origin }), refused, origin)
  }
  assert.deepEqual(await make({}), refused, 'a browser that says nothing')
  for (const method of ['GET', 'HEAD']) assert.equal(await make({ 'sec-fetch-site': 'cross-site' }, method), 200)
  const byKey = await world.post(
    '/api/v1/note',
    keys.bo,
    { title: 'x' },
    { headers: { 'sec-fetch-site': 'cross-site' } },
  )
  assert.equal(byKey.status, 201, 'a key is sent by no page of another site')
})

test('41: a page of another origin can sign nobody in', async () => {
  const signIn = (headers: Record<string, string>) =>
    world.post('/api/v1/session', undefined, { api_key: keys.bo }, { headers, host: 'acme.localhost' })
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://zeta.localhost' },
  ]) {
    const answer = await signIn(headers as never)
    assert.deepEqual(result(answer), [403, 'Cross-site request refused'])
    assert.equal(answer.headers['set-cookie'], undefined)
  }
  assert.equal((await signIn({})).status, 201, 'a program')
  assert.equal((await signIn({ origin: 'https://acme.localhost' })).status, 201)
})

test('41: each sign-in starts a new session, and ends the previous one of this browser', async () => {
  const browser = openBrowser(world)
  await browser.signIn({ api_key: keys.bo })
  const planted = new Map(browser.cookies)
  await browser.signIn({ api_key: keys.ada })
  assert.notDeepEqual([...browser.cookies], [...planted])
  assert.equal(await browser.who(), 'u_ada')
  const other = openBrowser(world)
  for (const [name, value] of planted) other.cookies.set(name, value)
  assert.equal(await other.who(), null)
  // A value that somebody made up does not become a session.
  other.cookies.set('__Host-minutebook', 'made-up')
  await other.signIn({ api_key: keys.bo })
  assert.match(other.cookies.get('__Host-minutebook')!, /^[\w-]{43}$/)
})

test('41: a sign-in that cannot be stored leaves the browser its session', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  const run = (statement: string) => world.base.pool.query(statement)
  await run(`create function refuse_session() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await run(`create constraint trigger refuse_session after insert on sessions deferrable initially deferred
    for each row execute function refuse_session()`)
  const refused = await ada.post('/api/v1/session', { api_key: keys.ada })
  await run('drop function refuse_session() cascade')
  assert.equal(refused.status, 500)
  assert.equal(refused.headers['set-cookie'], undefined)
  assert.equal(await ada.who(), 'u_ada')
})

test('41: a first sign-in waits for no other of the same person', async () => {
  const token = await tokenFor(world, 'bo@acme.test')
  await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', 'u_bo').forShare().execute()
    const headers = { 'accept-language': 'de' }
    const answer = await openBrowser(world).post('/api/v1/session', { token }, { headers })
    assert.equal(answer.status, 201, answer.text)
  })
})

test('41: a session belongs to one workspace: two in one browser, by host', async () => {
  const [acmeTab, zetaTab] = [openBrowser(world, 'acme.localhost'), openBrowser(world, 'zeta.localhost')]
  await acmeTab.signIn({ api_key: keys.bo })
  await zetaTab.signIn({ api_key: keys.zoe })
  assert.deepEqual([await acmeTab.who(), await zetaTab.who()], ['u_bo', 'u_zoe'])
  for (const [name, value] of acmeTab.cookies) zetaTab.cookies.set(name, value)
  assert.deepEqual(result(await zetaTab.get('/api/v1/me')), ended)
  const elsewhere = openBrowser(world, '127.0.0.1:8080')
  for (const [name, value] of acmeTab.cookies) elsewhere.cookies.set(name, value)
  assert.equal(await elsewhere.who(), 'u_bo', 'where the host names none')
  const nowhere = openBrowser(world, 'none.localhost')
  for (const [name, value] of acmeTab.cookies) nowhere.cookies.set(name, value)
  assert.deepEqual(result(await nowhere.get('/api/v1/me')), [404, 'Workspace not found'])
})

test('41: a session ends after 14 days without a request', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  world.advance({ seconds: 14 * day - 0.001 })
  assert.equal(await bo.who(), 'u_bo')
  world.advance({ seconds: 14 * day })
  assert.deepEqual(result(await bo.get('/api/v1/me')), ended)
})

test('41: a session ends after 90 days, however it is used', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  for (let week = 0; week < 12; week++) {
    world.advance({ days: 7 })
    assert.equal(await bo.who(), 'u_bo')
  }
  world.advance({ seconds: 6 * day - 0.001 })
  assert.equal(await bo.who(), 'u_bo')
  world.advance({ seconds: 0.001 })
  assert.equal(await bo.who(), null)
})

test('41: the last use of a session is written once a minute, with the address', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const begun = world.base.clock().getTime()
  const lastUsed = async () => {
    const row = await world.db.selectFrom('sessions').select(['last_used_at', 'address']).executeTakeFirstOrThrow()
    return [row.last_used_at.getTime() - begun, row.address]
  }
  const from = (remoteAddress: string) => {
    const cookie = [...bo.cookies].map((pair) => pair.join('=')).join()
    return world.api.api.inject({ url: '/api/v1/me', remoteAddress, headers: { cookie } })
  }
  world.advance({ seconds: 59.999 })
  await from('203.0.113.7')
  assert.deepEqual(await lastUsed(), [0, '127.0.0.1'])
  world.advance({ seconds: 0.001 })
  await Promise.all([from('203.0.113.7'), from('203.0.113.7')])
  assert.deepEqual(await lastUsed(), [60_000, '203.0.113.7'])
  // A request that is refused for where it comes from is no use of the person.
  world.advance({ minutes: 5 })
  await bo.post('/api/v1/note', { title: 'x' }, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.deepEqual(await lastUsed(), [60_000, '203.0.113.7'])
})

test('41: signing out ends the session at once, and removes the cookie', async () => {
  const [bo, other] = [await signedIn(world, 'bo@acme.test'), await signedIn(world, 'bo@acme.test')]
  const kept = new Map(bo.cookies)
  const answer = await bo.delete('/api/v1/session')
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.match(
    cookieOf(answer),
    /^__Host-minutebook=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure/,
  )
  assert.equal(bo.cookies.size, 0)
  for (const [name, value] of kept) bo.cookies.set(name, value)
  assert.equal(await bo.who(), null)
  assert.equal(await other.who(), 'u_bo')
})

test('41: of two concurrent sign-outs both succeed', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const answers = await world.db.transaction().execute(async (tx) => {
    // Both requests know their session before one of them ends it.
    await tx.selectFrom('sessions').selectAll().forUpdate().execute()
    const both = [bo.delete('/api/v1/session'), bo.delete('/api/v1/session')]
    await somebodyWaits(world.db, both.length)
    return both
  })
  for (const answer of await Promise.all(answers)) {
    assert.equal(answer.status, 204, answer.text)
    assert.match(cookieOf(answer), /^__Host-minutebook=; /)
  }
})

test('41: a person lists their own sessions, page by page, and ends them', async () => {
  const browsers = []
  for (let number = 0; number < 3; number++) {
    world.advance({ seconds: 1 })
    browsers.push(await signedIn(world, 'bo@acme.test'))
  }
  const [first, , last] = browsers as [
    Awaited<ReturnType<typeof signedIn>>,
    unknown,
    Awaited<ReturnType<typeof signedIn>>,
  ]
  const ada = await signedIn(world, 'ada@acme.test')
  const { body } = await last.get('/api/v1/sessions?page_size=2')
  assert.deepEqual(
    body.data.map(({ id, current }: { id: string; current: boolean }) => [id, current]),
    [
      [last.session.id, true],
      [(browsers[1] as typeof last).session.id, false],
    ],
  )
  assert.deepEqual(Object.keys(body.data[0]).sort(), [
    'address',
    'created_at',
    'current',
    'id',
    'last_used_at',
    'user_agent',
  ])
  const { data } = (await last.get(`/api/v1/sessions?cursor=${body.page_info.cursor}`)).body
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [first.session.id],
  )
  const end = async (id: string, by = last) => result(await by.delete(`/api/v1/session/${id}`))
  assert.deepEqual(await end(ada.session.id), [404, 'Session not found'])
  for (const id of ['none', '%00']) assert.deepEqual(await end(id), [404, 'Session not found'])
  assert.equal(await end(first.session.id), 204)
  assert.equal(await first.who(), null)
  assert.equal(await end(last.session.id), 204)
  assert.equal(last.cookies.size, 0)
  assert.equal(await last.who(), null)
  assert.equal(await ada.who(), 'u_ada')
  world.advance({ days: 15 })
  assert.deepEqual((await world.get('/api/v1/sessions', keys.bo)).body.data, [], 'none that has ended')
})

test('41: the description of a browser is stored, cut to a maximum length', async () => {
  await openBrowser(world).post('/api/v1/session', { api_key: keys.bo }, { headers: { 'user-agent': 'a'.repeat(300) } })
  world.advance({ seconds: 1 })
  await openBrowser(world).post(
    '/api/v1/session',
    { api_key: keys.bo },
    { headers: { 'user-agent': `${'b'.repeat(301)}` } },
  )
  const { data } = (await world.get('/api/v1/sessions', keys.bo)).body
  assert.deepEqual(
    data.map(({ user_agent }: { user_agent: string }) => user_agent),
    [`${'b'.repeat(299)}…`, 'a'.repeat(300)],
  )
})

test('41: a deactivated person is signed out everywhere within the request, and stays so', async () => {
  const [one, other] = [await signedIn(world, 'bo@acme.test'), openBrowser(world)]
  await other.signIn({ api_key: keys.bo })
  const token = await tokenFor(world, 'bo@acme.test')
  const change = (active: boolean) => world.patch('/api/v1/user/u_bo', keys.ada, { active })
  assert.equal((await change(false)).status, 200)
  assert.deepEqual([await one.who(), await other.who()], [null, null])
  assert.equal((await openBrowser(world).post('/api/v1/session', { token })).status, 401)
  assert.equal((await change(true)).status, 200)
  assert.deepEqual([await one.who(), await other.who()], [null, null])
  assert.equal((await openBrowser(world).post('/api/v1/session', { token })).status, 401)
})

test('41: an import that deactivates a person signs them out too', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const users = [{ id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist', active: false }]
  await world.load({ subdomain: 'acme', name: 'Acme', users })
  assert.equal((await world.db.selectFrom('sessions').selectAll().execute()).length, 0)
  await world.load(...acme())
  assert.equal(await bo.who(), null)
})

test('41: a session of a key ends when the key is switched off, deleted or expired, and does not return', async () => {
  const make = async (more: object = {}) => {
    const { body } = await world.post('/api/v1/api_key', keys.bo, { name: 'console', ...more })
    const browser = openBrowser(world)
    return { browser, key: body.api_key, session: await browser.signIn({ api_key: body.secret }) }
  }
  const [off, gone, expiring] = [await make(), await make(), await make({ expires_at: inSeconds(day) })]
  assert.equal(expiring.session.expires_at, inSeconds(day))
  await world.patch(`/api/v1/api_key/${off.key.id}`, keys.bo, { active: false })
  await world.delete(`/api/v1/api_key/${gone.key.id}`, keys.bo)
  assert.deepEqual([await off.browser.who(), await gone.browser.who()], [null, null])
  await world.patch(`/api/v1/api_key/${off.key.id}`, keys.bo, { active: true })
  assert.equal(await off.browser.who(), null)
  world.advance({ seconds: day - 0.001 })
  assert.equal(await expiring.browser.who(), 'u_bo')
  world.advance({ seconds: 0.001 })
  assert.equal(await expiring.browser.who(), null)
  await world.patch(`/api/v1/api_key/${expiring.key.id}`, keys.bo, { expires_at: null })
  assert.equal(await expiring.browser.who(), null)
  // A key that is to expire sooner takes its sessions along.
  const sooner = await make()
  await world.patch(`/api/v1/api_key/${sooner.key.id}`, keys.bo, { expires_at: inSeconds(1) })
  assert.equal(await sooner.browser.who(), 'u_bo')
  world.advance({ seconds: 1 })
  assert.equal(await sooner.browser.who(), null)
})

test('41: a session of a key has the key’s scopes; requests about the session itself need none', async () => {
  const { body } = await world.post('/api/v1/api_key', keys.bo, { name: 'narrow', scopes: ['webhooks'] })
  const browser = openBrowser(world)
  await browser.signIn({ api_key: body.secret })
  assert.deepEqual(result(await browser.get('/api/v1/me')), [403, 'This key lacks the scope: read'])
  assert.deepEqual(result(await browser.post('/api/v1/note', { title: 'x' })), [403, 'This key lacks the scope: write'])
  assert.equal((await browser.get('/api/v1/webhooks')).status, 200)
  assert.equal((await browser.get('/api/v1/session')).status, 200)
  // Those of the key as they are now.
  await world.patch(`/api/v1/api_key/${body.api_key.id}`, keys.bo, { scopes: ['read', 'write'] })
  assert.equal((await browser.get('/api/v1/me')).status, 200)
  const wider = await browser.post('/api/v1/api_key', { name: 'wider' })
  assert.deepEqual(result(wider), [403, 'This key lacks the scope: webhooks'])
  await world.patch(`/api/v1/api_key/${body.api_key.id}`, keys.bo, { scopes: ['webhooks'] })
  assert.equal((await browser.delete('/api/v1/session')).status, 204)
})

test('41: a person’s session creates keys, but no super admin keys', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  assert.equal((await ada.post('/api/v1/api_key', { name: 'ci' })).status, 201)
  const refused = await ada.post('/api/v1/api_key', { name: 'ci', super_admin: true })
  assert.deepEqual(result(refused), [403, 'Creating a super admin key requires super admin privileges'])
})

test('41: a key has no session', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['DELETE', '/elevate'],
  ]) {
    const answer = await world.request(method!, `/api/v1/session${path}`, { key: keys.ada })
    assert.deepEqual(result(answer), [404, 'Session not found'])
  }
  assert.deepEqual(result(await world.get('/api/v1/session')), unauthorized)
})

test('41: no token is in a log', async () => {
  await using loud = await openWorld({ LOG_LEVEL: 'trace' })
  await loud.load(...acme())
  const token = await tokenFor(loud, 'bo@acme.test')
  const bo = openBrowser(loud)
  await bo.signIn({ token })
  await bo.who()
  await bo.delete('/api/v1/session')
  const [cookie] = bo.cookies.values()
  assert.equal(cookie, undefined)
  assert(loud.logged.length > 0)
  for (const secret of [token, keys.bo]) assert(!loud.logged.join('').includes(secret))
  const again = openBrowser(loud)
  await again.signIn({ api_key: keys.bo })
  const [value] = again.cookies.values()
  await again.who()
  for (const secret of [value!, keys.bo]) assert(!loud.logged.join('').includes(secret))
})

test('41: a job deletes ended sessions', async () => {
  await signedIn(world, 'bo@acme.test')
  await tokenFor(world, 'bo@acme.test')
  await openBrowser(world).post('/api/v1/session', { api_key: 'wrong' })
  const { backgroundJobs } = await import('../server/app/worker.ts')
  const forget = () =>
    backgroundJobs(world.base)
      .find(({ name }) => name === 'forget-sessions')!
      .run({})
  const left = async () => {
    const counts = ['sessions', 'sign_in_tokens', 'sign_in_counts'] as const
    return Promise.all(counts.map(async (table) => (await world.db.selectFrom(table).selectAll().execute()).length))
  }
  await forget()
  assert.deepEqual(await left(), [1, 1, 1])
  world.advance({ minutes: 15 })
  await forget()
  assert.deepEqual(await left(), [1, 0, 0])
  world.advance({ days: 14 })
  await forget()
  assert.deepEqual(await left(), [0, 0, 0])
})
