/** OAuth for assistants (decision 48): those that register themselves, and those whose client_id is their address. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { maxDocument } from '../server/reading/assistants/oauth/client-documents.ts'
import { acme, keys } from './support/acme.ts'
import { signedIn } from './support/browser.ts'
import {
  askOf,
  callback,
  consent,
  forget,
  newProof,
  oauthOn,
  type Person,
  register,
  resultOf,
  tokensOf,
  whoAmI,
} from './support/oauth.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let outside: Outside
let world: World
let bo: Person
before(async () => {
  outside = await openOutside(['assistant.acme.com'])
  world = await openWorld({ ...oauthOn, ...outside.settings, OAUTH_MAX_CLIENTS: '3' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  bo = await signedIn(world, 'bo@acme.test')
  outside.receiver.received.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

const { challenge } = newProof()
const refusal = ({ status, body }: Answer) => [status, body.code, body.message]
const post = (body: object, address?: string) =>
  world.post('/oauth/register', undefined, body, address ? { headers: { 'x-forwarded-for': address } } : {})
const look = (clientId: string, more: object = {}) =>
  bo.get(`/api/v1/consent?${new URLSearchParams(askOf(clientId, challenge, more) as Record<string, string>)}`)

let documents = 0
/** An address of its own for each case, as documents are kept for a while. */
const newAddress = () => outside.receiver.url(`/assistants/${documents++}.json`)
const serve = (status: number, text: string | ((url: string) => string), headers: Record<string, string> = {}) => {
  const url = newAddress()
  outside.receiver.answering = (_received, response) => {
    response.writeHead(status, headers).end(typeof text === 'string' ? text : text(url))
  }
  return url
}
const document =
  (more: object = {}) =>
  (url: string) =>
    JSON.stringify({ client_id: url, client_name: 'Cloud helper', redirect_uris: [callback], ...more })

test('48: an assistant registers itself, always without a secret', async () => {
  const sent = { redirect_uris: [callback], client_name: 'Helper', token_endpoint_auth_method: 'client_secret_basic' }
  const { status, body, headers } = await post({ ...sent, logo_uri: 'https://evil.test/x.png', scope: 'read' })
  assert.deepEqual([status, headers['cache-control']], [201, 'private, no-store'])
  const { client_id, ...more } = body
  assert.match(client_id, /^asst_/)
  assert.deepEqual(more, {
    client_id_issued_at: 1_768_046_400,
    redirect_uris: [callback],
    client_name: 'Helper',
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
  })
})

test('48: the redirect addresses that an assistant may have', async () => {
  const good = [
    ...['https://a.example/cb', 'https://a.example/cb?x=y', 'https://a.example:8443', 'http://localhost:1/cb'],
    ...[
      'http://127.0.0.1/cb',
      'http://[::1]:3000/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'com.example.app:/cb',
    ],
  ]
  const wrong = [
    ...['http://a.example/cb', 'http://10.0.0.1/cb', 'http://localhost.evil.test/cb', 'http://127.0.0.1.evil.test/'],
    ...[
      'https://a.example/cb#x',
      'https://user@a.example/cb',
      'https://a.example@evil.test/',
      'https:///cb',
      'https:/a',
    ],
    ...[
      'javascript:alert(1)',
      'javascript://a/%0aalert(1)',
      'JavaScript://a',
      'data:text/html,x',
      'file:///etc/passwd',
    ],
    ...['blob:https://a.example/1', 'about:blank', 'ftp://a.example/', 'vbscript://x', 'mailto:a@b.test', 'intent://x'],
    ...['', '/cb', 'cb', 'https://a.example/c b', 'https://a.example\\@evil.test/', 'https://a.example/\n', 'x:y'],
    ...['http://localhost:123456/cb', 'http://user@localhost/cb', 'https://é.example/'],
  ]
  for (const uri of good) {
    await world.db.deleteFrom('oauth_clients').execute()
    assert.equal((await post({ redirect_uris: [uri] })).status, 201, uri)
  }
  for (const uri of wrong) {
    const { status, body } = await post({ redirect_uris: [callback, uri] })
    assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'], uri)
  }
})

