/** A grant for a recorder (decision 48): what a recording needs, as that person, and nothing else. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { signedIn } from './support/browser.ts'
import { operationsOf } from './support/contract.ts'
import { type Documented, exampleCall } from './support/example-calls.ts'
import { words } from './support/media-world.ts'
import { askOf, letIn, newProof, oauthOn, register, whoAmI } from './support/oauth.ts'
import { idOf, tusClient, path as tusPath } from './support/tus-client.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ ...oauthOn, STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const forRecorder = { resource: 'https://minutebook.test/api/v1' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function pair(email = 'bo@acme.test') {
  const recorder = await letIn(world, email, forRecorder)
  const headers = bearer(recorder.tokens.access_token)
  const ask = (method: string, path: string, body?: unknown, more = {}) =>
    world.request(method, path, { headers: { ...headers, ...more }, ...(body !== undefined && { body }) })
  return { ...recorder, headers, ask }
}

/** What a recording needs beside its upload. */
const needed = ['get /api/v1/session', 'get /api/v1/workspace', 'post /api/v1/notes', 'post /api/v1/note']

test('48: the token of a recorder opens what a recording needs, and is an unknown key anywhere else', async () => {
  const { headers } = await pair()
  for (const each of operationsOf(world.api.document()) as [string, Documented][]) {
    const [name, { security }] = each
    const isOfUpload = new RegExp(`^(post|head|patch|delete) ${tusPath}(/{recording_id})?$`).test(name)
    if (security?.length === 0 || isOfUpload || name === 'post /api/v1/recording/{recording_id}/mark') continue
    const call = exampleCall(each, 'https://hooks.test/')
    const body = name === 'post /api/v1/notes' ? {} : call.body
    const sent = { body, headers: { ...call.headers, ...headers } }
    const { status } = await world.request(call.method, call.path, sent)
    if (needed.includes(name)) assert(status < 300, `${name} ${status}`)
    else assert.equal(status, 401, name)
  }
  assert.equal((await whoAmI(world, headers.authorization.slice(7))).status, 401)
})

test('48: a recorder lists meetings, and reads nothing that is in them', async () => {
  const { ask } = await pair()
  const [first] = (await ask('POST', '/api/v1/notes', {})).body.data
  assert.deepEqual([typeof first.title, 'content_markdown' in first], ['string', false])
  for (const field of ['content_markdown', 'content_native_markdown', 'event_attendees']) {
    const { status, body } = await ask('POST', '/api/v1/notes', { include: { [field]: true } })
    assert.deepEqual([status, body.detail.includes('leave out `include`')], [403, true], field)
    assert.equal((await world.post('/api/v1/notes', keys.bo, { include: { [field]: true } })).status, 200)
  }
})

test('48: the token of an assistant opens nothing of a recorder', async () => {
  const assistant = await letIn(world, 'bo@acme.test')
  const headers = bearer(assistant.tokens.access_token)
  for (const path of ['/api/v1/session', '/api/v1/workspace'])
    assert.equal((await world.request('GET', path, { headers })).status, 401)
  assert.equal((await world.request('POST', '/api/v1/notes', { headers, body: {} })).status, 401)
})

test('48: a recorder records into a meeting of its person, piece by piece, with a mark', async () => {
  const { headers, ask } = await pair()
  const { body } = await ask('POST', '/api/v1/notes', {})
  const meeting = body.data.find(({ call_url }: { call_url: string | null }) => call_url !== null)
  const client = tusClient(() => world)
  const more = { key: undefined as never }
  const metadata = `title ${btoa('Call')},note_id ${btoa(meeting.id)},own_microphone ${btoa('"first_channel"')}`
  const created = await client.ask(
    'POST',
    tusPath,
    { ...headers, 'upload-length': String(words.length), 'upload-metadata': metadata },
    more,
  )
  assert.equal(created.status, 201, created.text)
  const url = String(created.headers.location)
  const mark = await ask('POST', `/api/v1/recording/${idOf(url)}/mark`, { at: 0.5 })
  assert.equal(mark.status, 201, mark.text)
  const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  assert.equal((await client.ask('PATCH', url, { ...headers, ...piece }, { ...more, body: words })).status, 204)
  assert.equal((await client.ask('HEAD', url, headers, more)).headers['upload-offset'], String(words.length))
  const other = await client.ask(
    'POST',
    tusPath,
    { ...headers, 'upload-length': '5', 'upload-metadata': metadata },
    more,
  )
  assert.equal((await client.ask('DELETE', String(other.headers.location), headers, more)).status, 204)
})

test('48: a recorder knows whose it is and gets their keys, as their browser does; never an administrator’s rights', async () => {
  const { person, ask } = await pair('ada@acme.test')
  const { body } = await ask('GET', '/api/v1/session')
  assert.deepEqual(body.session.user, person.session.user)
  assert.deepEqual(body.session.store_keys, person.session.store_keys)
  assert.deepEqual(
    [body.session.super_admin, body.session.may_elevate, body.session.elevated_until],
    [false, false, null],
  )
  assert.equal((await ask('DELETE', '/api/v1/session')).status, 401)
  const acting = await ask('POST', '/api/v1/notes', {}, { 'x-on-behalf-of': 'bo@acme.test' })
  assert.equal(acting.status, 403)
})

test('48: the consent page and the list of grants say that it is a recorder, and withdrawing ends it', async () => {
  const { person, ask } = await pair()
  const asked = new URLSearchParams(askOf(await register(world), newProof().challenge, forRecorder))
  assert.equal((await person.get(`/api/v1/consent?${asked}`)).body.consent.opens, 'recorder')
  const [grant] = (await person.get('/api/v1/grants')).body.data
  assert.equal(grant.opens, 'recorder')
  assert.equal((await person.delete(`/api/v1/grant/${grant.id}`)).status, 204)
  assert.equal((await ask('GET', '/api/v1/session')).status, 401)
})

test('48: a recorder is let in for this service alone', async () => {
  const person = await signedIn(world, 'bo@acme.test')
  for (const resource of [
    'https://minutebook.test/api/v1/',
    'https://evil.test/api/v1',
    'https://minutebook.test/api',
  ]) {
    const body = { ...askOf(await register(world), newProof().challenge, { resource }), allow: true }
    const { status, body: said } = await person.post('/api/v1/consent', body)
    assert.deepEqual([status, said.error], [400, 'invalid_target'])
  }
  const { headers } = await pair()
  assert.equal((await world.request('GET', '/api/v1/session', { headers, host: 'other.test' })).status, 200)
  assert.equal((await world.get('/api/v1/me', keys.bo)).status, 200)
})
