/** Signing in at an identity provider (decision 42), with a real one. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openAuthenticator } from './support/authenticator.ts'
import { openBrowser } from './support/browser.ts'
import { failureBody } from './support/failure-body.ts'
import { type Identities, openIdentityProvider } from './support/identity-provider.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let identities: Identities
let world: World
before(async () => {
  identities = await openIdentityProvider()
  world = await openWorld({ ...identities.settings, LOG_LEVEL: 'trace' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await identities[Symbol.asyncDispose]()
})

const bo = { sub: 'b-1', email: 'bo@ACME.test', email_verified: true, name: 'Bo at work' }
const as = (more: object) => ({ ...bo, ...more })
const refusal = ({ status, body }: Answer) => [status, body?.code]
const callback = '/api/v1/sign_in/oidc/callback'

test('42: the verified address identifies the person, who returns to the page they came from', async () => {
  const browser = openBrowser(world)
  const answer = await identities.signIn(browser, bo, '?return_to=/recap/r_1?t=754')
  assert.deepEqual([answer.status, answer.headers.location], [302, '/recap/r_1?t=754'])
  assert.equal(await browser.who(), 'u_bo')
  assert.deepEqual([...browser.cookies.keys()], ['__Host-minutebook'], 'what was kept meanwhile is gone')
  assert.deepEqual(
    [answer.headers['cache-control'], answer.headers['referrer-policy']],
    ['private, no-store', 'no-referrer'],
  )
  const { session } = (await browser.get('/api/v1/session')).body
  assert.deepEqual([session.super_admin, session.may_elevate], [false, false])
  assert.equal((await identities.signIn(openBrowser(world), bo)).headers.location, '/')
})

test('42: an address in the id token is accepted as well', async () => {
  await using other = await openIdentityProvider({ claimsInToken: true })
  await using to = await openWorld(other.settings)
  await to.load(...acme())
  const browser = openBrowser(to)
  assert.equal((await other.signIn(browser, bo)).status, 302)
  assert.equal(await browser.who(), 'u_bo')
})

test('42: it sends PKCE, a state and a nonce, which are new each time and in no log', async () => {
  world.logged.length = 0
  const begin = async () => {
    const { headers } = await openBrowser(world).get('/api/v1/sign_in/oidc')
    return { cookie: String(headers['set-cookie']), query: new URL(headers.location!).searchParams }
  }
  const [one, other] = [await begin(), await begin()]
  assert.deepEqual(
    ['response_type', 'code_challenge_method', 'redirect_uri', 'scope'].map((name) => one.query.get(name)),
    ['code', 'S256', `https://minutebook.test${callback}`, 'openid email profile'],
  )
  for (const name of ['state', 'nonce', 'code_challenge']) {
    assert.match(one.query.get(name)!, /^[\w-]{43}$/)
    assert.notEqual(one.query.get(name), other.query.get(name))
    assert(!one.cookie.includes(one.query.get(name)!), 'the cookie is sealed')
    assert(!world.logged.join('').includes(one.query.get(name)!))
  }
  assert.match(
    one.cookie,
    /^__Host-minutebook-oidc-[\w-]{16}=[\w-]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('42: return_to is a path of the service and nothing else', async () => {
  const begin = (path: string) => openBrowser(world).get(`/api/v1/sign_in/oidc?return_to=${encodeURIComponent(path)}`)
  for (const path of [
    ...['//elsewhere.com', '/\\elsewhere.com', '\\\\elsewhere.com', 'https://elsewhere.com', 'elsewhere.com', ''],
    ...[
      '/\t/elsewhere.com',
      '\t//elsewhere.com',
      '/a\\b',
      '/a b',
      '/a\r\nSet-Cookie: x=y',
      'javascript:alert(1)',
      '/é',
      '/a\0',
    ],
    '/'.padEnd(2_001, 'x'),
  ]) {
    assert.equal((await begin(path)).status, 400, JSON.stringify(path))
  }
  for (const path of [
    '/',
    '/notes?title=a&x=%2F%2Fb#c',
    '/.//elsewhere.com',
    '/@elsewhere.com',
    '/'.padEnd(2_000, 'x'),
  ]) {
    const browser = openBrowser(world)
    const { status, headers } = await identities.signIn(browser, bo, `?return_to=${encodeURIComponent(path)}`)
    assert.deepEqual([status, headers.location], [302, path])
    assert.equal(new URL(headers.location!, 'https://minutebook.test').origin, 'https://minutebook.test')
  }
})

test('42: only `email_verified: true`, also as a text, is accepted, and only for an active person of the service', async () => {
  const refused = async (person: typeof bo | null) => {
    const browser = openBrowser(world)
    const answer = await identities.signIn(browser, person)
    assert.equal(await browser.who(), null)
    return refusal(answer)
  }
  for (const email_verified of [false, 'false', 'TRUE', 1, null, undefined]) {
    assert.deepEqual(await refused(as({ email_verified }) as never), [403, 'email_not_verified'])
  }
  assert.deepEqual(await refused(as({ email: undefined }) as never), [403, 'email_not_verified'])
  assert.equal((await identities.signIn(openBrowser(world), as({ email_verified: 'true' }))).status, 302)
  for (const email of ['nobody@acme.test', 'cy@acme.test', 'bo@acme.test@elsewhere.test', '']) {
    assert.deepEqual(await refused(as({ email })), [403, 'no_account'], email)
  }
  assert.deepEqual(await refused(null), [403, 'refused'])
})

test('42: another person’s address that only looks the same is a different one', async () => {
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_kay', email: 'kay@acme.test', full_name: 'Kay' }],
  })
  const at = async (email: string) => refusal(await identities.signIn(openBrowser(world), as({ email })))
  assert.deepEqual(await at('\u212aay@acme.test'), [403, 'no_account'])
  assert.deepEqual(await at('KAY@acme.test'), [302, undefined])
})

test('42: the answer must belong to the sign-in that this browser began, within ten minutes', async () => {
  identities.at.person = bo
  const begin = async (browser: ReturnType<typeof openBrowser>) => {
    const { headers } = await browser.get('/api/v1/sign_in/oidc')
    const back = new URL(await identities.visit(headers.location!))
    return back.pathname + back.search
  }
  const browser = openBrowser(world)
  const back = await begin(browser)
  assert.deepEqual(refusal(await openBrowser(world).get(back)), [400, 'not_begun'], 'another browser')
  const forged = openBrowser(world)
  await begin(forged)
  for (const name of forged.cookies.keys()) forged.cookies.set(name, 'AAAA')
  assert.deepEqual(refusal(await forged.get(back)), [400, 'not_begun'])
  const mixed = openBrowser(world)
  await begin(mixed)
  assert.deepEqual(refusal(await mixed.get(back)), [400, 'failed'], 'the state of another sign-in')
  assert.equal((await browser.get(back)).status, 302)
  const again = await browser.get(back)
  assert.deepEqual([again.status, again.headers.location], [302, '/'], 'loaded again, the page leads on')
  browser.cookies.clear()
  assert.deepEqual(refusal(await browser.get(back)), [400, 'not_begun'], 'once')
  for (const query of ['', '?code=x', '?error=access_denied', '?code=x&code=y&state=z']) {
    const fresh = openBrowser(world)
    await begin(fresh)
    assert.deepEqual(refusal(await fresh.get(callback + query)), [400, 'failed'], query)
  }
  for (const [seconds, status] of [
    [599.999, 302],
    [600, 400],
  ] as const) {
    const slow = openBrowser(world)
    const late = await begin(slow)
    world.advance({ seconds })
    assert.equal((await slow.get(late)).status, status)
  }
})

test('42: sign-ins begun in several tabs all work; the oldest are forgotten beyond eight or 8 KiB', async () => {
  identities.at.person = bo
  const browser = openBrowser(world)
  const begin = async (path: string) => {
    const { headers } = await browser.get(`/api/v1/sign_in/oidc?return_to=${path}`)
    const back = new URL(await identities.visit(headers.location!))
    return back.pathname + back.search
  }
  const end = async (back: string) => {
    const answer = await browser.get(back)
    return answer.status === 302 ? answer.headers.location : answer.body.code
  }
  const tabs = await Promise.all(['/a', '/b', '/c'].map(begin))
  const ends: unknown[] = []
  for (const tab of tabs.toReversed()) ends.push(await end(tab))
  assert.deepEqual(ends, ['/c', '/b', '/a'])

  browser.cookies.clear()
  const many: string[] = []
  for (let tab = 0; tab < 9; tab++) {
    world.advance({ seconds: 1 })
    many.push(await begin(`/${tab}`))
  }
  assert.equal(browser.cookies.size, 8)
  assert.equal(await end(many[0]!), 'failed', 'the oldest')
  assert.equal(await end(many[1]!), '/1')
  assert.equal(await end(many[8]!), '/8')

  browser.cookies.clear()
  const long = '/'.padEnd(2_000, 'x')
  const sizes: number[] = []
  for (let tab = 0; tab < 4; tab++) {
    world.advance({ seconds: 1 })
    await begin(long)
    sizes.push([...browser.cookies.values()].join('').length)
  }
  assert(
    sizes.every((bytes) => bytes <= 8_192),
    String(sizes),
  )
  assert.equal(browser.cookies.size, 2)
})

test('42: the reason of the provider is in the log, without secrets', async () => {
  await using strict = await openIdentityProvider({ takes: 'client_secret_post' })
  await using to = await openWorld({ ...strict.settings, OIDC_CLIENT_AUTH: 'basic', LOG_LEVEL: 'info' })
  await to.load(...acme())
  assert.deepEqual(refusal(await strict.signIn(openBrowser(to), bo)), [400, 'failed'])
  const { at } = strict
  at.person = null
  assert.deepEqual(refusal(await strict.signIn(openBrowser(to), null)), [403, 'refused'])
  const reasons = to.logged.map((line) => JSON.parse(line).reason).filter(Boolean)
  assert.match(reasons[0], /invalid_client: client authentication failed/)
  assert.match(reasons[1], /access_denied/)
})

test('42: a code is valid once, also with a copy of the cookie', async () => {
  identities.at.person = bo
  const browser = openBrowser(world)
  const { headers } = await browser.get('/api/v1/sign_in/oidc')
  const back = new URL(await identities.visit(headers.location!))
  const copy = openBrowser(world)
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  assert.equal((await browser.get(back.pathname + back.search)).status, 302)
  assert.deepEqual(refusal(await copy.get(back.pathname + back.search)), [400, 'failed'])
})

test('42: a refused browser gets the page, with the reason as one word', async () => {
  const browser = openBrowser(world)
  const headers = { accept: 'text/html,application/xhtml+xml;q=0.9' }
  const answer = await browser.get(callback, { headers })
  assert.deepEqual([answer.status, answer.headers.location], [302, '/sign-in#error=not_begun'])
  // Where they were going is known again once it is known what they began.
  identities.at.person = as({ email: 'nobody@acme.test' })
  const begun = await browser.get('/api/v1/sign_in/oidc?return_to=/notes?title=a%26b')
  const back = new URL(await identities.visit(begun.headers.location!))
  const refused = await browser.get(back.pathname + back.search, { headers })
  assert.equal(refused.headers.location, '/sign-in?return_to=%2Fnotes%3Ftitle%3Da%26b#error=no_account')
})

test('42: on a workspace’s own host the sign-in is there, and returns there', async () => {
  const browser = openBrowser(world, 'acme.localhost')
  const begun = await browser.get('/api/v1/sign_in/oidc')
  assert.equal(new URL(begun.headers.location!).searchParams.get('redirect_uri'), `https://acme.localhost${callback}`)
  assert.equal((await identities.signIn(browser, bo)).status, 302)
  assert.equal(await browser.who(), 'u_bo')
  const zeta = openBrowser(world, 'zeta.localhost')
  assert.deepEqual(refusal(await identities.signIn(zeta, bo)), [403, 'no_account'])
  const nowhere = openBrowser(world, 'none.localhost')
  assert.equal((await nowhere.get('/api/v1/sign_in/oidc')).status, 404)
  // A cookie that came to another host does not help there.
  const [first, second] = [openBrowser(world, 'acme.localhost'), openBrowser(world, 'zeta.localhost')]
  const { headers } = await first.get('/api/v1/sign_in/oidc')
  identities.at.person = bo
  const back = new URL(await identities.visit(headers.location!))
  for (const [name, value] of first.cookies) second.cookies.set(name, value)
  assert.deepEqual(refusal(await second.get(back.pathname + back.search)), [400, 'not_begun'])
})

test('42: a person in several workspaces selects one by host or by its subdomain', async () => {
  const users = [{ id: 'u_bo3', email: 'bo@acme.test', full_name: 'Bo' }]
  await world.load({ subdomain: 'third', name: 'Third', users })
  const browser = openBrowser(world)
  const answer = await identities.signIn(browser, bo)
  assert.deepEqual(refusal(answer), [409, 'several_workspaces'])
  assert.match(answer.body.message, /: acme, third$/)
  assert.equal(await browser.who(), null)
  assert.equal((await identities.signIn(browser, bo, '?workspace=third')).status, 302)
  assert.equal(await browser.who(), 'u_bo3')
  assert.equal((await identities.signIn(browser, bo, '?workspace=none')).status, 404)
  const host = openBrowser(world, 'acme.localhost')
  assert.equal((await identities.signIn(host, bo, '?workspace=third')).status, 302)
  assert.equal(await host.who(), 'u_bo', 'the host goes before')
})

test('42: with OIDC_CREATE_PEOPLE an account is created for an address of the workspace’s domains', async () => {
  await using open = await openWorld({ ...identities.settings, OIDC_CREATE_PEOPLE: 'true' })
  await open.load(...acme())
  const subOf = (email: string) => Buffer.from(email.toLowerCase()).toString('hex')
  const at = async (email: string, host?: string) => {
    const browser = openBrowser(open, host)
    const answer = await identities.signIn(browser, as({ sub: subOf(email), email, name: ' Dee\tSato ' }))
    return answer.status === 302 ? browser.who() : refusal(answer)
  }
  const id = await at('Dee@ACME.test')
  const row = await open.db
    .selectFrom('users')
    .selectAll()
    .where('email_folded', '=', 'dee@acme.test')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [row.id, row.email, row.full_name, row.admin, row.active],
    [id, 'Dee@ACME.test', 'Dee\tSato', false, true],
  )
  assert.equal(await at('dee@acme.test'), id, 'once')
  const audit = await open.db
    .selectFrom('audit_log')
    .select(['action', 'key_id', 'user_id'])
    .where('action', 'not like', 'session.%')
    .execute()
  assert.deepEqual(audit, [{ action: 'user.create', key_id: null, user_id: id }])
  for (const email of [
    'x@elsewhere.test',
    'x@sub.acme.test',
    'x@acme.test.elsewhere.test',
    '@acme.test',
    'x y@acme.test',
    'x@a\u212ame.test',
    ...['x\0y@acme.test', '\0@acme.test', 'x\ud800@acme.test'],
  ]) {
    assert.deepEqual(await at(email), [403, 'no_account'], email)
  }
  assert.deepEqual(await at('cy@acme.test'), [403, 'no_account'], 'who was deactivated stays so')
  assert.deepEqual(await at('x@acme.test', 'zeta.localhost'), [403, 'no_account'])
  const both = await Promise.all([at('twin@acme.test', 'acme.localhost'), at('twin@acme.test', 'acme.localhost')])
  assert.equal(new Set(both).size, 1)
  const again = await identities.signIn(
    openBrowser(open),
    as({ sub: subOf('twin@acme.test'), email: 'twin2@acme.test' }),
  )
  assert.deepEqual(refusal(again), [403, 'other_account'])
  const made = await open.db.selectFrom('users').select('id').where('email_folded', '=', 'twin2@acme.test').execute()
  assert.deepEqual(made, [], 'no account is left behind')
  const long = `${'q'.repeat(1_000)}@acme.test`
  assert.equal((await identities.signIn(openBrowser(open), as({ email: long, name: undefined }))).status, 302)
  const { full_name } = await open.db
    .selectFrom('users')
    .select('full_name')
    .where('email_folded', '=', long)
    .executeTakeFirstOrThrow()
  assert.equal(full_name, `${'q'.repeat(254)}…`)
  await open.load({ subdomain: 'third', name: 'Third', email_domains: ['ACME.test'] })
  assert.deepEqual(await at('new@acme.test'), [409, 'several_workspaces'])
  assert.match(String(await at('new@acme.test', 'third.localhost')), /^u_/)
})

test('42: the first sign-in binds the account to issuer and subject; others with its address wait for a release', async () => {
  const at = async (person: object) => {
    const browser = openBrowser(world)
    const answer = await identities.signIn(browser, as(person))
    return answer.status === 302 ? browser.who() : refusal(answer)
  }
  const release = async (key: string, user = 'u_bo') =>
    (await world.delete(`/api/v1/user/${user}/identity`, key)).status
  assert.equal(await release(keys.ada), 404, 'not bound')
  assert.equal(await at({}), 'u_bo')
  assert.equal(await at({ email: 'Bo@acme.test' }), 'u_bo')
  assert.deepEqual(await at({ sub: 'b-2' }), [403, 'other_identity'])
  assert.deepEqual(await at({ sub: 'B-1' }), [403, 'other_identity'])
  assert.deepEqual(await at({ email: 'ada@acme.test' }), [403, 'other_account'])
  assert.equal(await at({ email: 'ada@acme.test', sub: 'a-1' }), 'u_ada')
  identities.at.person = as({ sub: 'b-2' })
  const browser = openBrowser(world)
  const begun = await browser.get('/api/v1/sign_in/oidc')
  const back = new URL(await identities.visit(begun.headers.location!))
  const page = await browser.get(back.pathname + back.search, { headers: { accept: 'text/html' } })
  assert.equal(page.headers.location, '/sign-in#error=other_identity')

  assert.equal(await release(keys.bo), 403)
  for (const user of ['u_none', 'u_zoe', '\0']) assert.equal(await release(keys.ada, encodeURIComponent(user)), 404)
  assert.equal(await release(keys.ada), 204)
  assert.equal(await release(keys.ada), 404)
  assert.equal(await at({ sub: 'b-2' }), 'u_bo')
  assert.deepEqual(await at({}), [403, 'other_identity'])
  const rows = await world.db.selectFrom('audit_log').select(['action', 'user_id', 'status', 'details']).execute()
  const told = (action: string) => rows.filter((row) => row.action === action)
  const { issuer } = identities
  assert.deepEqual(told('identity.release'), [
    { action: 'identity.release', user_id: 'u_ada', status: 204, details: { user_id: 'u_bo', issuer } },
  ])
  assert.deepEqual(
    told('session.refuse')
      .map(({ user_id }) => user_id)
      .sort(),
    ['u_ada', 'u_bo', 'u_bo', 'u_bo', 'u_bo'],
  )
})

test('42: each workspace binds its own account, and another issuer’s subject is another identity', async () => {
  await world.load({
    subdomain: 'zeta',
    name: 'Zeta',
    users: [{ id: 'u_bo_zeta', email: 'bo@acme.test', full_name: 'Bo' }],
  })
  const at = async (sub: string, workspace: string) => {
    const browser = openBrowser(world)
    const answer = await identities.signIn(browser, as({ sub }), `?workspace=${workspace}`)
    return answer.status === 302 ? browser.who() : refusal(answer)
  }
  assert.equal(await at('b-1', 'acme'), 'u_bo')
  assert.equal(await at('b-2', 'zeta'), 'u_bo_zeta')
  assert.equal((await world.delete('/api/v1/user/u_bo_zeta/identity', keys.ada)).status, 404, 'of another workspace')
  assert.deepEqual(await at('b-2', 'acme'), [403, 'other_identity'])
  assert.equal((await world.delete('/api/v1/user/u_bo/identity', keys.ada)).status, 204)
  assert.equal(await at('b-2', 'acme'), 'u_bo')
  assert.equal(await at('b-2', 'zeta'), 'u_bo_zeta')
  await world.db.updateTable('bound_identities').set({ issuer: 'https://elsewhere.test' }).execute()
  assert.deepEqual(await at('b-2', 'acme'), [403, 'other_identity'])
})

test('42: of two identities that sign in at once for the first time, one is bound', async () => {
  const begin = async (sub: string) => {
    identities.at.person = as({ sub })
    const browser = openBrowser(world)
    const { headers } = await browser.get('/api/v1/sign_in/oidc')
    const back = new URL(await identities.visit(headers.location!))
    return () => browser.get(back.pathname + back.search)
  }
  const ends = [await begin('b-1'), await begin('b-2')]
  const answers = await Promise.all(ends.map((end) => end()))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 403])
})

test('42: a subject has at most 255 characters', async () => {
  const at = async (sub: string) => refusal(await identities.signIn(openBrowser(world), as({ sub })))
  assert.deepEqual(await at('s'.repeat(256)), [400, 'failed'])
  assert.deepEqual(await at('s'.repeat(255)), [302, undefined])
})

test('42: an unreachable provider is a 502, and is tried again the next time', async () => {
  await using away = await openWorld({ ...identities.settings, OIDC_ISSUER: 'http://127.0.0.1:1' })
  await away.load(...acme())
  const answer = await openBrowser(away).get('/api/v1/sign_in/oidc')
  assert.deepEqual(
    [answer.status, answer.body],
    [502, failureBody('Acme SSO cannot be reached; try again', { code: 'away' })],
  )
  const headers = { accept: 'text/html' }
  const page = await openBrowser(away).get('/api/v1/sign_in/oidc?return_to=/recap/r_1?t=7', { headers })
  assert.deepEqual([page.status, page.headers.location], [302, '/sign-in?return_to=%2Frecap%2Fr_1%3Ft%3D7#error=away'])
  assert.equal((await away.get('/api/v1/sign_in')).status, 200)
  await using none = await openWorld()
  for (const path of ['/api/v1/sign_in/oidc', callback]) {
    assert.deepEqual(refusal(await none.get(path)), [404, undefined])
  }
})

test('42: neither code nor token is in a log', async () => {
  world.logged.length = 0
  identities.at.person = bo
  const browser = openBrowser(world)
  const { headers } = await browser.get('/api/v1/sign_in/oidc')
  const back = new URL(await identities.visit(headers.location!))
  await browser.get(back.pathname + back.search)
  const bad = openBrowser(world)
  await bad.get('/api/v1/sign_in/oidc')
  await bad.get(back.pathname + back.search)
  assert(world.logged.length > 2)
  for (const secret of [
    back.searchParams.get('code')!,
    back.searchParams.get('state')!,
    'known-to-both',
    ...browser.cookies.values(),
  ]) {
    assert(!world.logged.join('').includes(secret))
  }
})

test('70: administrator rights of a session of the provider need a sign-in there of the last five minutes', async () => {
  const ada = { ...bo, sub: 'a-1', email: 'ada@acme.test' }
  const browser = openBrowser(world)
  await identities.signIn(browser, ada)
  const elevate = async () => {
    const { status, body } = await browser.post('/api/v1/session/elevate')
    return status === 200 ? 200 : [status, body.code, body.message]
  }
  const again = 'Sign in at Acme SSO again: administrator rights need a sign-in of the last five minutes'
  assert.deepEqual(await elevate(), [403, 'sign_in_required', again], 'nobody said when')
  const begun = await browser.get('/api/v1/sign_in/oidc?fresh=true')
  assert.equal(new URL(begun.headers.location!).searchParams.get('max_age'), '60')
  const fresh = () => identities.signIn(browser, ada, '?fresh=true&return_to=/admin')
  identities.at.secondsSince = 0
  assert.equal((await fresh()).headers.location, '/admin')
  assert.equal(await elevate(), 200)
  world.advance({ minutes: 4, seconds: 50 })
  assert.equal(await elevate(), 200)
  world.advance({ seconds: 10 })
  assert.deepEqual(await elevate(), [403, 'sign_in_required', again])
  const before = await browser.get('/api/v1/session')
  identities.at.secondsSince = 90
  const refused = await fresh()
  identities.at.secondsSince = 0
  assert.deepEqual(refusal(refused), [403, 'not_fresh'])
  assert.equal((await browser.get('/api/v1/session')).body.session.id, before.body.session.id)
  const rows = await world.db.selectFrom('audit_log').select(['action', 'status', 'details']).orderBy('at').execute()
  const tried = rows
    .filter(({ action }) => action === 'session.elevate')
    .map(({ status, details }) => [status, details])
  assert.deepEqual(
    tried.map(([status, details]) => [status, (details as Record<string, unknown>).by]),
    [
      [403, undefined],
      [200, 'oidc'],
      [200, 'oidc'],
      [403, undefined],
    ],
  )
  // A first passkey is no way around it, nor one that was begun in time.
  const device = openAuthenticator('https://localhost:80')
  const passkeys = '/api/v1/me/passkeys'
  const first = 'Sign in at Acme SSO again: a first passkey needs a sign-in of the last five minutes'
  const asked = async () => {
    const { status, body } = await browser.post(passkeys, {})
    return status === 200 ? 200 : [status, body.code, body.message]
  }
  assert.deepEqual(await asked(), [403, 'sign_in_required', first])
  await identities.signIn(browser, ada)
  world.advance({ minutes: 4, seconds: 59.999 })
  assert.equal(await asked(), 200, 'the provider says nothing of when, so the beginning of the session counts')
  world.advance({ seconds: 0.001 })
  assert.deepEqual(await asked(), [403, 'sign_in_required', first])
  identities.at.secondsSince = 0
  await fresh()
  world.advance({ minutes: 4 })
  const [options, others] = [
    (await browser.post(passkeys, {})).body.options,
    (await browser.post(passkeys, {})).body.options,
  ]
  world.advance({ minutes: 2 })
  const made = await browser.post(passkeys, { name: 'Key', credential: device.create(options) })
  assert.equal(made.status, 201, 'the browser was asked in time')
  const second = openAuthenticator('https://localhost:80').create(others)
  assert.equal((await browser.post(passkeys, { name: 'Other', credential: second })).body.code, 'passkey_required')
  // Who has a passkey is asked for it instead.
  assert.equal((await fresh()).status, 302)
  assert.equal((await browser.post('/api/v1/session/elevate')).body.code, 'passkey_required')
  assert.equal((await browser.post(passkeys, {})).body.code, 'passkey_required', 'also before another')
})