test('48: limits of a registration', async () => {
  const uris = (count: number) => Array.from({ length: count }, (_, at) => `https://a.example/${at}`)
  const long = (length: number) => 'https://a.example/'.padEnd(length, 'x')
  const cases: [body: object, expected: unknown][] = [
    [{ redirect_uris: uris(20) }, 201],
    [{ redirect_uris: uris(21) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://a.example/' }, 'invalid_redirect_uri'],
    [{ redirect_uris: [7] }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [long(2_048)] }, 201],
    [{ redirect_uris: [long(2_049)] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [callback], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [callback], response_types: ['token'] }, 'invalid_client_metadata'],
  ]
  for (const [body, expected] of cases) {
    const answer = await post(body)
    assert.equal(answer.status === 201 ? 201 : answer.body.error, expected, JSON.stringify(body).slice(0, 200))
  }
  for (const [length, kept] of [
    [99, 99],
    [100, 100],
    [101, 100],
  ] as const) {
    const { body } = await post({ redirect_uris: [callback], client_name: 'n'.repeat(length) })
    assert.equal([...body.client_name].length, kept)
  }
  const fill = (bytes: number) => {
    const body = JSON.stringify({ redirect_uris: [callback], x: '' })
    return `${body.slice(0, -2)}${'x'.repeat(bytes - body.length)}"}`
  }
  assert.equal((await world.post('/oauth/register', undefined, fill(16_384))).status, 201)
  assert.equal((await world.post('/oauth/register', undefined, fill(16_385))).status, 413)
})

test('48: an address registers 60 times an hour, and not once more', async () => {
  for (let time = 0; time < 60; time++) assert.equal((await post({ redirect_uris: [callback] })).status, 201)
  const { status, body, headers } = await post({ redirect_uris: [callback] })
  assert.deepEqual([status, body.error, headers['retry-after']], [429, 'temporarily_unavailable', '3600'])
  world.advance({ hours: 1 })
  assert.equal((await post({ redirect_uris: [callback] })).status, 201)
})

test('48: beyond the limit the registration that was unused for longest is deleted; those in use stay', async () => {
  const [one, two, three] = [await register(world), await register(world), await register(world)]
  world.advance({ minutes: 1 })
  assert.equal((await look(one)).status, 200, 'at the limit all are there')
  const four = await register(world)
  assert.deepEqual([(await look(one)).status, (await look(four)).status], [200, 200])
  const left = [(await look(two)).status, (await look(three)).status].sort()
  assert.deepEqual(left, [200, 400])
  await world.db.deleteFrom('oauth_clients').execute()
  for (let held = 0; held < 3; held++) await consent(world, bo)
  const sentence = 'As many assistants are registered here as may be'
  assert.deepEqual(refusal(await post({ redirect_uris: [callback] })), [503, 'temporarily_unavailable', sentence])
})

test('48: a registration that was unused for 30 days is deleted, unless somebody has given it access', async () => {
  const unused = await register(world)
  const { clientId } = await consent(world, bo)
  await world.db
    .updateTable('oauth_grants')
    .set({ code_used_at: new Date('2026-01-10'), refresh_expires_at: new Date('2026-12-01') })
    .execute()
  world.advance({ days: 30, seconds: -1 })
  await forget(world)
  assert.equal((await world.db.selectFrom('oauth_clients').select('id').execute()).length, 2)
  world.advance({ hours: 2 })
  await forget(world)
  const left = await world.db.selectFrom('oauth_clients').select('id').execute()
  assert.deepEqual(left, [{ id: clientId }])
  assert(unused !== clientId)
})

test('48: with OAUTH_MAX_CLIENTS=0 only assistants with a document address may request access', async () => {
  await using closed = await openWorld({ ...oauthOn, OAUTH_MAX_CLIENTS: '0' })
  assert.equal((await closed.post('/oauth/register', undefined, { redirect_uris: [callback] })).status, 404)
  const { body } = await closed.get('/.well-known/oauth-authorization-server')
  assert.equal(body.registration_endpoint, undefined)
})

test('48: an assistant may use the address of a document about it as its client_id', async () => {
  const clientId = serve(200, document({ token_endpoint_auth_method: 'none' }))
  const { status, body } = await look(clientId)
  assert.equal(status, 200)
  const host = new URL(clientId).host
  assert.deepEqual(body.consent.client, { id: clientId, name: 'Cloud helper', host })
  const [asked] = outside.receiver.received
  assert.deepEqual(
    [asked!.method, asked!.headers.accept, asked!.headers.cookie],
    ['GET', 'application/json', undefined],
  )
  const { verifier, challenge: own } = newProof()
  const answer = await bo.post('/api/v1/consent', { ...askOf(clientId, own), allow: true })
  const code = new URL(answer.body.redirect_to).searchParams.get('code')!
  const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  const { access_token } = await tokensOf(world, { ...fields, redirect_uri: callback })
  assert.equal(resultOf(await whoAmI(world, access_token)).user.id, 'u_bo')
  assert.equal((await bo.get('/api/v1/grants')).body.data[0].client_id, clientId)
  assert.equal(outside.receiver.received.length, 1, 'kept for a while')
  world.advance({ minutes: 10 })
  await look(clientId)
  assert.equal(outside.receiver.received.length, 2)
  world.advance({ days: -1 })
  await bo.get('/api/v1/me')
  await look(clientId)
  assert.equal(outside.receiver.received.length, 3, 'a clock ahead keeps it no longer')
})

test('48: an address that is not public, not https or not plain is not fetched', async () => {
  const sentence = 'client_id cannot point to private IP address'
  outside.dns.set('inside.acme.com', ['10.0.0.1'])
  const wrong: [clientId: string, message: string][] = [
    ['http://assistant.acme.com/a.json', 'client_id must start with https:// and a host name'],
    ['https://10.0.0.1/a.json', sentence],
    ['https://169.254.169.254/latest/meta-data', sentence],
    ['https://[::1]/a.json', sentence],
    ['https://localhost/a.json', sentence],
    ['https://inside.acme.com/a.json', sentence],
    ['https://user@assistant.acme.com/a.json', 'client_id must not contain a user name or password'],
    ['https://assistant.acme.com:5432/a.json', 'client_id must not use port 5432'],
    ...['', '/', '/a/../b', '/a#b', '/%2e/b'].map((path): [string, string] => [
      `https://assistant.acme.com${path}`,
      'client_id must be a plain https address with a path',
    ]),
    ['https://ASSISTANT.acme.com/a', 'client_id must be a plain https address with a path'],
    ...['https:', 'https://', 'https://[', 'https://a b/', 'https://a:99999/x', 'http:', 'HTTPS:?'].map(
      (clientId): [string, string] => [clientId, 'client_id must be a plain https address with a path'],
    ),
  ]
  for (const [clientId, message] of wrong) {
    assert.deepEqual(refusal(await look(clientId)), [400, 'invalid_client', message], clientId)
    const answer = await bo.post('/api/v1/consent', { ...askOf(clientId, challenge), allow: true })
    assert.deepEqual(refusal(answer), [400, 'invalid_client', message], clientId)
  }
  assert.equal(outside.receiver.received.length, 0)
})

test('48: an invalid document is refused', async () => {
  const missing = await look(serve(404, 'x'))
  assert.deepEqual(refusal(missing), [400, 'invalid_client', 'The document at client_id answered with status 404'])
  const cases: [() => string, RegExp][] = [
    [() => serve(302, '', { location: 'https://assistant.acme.com/' }), /answered with status 302/],
    [() => serve(200, 'a secret of this host'), /must be a JSON object$/],
    [() => serve(200, '[]'), /must be a JSON object$/],
    [() => serve(200, '"x"'), /must be a JSON object$/],
    [() => serve(200, `{"a":${'['.repeat(100)}${']'.repeat(100)}}`), /must be a JSON object$/],
    [() => serve(200, document({ client_id: 'https://other.test/x' })), /must name its own address$/],
    [() => serve(200, document({ client_id: undefined })), /must name its own address$/],
    [
      () => serve(200, document({ token_endpoint_auth_method: 'private_key_jwt' })),
      /must have token_endpoint_auth_method none$/,
    ],
    [
      () => serve(200, document({ token_endpoint_auth_method: 'client_secret_basic' })),
      /must have token_endpoint_auth_method none$/,
    ],
    [() => serve(200, document({ redirect_uris: undefined })), /^redirect_uris must be a list/],
    [() => serve(200, document({ redirect_uris: ['javascript:alert(1)'] })), /^redirect_uris: each must/],
    [
      () => serve(200, document({ redirect_uris: ['https://a.example/'] })),
      /^redirect_uri is none that this assistant has named$/,
    ],
  ]
  for (const [make, words] of cases) {
    const { status, body } = await look(make())
    assert.equal(status, 400)
    assert.match(body.message, words)
    assert(!body.message.includes('secret'))
  }
})

test('48: limits of a document', async () => {
  const sized = (bytes: number) => (url: string) => document()(url).padEnd(bytes, ' ')
  assert.equal((await look(serve(200, sized(maxDocument - 1)))).status, 200)
  assert.equal((await look(serve(200, sized(maxDocument)))).status, 200)
  const { status, body } = await look(serve(200, sized(maxDocument + 1)))
  assert.deepEqual([status, body.message], [400, 'The document at client_id is larger than 16384 bytes'])
})

test('48: without a session nobody can make the service fetch an address', async () => {
  const clientId = serve(200, document())
  const path = `/api/v1/consent?${new URLSearchParams(askOf(clientId, challenge) as Record<string, string>)}`
  assert.equal((await world.get(path)).status, 401)
  assert.equal((await world.get(path, keys.bo)).status, 403)
  assert.equal(outside.receiver.received.length, 0)
})
