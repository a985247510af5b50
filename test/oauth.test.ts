/** OAuth for assistants (decision 48): what they find, what a person is asked, and what an assistant may do then. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { lifeDays, maxGrants } from '../server/reading/assistants/oauth/grants.ts'
import { acme, keys } from './support/acme.ts'
import { openBrowser, signedIn } from './support/browser.ts'
import { everyRow } from './support/every-row.ts'
import {
  addGrants,
  askOf,
  callback,
  consent,
  letIn,
  newProof,
  oauthOn,
  register,
  resource,
  resultOf,
  tokensOf,
  whoAmI,
} from './support/oauth.ts'
import { somebodyWaits } from './support/waiting.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ ...oauthOn, LOG_LEVEL: 'trace' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const { challenge } = newProof()
const refusal = ({ status, body }: Answer) => [status, body.message]
const queryOf = (ask: object) => `/api/v1/consent?${new URLSearchParams(ask as Record<string, string>)}`
const audit = async (action: string) =>
  (await world.get(`/api/v1/audit_log?filters=${JSON.stringify({ action })}`, keys.ada)).body.data

test('48: without a token, or with a wrong one, /mcp names where to request one', async () => {
  const sent: Record<string, string>[] = [
    {},
    { authorization: 'Bearer mba_wrong' },
    { authorization: `Bearer ${keys.cy}` },
  ]
  for (const headers of sent) {
    const { status, headers: answered } = await world.post('/mcp', undefined, {}, { headers })
    assert.equal(status, 401)
    assert.equal(
      answered['www-authenticate'],
      'Bearer realm="minutebook", resource_metadata="https://minutebook.test/.well-known/oauth-protected-resource/mcp", ApiKey realm="minutebook"',
    )
  }
  const elsewhere = await world.get('/api/v1/me')
  assert.equal(elsewhere.headers['www-authenticate'], 'ApiKey realm="minutebook", Bearer realm="minutebook"')
})

test('48: each host has its own metadata of the resource and of the server', async () => {
  const hosts = [
    [undefined, 'https://minutebook.test'],
    ['acme.localhost', 'https://acme.localhost'],
    ['acme.localhost:8443', 'https://acme.localhost:8443'],
    ['evil.test', 'https://minutebook.test'],
  ] as const
  for (const [host, issuer] of hosts) {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const { status, body } = await world.get(path, undefined, { host })
      assert.equal(status, 200)
      assert.deepEqual([body.resource, body.authorization_servers], [`${issuer}/mcp`, [issuer]])
    }
    const { body, headers } = await world.get('/.well-known/oauth-authorization-server', undefined, { host })
    assert.equal(headers['cache-control'], 'private, no-store')
    assert.equal(body.issuer, issuer)
    assert.equal(body.authorization_endpoint, `${issuer}/consent`)
    assert.deepEqual(body.code_challenge_methods_supported, ['S256'])
    assert.deepEqual(body.token_endpoint_auth_methods_supported, ['none'])
    assert.equal(body.client_id_metadata_document_supported, true)
  }
  for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server']) {
    assert.equal((await world.get(`/.well-known/${path}`, undefined, { host: 'nobody.localhost' })).status, 404)
    assert.equal(
      (await world.get(`/.well-known/${path}`, undefined, { host: 'acme.localhost:@evil.test' })).status,
      400,
    )
  }
})

test('48: an assistant with a person’s consent acts as that person, at /mcp', async () => {
  const { tokens } = await letIn(world, 'bo@acme.test')
  assert.match(tokens.access_token, /^mba_[\w-]{43}$/)
  assert.deepEqual([tokens.expires_in, tokens.scope], [3_600, 'read write'])
  const { user, may_write, reads_whole_workspace } = resultOf(await whoAmI(world, tokens.access_token))
  assert.deepEqual([user.id, may_write, reads_whole_workspace], ['u_bo', true, false])
})

test('48: a person may allow less than the assistant requests', async () => {
  const { tokens } = await letIn(world, 'bo@acme.test', { scopes: ['read'] })
  assert.equal(tokens.scope, 'read')
  assert.equal(resultOf(await whoAmI(world, tokens.access_token)).may_write, false)
  for (const scope of ['read', undefined, 'read offline_access', '']) {
    const { tokens: reading } = await letIn(world, 'bo@acme.test', { scope, scopes: ['read', 'write'] })
    assert.equal(reading.scope, 'read', 'and not more')
  }
})

test('48: the person sees who requests access, where the answer goes and for which rights', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const id = await register(world, { client_name: '  Good\u202e\n helper ' })
  const { status, body } = await bo.get(queryOf(askOf(id, challenge)))
  assert.equal(status, 200)
  assert.deepEqual(body.consent, {
    client: { id, name: 'Good helper', host: null },
    opens: 'assistant',
    answer_to: '127.0.0.1:7777',
    own_computer: true,
    scopes: ['read', 'write'],
  })
  const web = 'https://assistant.example/callback?a=b'
  const other = await register(world, { redirect_uris: [web], client_name: 7 })
  const { consent } = (await bo.get(queryOf(askOf(other, challenge, { redirect_uri: web, scope: 'read' })))).body
  assert.deepEqual(
    [consent.client.name, consent.answer_to, consent.own_computer, consent.scopes],
    [null, 'assistant.example', false, ['read']],
  )
})

test('48: the answer returns with state and issuer; a refusal grants nothing', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const web = 'https://assistant.example/callback?a=b'
  const id = await register(world, { redirect_uris: [web] })
  const ask = askOf(id, challenge, { redirect_uri: web, state: 'a&b=c#d' })
  const yes = new URL((await bo.post('/api/v1/consent', { ...ask, allow: true })).body.redirect_to)
  assert.deepEqual([yes.origin, yes.pathname, yes.hash], ['https://assistant.example', '/callback', ''])
  const { code, ...answered } = Object.fromEntries(yes.searchParams)
  assert.match(code!, /^mbc_[\w-]{43}$/)
  assert.deepEqual(answered, { a: 'b', state: 'a&b=c#d', iss: 'https://minutebook.test' })
  const before = await everyRow(world.db)
  const no = new URL((await bo.post('/api/v1/consent', { ...ask, allow: false })).body.redirect_to)
  assert.deepEqual(Object.fromEntries(no.searchParams), {
    a: 'b',
    error: 'access_denied',
    error_description: 'The person refused',
    state: 'a&b=c#d',
    iss: 'https://minutebook.test',
  })
  assert.deepEqual(await everyRow(world.db), before)
})

test('48: an invalid request is shown to the person, without a redirect', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const id = await register(world, { redirect_uris: [callback, 'https://assistant.example/callback'] })
  const wrong: [change: object, message: string][] = [
    [{ client_id: 'asst_unknown' }, 'This assistant is not registered here, or no longer'],
    [{ redirect_uri: 'https://evil.test/callback' }, 'redirect_uri is none that this assistant has named'],
    [{ redirect_uri: 'https://assistant.example/callback/' }, 'redirect_uri is none that this assistant has named'],
    [{ redirect_uri: 'https://assistant.example:8443/callback' }, 'redirect_uri is none that this assistant has named'],
    [{ redirect_uri: 'http://127.0.0.1:7777/other' }, 'redirect_uri is none that this assistant has named'],
    [{ redirect_uri: 'http://localhost:7777/callback' }, 'redirect_uri is none that this assistant has named'],
    [{ redirect_uri: 'http://127.0.0.1:65536/callback' }, 'redirect_uri is none that this assistant has named'],
    [{ redirect_uri: 'http://127.0.0.1:0/callback' }, 'redirect_uri is none that this assistant has named'],
    [{ redirect_uri: '' }, 'redirect_uri is none that this assistant has named'],
    [{ response_type: 'token' }, 'response_type must be code'],
    [{ code_challenge_method: 'plain' }, 'code_challenge must be that of S256, and code_challenge_method S256'],
    [{ code_challenge: challenge.slice(1) }, 'code_challenge must be that of S256, and code_challenge_method S256'],
    [{ code_challenge: '' }, 'code_challenge must be that of S256, and code_challenge_method S256'],
    [{ resource: 'https://other.test/mcp' }, `resource must be ${resource}`],
    [{ resource: 'https://minutebook.test/' }, `resource must be ${resource}`],
    [{ scope: 'admin' }, 'scope must have read or write'],
  ]
  const before = (await everyRow(world.db)).filter((row) => !/^oauth_clients/.test(row))
  for (const [change, words] of wrong) {
    const ask = askOf(id, challenge, change)
    assert.deepEqual(refusal(await bo.get(queryOf(ask))), [400, words], JSON.stringify(change))
    const answer = await bo.post('/api/v1/consent', { ...ask, allow: true })
    assert.deepEqual(refusal(answer), [400, words], JSON.stringify(change))
    const refused = await bo.post('/api/v1/consent', { ...ask, allow: false })
    assert.equal(refused.status, 400, 'nor by refusing')
  }
  assert.deepEqual(
    (await everyRow(world.db)).filter((row) => !/^oauth_clients/.test(row)),
    before,
  )
  // The port of one's own computer is free.
  const free = await bo.get(queryOf(askOf(id, challenge, { redirect_uri: 'http://127.0.0.1:50123/callback' })))
  assert.equal(free.body.consent.answer_to, '127.0.0.1:50123')
  const last = await bo.get(queryOf(askOf(id, challenge, { redirect_uri: 'http://127.0.0.1:65535/callback' })))
  assert.equal(last.body.consent.answer_to, '127.0.0.1:65535')
})

test('48: limits of the fields of a request', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const id = await register(world)
  const limits: [name: string, most: number, good: (length: number) => string][] = [
    ['state', 2_048, (length) => 's'.repeat(length)],
    ['scope', 1_024, (length) => `read ${'x'.repeat(length - 5)}`],
  ]
  for (const [name, most, text] of limits) {
    for (const [length, status] of [
      [most - 1, 200],
      [most, 200],
      [most + 1, 400],
    ] as const) {
      const ask = askOf(id, challenge, { [name]: text(length) })
      assert.equal((await bo.get(queryOf(ask))).status, status, `${name} ${length}`)
      assert.equal((await bo.post('/api/v1/consent', { ...ask, allow: false })).status, status, `${name} ${length}`)
    }
  }
})

test('48: only a session, from its own page and for its own person, can give access to an assistant', async () => {
  const id = await register(world)
  const ask = askOf(id, challenge)
  const sentence = 'Only a person who is signed in can let an assistant in'
  for (const key of [keys.bo, keys.ada]) {
    assert.deepEqual(refusal(await world.get(queryOf(ask), key)), [403, sentence])
    assert.deepEqual(refusal(await world.post('/api/v1/consent', key, { ...ask, allow: true })), [403, sentence])
  }
  assert.equal((await world.get(queryOf(ask))).status, 401)
  const ada = await signedIn(world, 'ada@acme.test')
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    const answer = await ada.post('/api/v1/consent', { ...ask, allow: true }, { headers })
    assert.deepEqual(refusal(answer), [403, 'Cross-site request refused'])
  }
  await ada.post('/api/v1/session/elevate')
  const forBo = await ada.post('/api/v1/consent', { ...ask, allow: true }, { headers: { 'x-on-behalf-of': 'u_bo' } })
  assert.deepEqual(refusal(forBo), [403, sentence])
  assert.equal((await world.db.selectFrom('oauth_grants').select('id').execute()).length, 0)
})

test('48: an elevated session passes on none of its super admin rights', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  await ada.post('/api/v1/session/elevate')
  assert.equal((await ada.get('/api/v1/session')).body.session.super_admin, true)
  const { fields } = await consent(world, ada)
  const { access_token } = await tokensOf(world, fields)
  assert.equal(resultOf(await whoAmI(world, access_token)).reads_whole_workspace, false)
  const forBo = await whoAmI(world, access_token, { headers: { 'x-on-behalf-of': 'u_bo' } })
  assert.deepEqual(refusal(forBo), [403, 'X-On-Behalf-Of header requires super admin privileges'])
})

test('48: a token is valid only at /mcp, and only as Bearer', async () => {
  const { tokens } = await letIn(world, 'bo@acme.test')
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  for (const [method, path] of [
    ['GET', '/api/v1/me'],
    ['POST', '/api/v1/notes'],
    ['GET', '/api/v1/grants'],
    ['GET', '/api/v1/changes'],
    ['GET', '/api/v1/session'],
    ['DELETE', '/api/v1/session'],
    ['POST', '/api/v1/api_key'],
    ['GET', queryOf(askOf('asst_x', challenge))],
  ] as const) {
    assert.deepEqual(refusal(await world.request(method, path, { headers })), [401, 'Missing or invalid API key'], path)
  }
  const others: Record<string, string>[] = [
    { 'x-api-key': tokens.access_token },
    { authorization: `ApiKey ${tokens.access_token}` },
  ]
  for (const sent of others) {
    assert.equal((await world.post('/mcp', undefined, {}, { headers: sent })).status, 401)
  }
  assert.equal((await world.post('/api/v1/session', undefined, { api_key: tokens.access_token })).status, 401)
  const refresh = await whoAmI(world, tokens.refresh_token)
  assert.equal(refresh.status, 401, 'a refresh token is none')
})

test('48: only its person sees a grant in a list and can withdraw it', async () => {
  const { person: bo, clientId, tokens } = await letIn(world, 'bo@acme.test')
  await whoAmI(world, tokens.access_token)
  const { page_info, data } = (await bo.get('/api/v1/grants')).body
  const [{ id, ...shown }, ...more] = data
  assert.deepEqual([page_info.cursor, more], [null, []])
  assert.deepEqual(shown, {
    client_id: clientId,
    client_name: 'Helper',
    opens: 'assistant',
    answer_to: '127.0.0.1:7777',
    scopes: ['read', 'write'],
    created_at: '2026-01-10T12:00:00.000Z',
    last_used_at: '2026-01-10T12:00:00.000Z',
    expires_at: '2027-01-10T12:00:00.000Z',
  })
  const ada = await signedIn(world, 'ada@acme.test')
  await ada.post('/api/v1/session/elevate')
  for (const key of [keys.ada, keys.zoe]) {
    assert.deepEqual((await world.get('/api/v1/grants', key)).body.data, [])
    assert.deepEqual(refusal(await world.delete(`/api/v1/grant/${id}`, key)), [404, 'Grant not found'])
  }
  assert.deepEqual((await ada.get('/api/v1/grants')).body.data, [])
  assert.equal((await whoAmI(world, tokens.access_token)).status, 200)
  assert.equal((await bo.delete(`/api/v1/grant/${id}`)).status, 204)
  assert.equal((await whoAmI(world, tokens.access_token)).status, 401)
  assert.deepEqual(refusal(await bo.delete(`/api/v1/grant/${id}`)), [404, 'Grant not found'])
  const [made] = await audit('grant.create')
  const [gone] = await audit('grant.delete')
  assert.deepEqual([made.user_id, made.key_id, made.path], ['u_bo', null, '/api/v1/consent'])
  assert.deepEqual(made.details, { grant_id: id, client_id: clientId, scopes: ['read', 'write'] })
  assert.deepEqual([gone.user_id, gone.details], ['u_bo', { grant_id: id, client_id: clientId }])
})

test('48: pages of grants, newest first', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  for (const _ of [1, 2, 3]) {
    const { fields } = await consent(world, bo)
    await tokensOf(world, fields)
    world.advance({ seconds: 1 })
  }
  const all = (await bo.get('/api/v1/grants')).body.data.map(({ id }: { id: string }) => id)
  const first = (await bo.get('/api/v1/grants?page_size=2')).body
  const rest = (await bo.get(`/api/v1/grants?page_size=2&cursor=${first.page_info.cursor}`)).body
  assert.deepEqual(
    [...first.data, ...rest.data].map(({ id }) => id),
    all,
  )
  assert.equal(all.length, 3)
  assert.deepEqual(all, all.toSorted().reverse())
})

test('48: the grants of a deactivated person, or of a disabled or expired key, give no access', async () => {
  const { tokens } = await letIn(world, 'bo@acme.test')
  assert.equal((await whoAmI(world, tokens.access_token)).status, 200)
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: false })
  assert.equal((await whoAmI(world, tokens.access_token)).status, 401)
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: true })
  assert.equal((await whoAmI(world, tokens.access_token)).status, 401, 'for good')

  const more = { name: 'made', expires_at: '2026-01-10T13:30:00Z' }
  const { api_key, secret } = (await world.post('/api/v1/api_key', keys.bo, more)).body
  const byKey = openBrowser(world)
  const session = await byKey.signIn({ api_key: secret })
  const person = { ...byKey, session }
  const one = await tokensOf(world, (await consent(world, person)).fields)
  assert.equal((await byKey.get('/api/v1/grants')).body.data[0].expires_at, '2026-01-10T13:30:00.000Z')
  assert.equal((await whoAmI(world, one.access_token)).status, 200)
  await world.patch(`/api/v1/api_key/${api_key.id}`, keys.bo, { scopes: ['read', 'webhooks'] })
  assert.equal(resultOf(await whoAmI(world, one.access_token)).may_write, false, 'it has what the key has now')
  await world.patch(`/api/v1/api_key/${api_key.id}`, keys.bo, { active: false })
  assert.equal((await whoAmI(world, one.access_token)).status, 401)
})

test('48: a person who is deactivated at that very moment gives no access', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const ask = { ...askOf(await register(world), challenge), allow: true }
  const { answering } = await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ active: false })
      .where('workspace_id', '=', 'ws_acme')
      .where('id', '=', 'u_bo')
      .execute()
    const answering = bo.post('/api/v1/consent', ask)
    await somebodyWaits(world.db)
    return { answering }
  })
  const answer = await answering
  assert.deepEqual(refusal(answer), [401, 'Missing or invalid API key: the session has ended'])
  assert.equal(answer.headers['www-authenticate'], 'ApiKey realm="minutebook", Bearer realm="minutebook"')
  assert.equal((await world.db.selectFrom('oauth_grants').select('id').execute()).length, 0)
})

test('48: a session of a read-only key cannot give access', async () => {
  const { secret } = (await world.post('/api/v1/api_key', keys.bo, { name: 'made', scopes: ['read'] })).body
  const reader = openBrowser(world)
  await reader.signIn({ api_key: secret })
  const ask = askOf(await register(world), challenge)
  assert.deepEqual((await reader.get(queryOf(ask))).body.consent.scopes, ['read'])
  const answer = await reader.post('/api/v1/consent', { ...ask, allow: true })
  assert.deepEqual(refusal(answer), [403, 'This key lacks the scope: write'])
})

test('48: a person can give access to 50 assistants at once, and not to one more', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  await addGrants(
    world,
    'u_bo',
    Array.from({ length: maxGrants - 1 }, (_, at) => `gr_${at}`),
  )
  const last = await consent(world, bo)
  const ask = { ...askOf(await register(world), challenge), allow: true }
  const sentence = 'A person may let in at most 50 assistants; withdraw one first'
  assert.deepEqual(refusal(await bo.post('/api/v1/consent', ask)), [409, sentence])
  // A code that nobody used in time began nothing.
  world.advance({ seconds: 60 })
  assert.equal((await bo.post('/api/v1/consent', ask)).status, 200)
  assert(last.clientId)
})

test('48: a grant ends after a year, and is then deleted', async () => {
  const { tokens, refresh } = await letIn(world, 'bo@acme.test')
  let held = tokens
  for (let day = 20; day < lifeDays; day += 20) {
    world.advance({ days: 20 })
    held = (await refresh(held.refresh_token)).body
  }
  world.advance({ days: 5, seconds: -1 })
  held = (await refresh(held.refresh_token)).body
  assert.equal(held.expires_in, 1, 'no token outlives it')
  assert.equal((await whoAmI(world, held.access_token)).status, 200)
  world.advance({ seconds: 1 })
  assert.equal((await whoAmI(world, held.access_token)).status, 401)
  assert.equal((await refresh(held.refresh_token)).status, 400)
})

test('48: no secret is stored in plain text, or logged', async () => {
  const { fields, tokens, refresh } = await letIn(world, 'bo@acme.test')
  const again = (await refresh()).body
  await whoAmI(world, again.access_token)
  const secrets = [
    fields.code!,
    fields.code_verifier!,
    ...[tokens, again].flatMap((each) => [each.access_token, each.refresh_token]),
  ]
  const kept = (await everyRow(world.db)).join('\n') + world.logged.join('')
  for (const secret of secrets) {
    for (const part of secret.replace(/^mb._/, '').split('.')) assert(!kept.includes(part), secret)
  }
})

test('48: the API’s rate limit applies to each grant', async () => {
  await using slow = await openWorld({ ...oauthOn, API_RATE_PER_DAY: '5' })
  await slow.load(...acme())
  const one = await letIn(slow, 'bo@acme.test')
  const other = await letIn(slow, 'bo@acme.test')
  // Getting the tokens counted too.
  for (const _ of [1, 2, 3, 4]) assert.equal((await whoAmI(slow, one.tokens.access_token)).status, 200)
  assert.equal((await whoAmI(slow, one.tokens.access_token)).status, 429)
  const { status, headers, body } = await one.refresh()
  assert.deepEqual([status, body.error, body.error_description], [429, 'temporarily_unavailable', body.message])
  assert.match(String(headers['retry-after']), /^\d+$/)
  assert.equal((await whoAmI(slow, other.tokens.access_token)).status, 200)
  await slow.api.flush()
  const used = await slow.db.selectFrom('oauth_grant_use').select('used').orderBy('used').execute()
  assert.deepEqual(
    used.map((row) => row.used),
    [2, 5],
  )
})

test('48: with OAuth off, or without the console, only keys give access', async () => {
  const off: Record<string, string>[] = [{ CONSOLE: 'on', OAUTH: 'off' }, {}]
  for (const settings of off) {
    await using plain = await openWorld(settings)
    await plain.load(...acme())
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server']) {
      assert.equal((await plain.get(path)).status, 404)
    }
    assert.equal((await plain.post('/oauth/register', undefined, { redirect_uris: [callback] })).status, 404)
    const { headers } = await plain.post('/mcp', undefined, {})
    assert.equal(headers['www-authenticate'], 'ApiKey realm="minutebook", Bearer realm="minutebook"')
    const bo = await signedIn(plain, 'bo@acme.test')
    assert.deepEqual(refusal(await bo.get(queryOf(askOf('x', challenge)))), [404, 'Assistants cannot sign in here'])
  }
})
