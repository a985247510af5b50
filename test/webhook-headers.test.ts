/** Headers of their own that webhooks are sent: what may be one, who sees what, and where they go (docs/decisions/webhooks.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys } from './support/acme.ts'
import { isSigned } from './support/is-signed.ts'
import { echo } from './support/receiver.ts'
import { openWebhookWorld, type WebhookWorld } from './support/webhook-world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
})
beforeEach(async () => {
  await hooks.reset()
  hooks.receiver.answering = echo
})
after(() => hooks[Symbol.asyncDispose]())

const secret = 'Bearer of-the-gateway'
const headers = { Authorization: secret, 'X-Team': 'crm' }

async function make(more: object = { headers }, key = keys.ada) {
  const { status, body, text } = await hooks.create(key, more)
  assert.equal(status, 200, text)
  return body.webhook
}

async function received(id: string, key = keys.ada) {
  hooks.receiver.received.length = 0
  await hooks.world.post(`/api/v1/webhook/${id}/test`, key, { event_type: 'action_item.assigned' })
  await hooks.world.settle()
  return hooks.receiver.received[0]!
}

const ofTheirOwn = (sent: { headers: Record<string, unknown> }) => [sent.headers.authorization, sent.headers['x-team']]

test('the headers are sent with the verification and each event, beside the signature; answers show only names', async () => {
  const webhook = await make()
  assert.deepEqual(webhook.header_names, ['authorization', 'x-team'])
  assert.deepEqual(ofTheirOwn(hooks.receiver.received[0]!), [secret, 'crm'])
  const event = await received(webhook.id)
  assert.deepEqual(ofTheirOwn(event), [secret, 'crm'])
  assert(isSigned(webhook.secret, event))
  assert.equal(event.headers['content-type'], 'application/json')
  const { sealed_headers } = await hooks.stored(webhook.id)
  assert(!sealed_headers!.toString('latin1').includes('gateway'))
  const log = await hooks.world.get(`/api/v1/webhook/${webhook.id}/deliveries`, keys.ada)
  const shown = [
    webhook,
    await hooks.get(webhook.id),
    (await hooks.world.get('/api/v1/webhooks', keys.ada)).body,
    log.body,
  ]
  assert(!JSON.stringify(shown).includes('gateway'))
  assert(!hooks.world.logged.join('').includes('gateway'))
  assert.equal((await make({})).header_names, undefined, 'a webhook without any looks as ever')
})

test('PATCH replaces all headers, null or {} removes them; without the field they stay', async () => {
  const { id } = await make()
  await hooks.patch(id, { description: 'New' })
  assert.deepEqual(ofTheirOwn(await received(id)), [secret, 'crm'])
  assert.deepEqual((await hooks.patch(id, { headers: { 'x-team': 'ops' } })).body.webhook.header_names, ['x-team'])
  assert.deepEqual(ofTheirOwn(await received(id)), [undefined, 'ops'])
  for (const none of [null, {}]) {
    await hooks.patch(id, { headers: { 'x-team': 'ops' } })
    assert.equal((await hooks.patch(id, { headers: none })).body.webhook.header_names, undefined)
    assert.deepEqual(ofTheirOwn(await received(id)), [undefined, undefined])
  }
  const { updated_at } = await hooks.get(id)
  hooks.world.advance({ minutes: 1 })
  assert.equal((await hooks.patch(id, { headers: {} })).body.webhook.updated_at, updated_at, 'nothing has changed')
})

test('change_headers sets, replaces and removes single headers; the others need not be sent again', async () => {
  const { id } = await make()
  const change = (change_headers: object, more = {}) => hooks.patch(id, { change_headers, ...more })
  assert.deepEqual((await change({ 'x-TEAM': 'ops' })).body.webhook.header_names, ['authorization', 'x-team'])
  assert.deepEqual(ofTheirOwn(await received(id)), [secret, 'ops'])
  await change({ 'X-New': 'v', Authorization: null, 'X-Unknown': null })
  const event = await received(id)
  assert.deepEqual([...ofTheirOwn(event), event.headers['x-new']], [undefined, 'ops', 'v'])
  const { updated_at } = await hooks.get(id)
  hooks.world.advance({ minutes: 1 })
  for (const none of [{}, null]) assert.equal((await change(none as object)).body.webhook.updated_at, updated_at)
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`X-${index}`, 'v']))
  const refused: [object, object, string, RegExp][] = [
    [nine, {}, 'body.change_headers', /more than 10 headers/],
    [{ 'X-A': '' }, {}, 'body.change_headers.X-A', /visible ASCII/],
    [{ 'X-A': 5 }, {}, 'body.change_headers.X-A', /must be a string/],
    [{ Host: 'v' }, {}, 'body.change_headers.Host', /set by the service/],
    [{ 'X-A': 'v', 'x-a': null }, {}, 'body.change_headers.X-A', /twice/],
    [{ 'X-A': 'v' }, { headers: null }, 'body.change_headers', /beside headers/],
  ]
  for (const [changes, more, location, message] of refused) {
    const { status, body } = await change(changes, more)
    assert.deepEqual([status, body.errors?.[0].location], [400, location])
    assert.match(body.errors[0].message, message)
  }
  assert.equal((await change({ ...nine, 'X-Team': null })).body.webhook.header_names.length, 10, 'ten are taken')
  const stored = 'https://hooks.elsewhere.com/'
  await hooks.world.db.updateTable('webhooks').set({ url: stored }).where('id', '=', id).execute()
  const moved = await change({ 'X-9': 'v' }, { url: hooks.receiver.url('/stolen') })
  assert.deepEqual(moved.body.webhook.header_names, ['x-9'], 'the others stay behind')
})

test('a new URL of the same origin gets the headers, one of another origin does not: a colleague may have set it', async () => {
  const { id } = await make({ headers, scope: 'workspace', enabled_events: ['action_item.assigned'] })
  hooks.receiver.received.length = 0
  await hooks.patch(id, { url: hooks.receiver.url('/other') })
  assert.deepEqual(ofTheirOwn(hooks.receiver.received[0]!), [secret, 'crm'])
  // Another name of the origin by which the webhook was registered.
  const stored = 'https://hooks.elsewhere.com/'
  await hooks.world.db.updateTable('webhooks').set({ url: stored }).where('id', '=', id).execute()
  hooks.receiver.received.length = 0
  const moved = await hooks.patch(id, { url: hooks.receiver.url('/stolen') })
  assert.deepEqual([moved.status, moved.body.webhook.header_names], [200, undefined])
  assert.deepEqual(ofTheirOwn(hooks.receiver.received[0]!), [undefined, undefined])
  assert.deepEqual(ofTheirOwn(await received(id)), [undefined, undefined])
  await hooks.world.db.updateTable('webhooks').set({ url: stored }).where('id', '=', id).execute()
  hooks.receiver.received.length = 0
  await hooks.patch(id, { url: hooks.receiver.url('/new'), headers: { 'x-team': 'new' } })
  assert.deepEqual(ofTheirOwn(hooks.receiver.received[0]!), [undefined, 'new'])
  const { data } = (await hooks.world.get('/api/v1/audit_log?filters={"action":"webhook.change"}', keys.ada)).body
  assert(data.some(({ details }: { details: { header_names?: string[] } }) => details.header_names?.[0] === 'x-team'))
  assert(!JSON.stringify(data).includes('gateway'))
})

test('a receiver that echoes its request does not bring the headers into the delivery log', async () => {
  const { id } = await make()
  hooks.receiver.answering = ({ headers: sent }, response) => response.end(JSON.stringify({ sent, status: 'crm' }))
  await received(id)
  const path = `/api/v1/webhook/${id}`
  const [{ id: hookId }] = (await hooks.world.get(`${path}/deliveries`, keys.ada)).body.deliveries.data
  const { delivery } = (await hooks.world.get(`${path}/delivery/${hookId}`, keys.ada)).body
  const [{ response_body }] = delivery.attempt_log
  assert.match(response_body, /"authorization":"Bearer \[hidden\]"/)
  // A word of a few letters is no secret, and answers have to stay readable.
  assert.match(response_body, /"status":"crm"/)
  const { rows } = await sql`select * from attempts where response_body like '%gateway%'`.execute(hooks.world.db)
  assert.deepEqual(rows, [])
})

test('a world with another origin in the URL brings its own headers or none', async () => {
  const { id } = await make()
  const { url } = await hooks.get(id)
  const names = async () => (await hooks.stored(id)).header_names
  const load = (more: object) =>
    hooks.world.load({ subdomain: 'acme', name: 'Acme', webhooks: [{ id, owner: 'u_ada', ...more }] })
  await load({ url: `${url}/other` })
  assert.deepEqual(await names(), ['authorization', 'x-team'])
  await load({ url: 'https://hooks.elsewhere.com/' })
  assert.deepEqual(await names(), [])
  await load({ url, headers: { 'x-team': 'ops' } })
  assert.deepEqual(await names(), ['x-team'])
})

test('10 headers of 64 and 1,024 characters are accepted; one more is a 400 that names the place', async () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']))
  assert.equal((await make({ headers: many(10) })).header_names.length, 10)
  assert.equal((await make({ headers: { ['x'.repeat(64)]: 'v'.repeat(1_024) } })).header_names.length, 1)
  const refused: [object | string, string, RegExp][] = [
    [many(11), 'body.headers', /at most 10 entries/],
    [{ 'X-Long': 'v'.repeat(1_025) }, 'body.headers.X-Long', /at most 1024 characters/],
    [{ 'X-Number': 5 }, 'body.headers.X-Number', /must be a string/],
    [{ ['x'.repeat(65)]: 'v' }, `body.headers.${'x'.repeat(65)}`, /must have a name/],
    ['Authorization: x', 'body.headers', /must be an object/],
    [{ 'X-A': 'v', 'x-a': 'w' }, 'body.headers.x-a', /twice/],
  ]
  for (const name of ['', 'a b', 'a:b', 'ä', 'a\r\nb', '__proto__']) {
    refused.push([JSON.parse(`{${JSON.stringify(name)}: "v"}`), `body.headers.${name}`, /must have a name/])
  }
  for (const value of ['', ' v', 'v ', 'a\r\nX-B: c', 'ä', '\t']) {
    refused.push([{ 'X-A': value }, 'body.headers.X-A', /visible ASCII/])
  }
  for (const name of ['Hook-Signature', 'webhook-id', 'svix-timestamp']) {
    refused.push([{ [name]: 'v' }, `body.headers.${name}`, /those that sign/])
  }
  for (const name of [
    'Host',
    'Content-Length',
    'content-type',
    'Connection',
    'Transfer-Encoding',
    'User-Agent',
    'Expect',
  ]) {
    refused.push([{ [name]: 'v' }, `body.headers.${name}`, /set by the service/])
  }
  const { id } = await make({})
  hooks.receiver.received.length = 0
  for (const [given, location, message] of refused) {
    for (const { status, body } of [
      await hooks.create(keys.ada, { headers: given }),
      await hooks.patch(id, { headers: given }),
    ]) {
      assert.deepEqual([status, body.errors?.[0].location], [400, location], JSON.stringify(given).slice(0, 80))
      assert.match(body.errors[0].message, message)
    }
  }
  assert.equal(hooks.receiver.received.length, 0, 'nothing was sent')
})
