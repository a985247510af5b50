/** OAuth for assistants (decision 48): codes and tokens, each good once and for what it was given for. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { withCell } from '../server/app/commands/workspace.ts'
import { freezeWorkspace, unfreezeRows } from '../server/keeping/cells/freeze.ts'
import { acme, keys } from './support/acme.ts'
import { signedIn } from './support/browser.ts'
import { failureBody } from './support/failure-body.ts'
import {
  callback,
  consent,
  type Fields,
  forget,
  letIn,
  newProof,
  oauthOn,
  register,
  sendForm,
  tokensOf,
  whoAmI,
} from './support/oauth.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld(oauthOn)
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const refusal = ({ status, body }: Answer) => [status, body.error]
const notGood = [400, 'invalid_grant']
const exchange = (fields: Fields, host?: string) => sendForm(world, '/oauth/token', fields, host ? { host } : {})
const consentOfBo = async () => consent(world, await signedIn(world, 'bo@acme.test'))
const reasons = async () => {
  const rows = (await world.get('/api/v1/audit_log?filters={"action":"grant.delete"}', keys.ada)).body.data
  return rows.map(({ user_id, details }: { user_id: string; details: { reason: string } }) => [user_id, details.reason])
}

test('48: an answer with tokens must not be cached, and has its type', async () => {
  const { fields } = await consentOfBo()
  const { status, headers, body } = await exchange(fields)
  assert.deepEqual([status, headers['cache-control']], [200, 'private, no-store'])
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
  assert.match(body.refresh_token, /^mbr_[\w-]{43}\.[\w-]{43}$/)
})

test('48: a code belongs to one assistant, redirect, verifier and resource; a wrong attempt does not use it up', async () => {
  const { fields } = await consentOfBo()
  const other = await register(world)
  const wrong: Fields[] = [
    { code: `${fields.code}x` },
    { code: 'mbc_' },
    { client_id: other },
    { client_id: 'nobody' },
    { redirect_uri: 'http://127.0.0.1:7778/callback' },
    { redirect_uri: `${callback}/` },
    { code_verifier: newProof().verifier },
    { code_verifier: newProof().challenge },
    { code_verifier: fields.code_verifier!.slice(1) },
    { code_verifier: 'x'.repeat(129) },
  ]
  for (const change of wrong) {
    assert.deepEqual(refusal(await exchange({ ...fields, ...change })), notGood, JSON.stringify(change))
  }
  const foreign = await exchange({ ...fields, resource: 'https://other.test/mcp' })
  assert.deepEqual(refusal(foreign), [400, 'invalid_target'])
  assert.equal((await exchange(fields)).status, 200)
})

test('48: the challenge itself is not accepted as verifier', async () => {
  const { challenge } = newProof()
  const bo = await signedIn(world, 'bo@acme.test')
  const { fields } = await consent(world, bo, { code_challenge: challenge })
  assert.deepEqual(refusal(await exchange({ ...fields, code_verifier: challenge })), notGood)
})

test('48: a code is valid for 60 seconds', async () => {
  const one = await consentOfBo()
  world.advance({ seconds: 59.999 })
  assert.equal((await exchange(one.fields)).status, 200)
  const other = await consentOfBo()
  world.advance({ seconds: 60 })
  assert.deepEqual(refusal(await exchange(other.fields)), notGood)
})

test('48: the second use of a code ends the whole grant, also after its time', async () => {
  for (const seconds of [0, 3_000]) {
    const { fields } = await consentOfBo()
    const { access_token } = await tokensOf(world, fields)
    world.advance({ seconds })
    assert.equal((await whoAmI(world, access_token)).status, 200)
    assert.deepEqual(refusal(await exchange(fields)), notGood)
    assert.equal((await whoAmI(world, access_token)).status, 401)
    assert.deepEqual(refusal(await exchange(fields)), notGood)
  }
  assert.deepEqual(await reasons(), Array(2).fill(['u_bo', 'A code was used twice']))
})

test('48: of two concurrent requests with one code at most one gets tokens, and these are already invalid', async () => {
  for (let round = 0; round < 5; round++) {
    const { fields } = await consentOfBo()
    const answers = await Promise.all([exchange(fields), exchange(fields), exchange(fields)])
    const [got, ...more] = answers.filter(({ status }) => status === 200)
    assert.deepEqual(more, [])
    assert.equal((await whoAmI(world, got!.body.access_token)).status, 401)
  }
})

test('48: a code or a token of one host is invalid on another', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const { fields } = await consent(world, bo)
  const elsewhere: Fields = { ...fields, resource: undefined }
  for (const host of ['zeta.localhost', 'acme.localhost']) {
    assert.deepEqual(refusal(await exchange(elsewhere, host)), notGood, host)
  }
  const { access_token, refresh_token } = await tokensOf(world, elsewhere)
  for (const host of ['zeta.localhost', 'acme.localhost']) {
    assert.equal((await whoAmI(world, access_token, { host })).status, 401, host)
    const fieldsOf = { grant_type: 'refresh_token', refresh_token, client_id: fields.client_id }
    assert.deepEqual(refusal(await exchange(fieldsOf, host)), notGood, host)
  }
  assert.equal((await whoAmI(world, access_token)).status, 200)
})

test('48: on a workspace’s own host an assistant gets access there', async () => {
  const host = 'acme.localhost'
  const bo = await signedIn(world, 'bo@acme.test', host)
  const resource = 'https://acme.localhost/mcp'
  const { fields } = await consent(world, bo, { resource })
  const { access_token } = await tokensOf(world, { ...fields, resource }, host)
  assert.equal((await whoAmI(world, access_token, { host })).status, 200)
  for (const other of [undefined, 'zeta.localhost']) {
    assert.equal((await whoAmI(world, access_token, other ? { host: other } : {})).status, 401)
  }
  const zoe = await signedIn(world, 'zoe@zeta.test', 'zeta.localhost').catch(() => null)
  if (zoe) assert.equal((await zoe.get('/api/v1/grants')).body.data.length, 0)
})

test('48: an access token is valid for an hour', async () => {
  const { tokens } = await letIn(world, 'bo@acme.test')
  world.advance({ seconds: 3_599.999 })
  assert.equal((await whoAmI(world, tokens.access_token)).status, 200)
  world.advance({ seconds: 0.001 })
  assert.equal((await whoAmI(world, tokens.access_token)).status, 401)
})

test('48: a refresh gives new tokens, and the old ones end', async () => {
  const { tokens, refresh } = await letIn(world, 'bo@acme.test')
  world.advance({ hours: 2 })
  const { status, body } = await refresh()
  assert.equal(status, 200)
  assert.notEqual(body.refresh_token, tokens.refresh_token)
  assert.equal((await whoAmI(world, tokens.access_token)).status, 401)
  assert.equal((await whoAmI(world, body.access_token)).status, 200)
  const again = await refresh(body.refresh_token)
  assert.equal(again.status, 200)
  assert.equal((await whoAmI(world, body.access_token)).status, 401, 'at once')
})

test('48: the second use of a refresh token ends the whole grant, however old it is', async () => {
  for (const between of [0, 3]) {
    const { tokens, refresh } = await letIn(world, 'bo@acme.test')
    let { body } = await refresh()
    for (let turn = 0; turn < between; turn++) body = (await refresh(body.refresh_token)).body
    assert.equal((await whoAmI(world, body.access_token)).status, 200)
    assert.deepEqual(refusal(await refresh(tokens.refresh_token)), notGood)
    assert.equal((await whoAmI(world, body.access_token)).status, 401)
    assert.deepEqual(refusal(await refresh(body.refresh_token)), notGood)
  }
  assert.deepEqual(await reasons(), Array(2).fill(['u_bo', 'A refresh token was used twice']))
})

test('48: of two concurrent refreshes at most one gets tokens, and these are already invalid', async () => {
  const { refresh } = await letIn(world, 'bo@acme.test')
  const answers = await Promise.all([refresh(), refresh()])
  const [got, ...more] = answers.filter(({ status }) => status === 200)
  assert.deepEqual(more, [])
  assert.equal((await whoAmI(world, got!.body.access_token)).status, 401)
})

test('48: a refresh token belongs to one assistant and one resource, and has the right form', async () => {
  const { tokens, refresh } = await letIn(world, 'bo@acme.test')
  const other = await register(world)
  assert.deepEqual(refusal(await refresh(undefined, { client_id: other })), notGood)
  assert.deepEqual(refusal(await refresh(undefined, { resource: 'https://other.test/mcp' })), [400, 'invalid_target'])
  for (const token of ['mbr_x', tokens.access_token, tokens.refresh_token.split('.')[0]!, `${tokens.refresh_token}x`]) {
    assert.deepEqual(refusal(await refresh(token)), notGood, token)
  }
  assert.equal((await refresh()).status, 200, 'none of these ended it')
})

test('48: a grant that is not refreshed for 30 days ends', async () => {
  const one = await letIn(world, 'bo@acme.test')
  world.advance({ days: 30, seconds: -0.001 })
  const { body } = await one.refresh()
  world.advance({ days: 30 })
  assert.deepEqual(refusal(await one.refresh(body.refresh_token)), notGood)
  assert.deepEqual((await world.get('/api/v1/grants', keys.bo)).body.data, [])
})

test('48: a person who is deactivated or withdraws access leaves no token that can be refreshed', async () => {
  const { refresh } = await letIn(world, 'bo@acme.test')
  const { data } = (await world.get('/api/v1/grants', keys.bo)).body
  assert.equal((await world.delete(`/api/v1/grant/${data[0].id}`, keys.bo)).status, 204)
  assert.deepEqual(refusal(await refresh()), notGood)
  const other = await letIn(world, 'bo@acme.test')
  const { fields } = await consent(world, other.person)
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: false })
  assert.deepEqual(refusal(await other.refresh()), notGood)
  assert.deepEqual(refusal(await exchange(fields)), notGood)
})

test('48: an assistant revokes its access with any of its tokens', async () => {
  for (const name of ['access_token', 'refresh_token'] as const) {
    const { tokens, clientId, refresh } = await letIn(world, 'bo@acme.test')
    const revoke = (token: string, more: Fields = {}) =>
      sendForm(world, '/oauth/revoke', { token, client_id: clientId, token_type_hint: name, ...more })
    const foreign = await revoke(tokens[name], { client_id: await register(world) })
    assert.deepEqual(refusal(foreign), [401, 'invalid_client'])
    for (const token of ['mba_unknown', 'mbr_unknown', 'x', tokens.refresh_token.slice(0, -1)]) {
      assert.equal((await revoke(token)).status, 200, 'what is unknown is as good as ended')
    }
    assert.equal((await whoAmI(world, tokens.access_token)).status, 200)
    const { status, text } = await revoke(tokens[name])
    assert.deepEqual([status, text], [200, ''])
    assert.equal((await whoAmI(world, tokens.access_token)).status, 401)
    assert.deepEqual(refusal(await refresh()), notGood)
    assert.equal((await revoke(tokens[name])).status, 200)
  }
  assert.deepEqual(await reasons(), Array(2).fill(['u_bo', 'The assistant gave it back']))
})

test('48: the form of a request for tokens', async () => {
  const { fields } = await consentOfBo()
  const names = ['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri']
  for (const name of names) {
    for (const value of [undefined, '']) {
      const { status, body } = await exchange({ ...fields, [name]: value })
      assert.deepEqual(
        [status, body],
        [
          400,
          {
            ...failureBody(`${name} is required`, { code: 'invalid_request' }),
            error: 'invalid_request',
            error_description: `${name} is required`,
          },
        ],
      )
    }
  }
  assert.deepEqual(refusal(await exchange({ ...fields, grant_type: 'password' })), [400, 'unsupported_grant_type'])
  const send = (body: string, headers: Record<string, string>) =>
    world.request('POST', '/oauth/token', { body, headers })
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const good = new URLSearchParams(fields as Record<string, string>).toString()
  assert.deepEqual(refusal(await send(`${good}&code=x`, form)), [400, 'invalid_request'], 'a field twice')
  assert.deepEqual(refusal(await send(`${good}&x=%00`, form)), [400, 'invalid_request'], 'NUL')
  assert.deepEqual(refusal(await send(JSON.stringify(fields), { 'content-type': 'application/json' })), [
    400,
    'invalid_request',
  ])
  const basic = { ...form, authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }
  assert.deepEqual(refusal(await send(good, basic)), [401, 'invalid_client'])
  const fill = (bytes: number) => `${good}&x=`.padEnd(bytes, 'x')
  assert.equal((await send(fill(16_385), form)).status, 413)
  assert.equal((await send(fill(16_384), form)).status, 200)
  assert.equal((await world.request('GET', '/oauth/token')).status, 405)
})

test('48: errors from before the OAuth code also have an OAuth error word', async () => {
  const json = { 'content-type': 'application/json' }
  const large = 'x'.repeat(16_385)
  const cases: [status: number, answer: Promise<Answer>][] = [
    [404, sendForm(world, '/oauth/token', {}, { host: 'nobody.localhost' })],
    [413, world.request('POST', '/oauth/token', { body: large, headers: json })],
    [413, world.request('POST', '/oauth/register', { body: large, headers: json })],
    [415, world.request('POST', '/oauth/register', { body: '{}', headers: { 'content-type': 'text/plain' } })],
    [400, world.request('POST', '/oauth/register', { body: '{', headers: json })],
  ]
  for (const [expected, answer] of cases) {
    const { status, body } = await answer
    assert.deepEqual([status, body.error, body.error_description], [expected, 'invalid_request', body.message])
    assert.equal(body.detail, body.message)
  }
})

test('48: expired grants, codes and tokens are deleted', async () => {
  await consentOfBo()
  const one = await letIn(world, 'bo@acme.test')
  const count = async () => (await world.db.selectFrom('oauth_grants').select('id').execute()).length
  world.advance({ seconds: 59.999 })
  await forget(world)
  assert.equal(await count(), 2)
  world.advance({ seconds: 0.001 })
  await forget(world)
  assert.equal(await count(), 1, 'a code that nobody used in time')
  await one.refresh()
  world.advance({ days: 30, seconds: -0.001 })
  await forget(world)
  assert.equal(await count(), 1)
  world.advance({ seconds: 0.001 })
  await forget(world)
  assert.equal(await count(), 0)
})

test('48: while the workspace moves to another database an assistant gets an OAuth error that says to try again', async () => {
  await using moving = await openWorld(oauthOn, { anew: true })
  await moving.load(...acme())
  const { tokens, refresh } = await letIn(moving, 'bo@acme.test')
  await withCell(moving.base, (cell) => freezeWorkspace(cell, 'ws_acme', null, () => {}))
  for (const answer of [await refresh(), await sendForm(moving, '/oauth/revoke', { token: tokens.access_token })]) {
    const { status, headers, body } = answer
    assert.deepEqual([status, headers['retry-after'], body.error], [503, '5', 'temporarily_unavailable'])
    assert.deepEqual([body.error_description, body.detail], [body.message, body.message])
  }
  await withCell(moving.base, (cell) => unfreezeRows(cell.db, 'ws_acme'))
  assert.equal((await refresh()).status, 200)
})
