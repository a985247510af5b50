/** The devices on which a person is reminded (decision 65): kept sealed, at most ten, withdrawn by person and push service. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readPushKeys } from '../server/people/push/push-keys.ts'
import { pushRoom } from '../server/people/push/room.ts'
import { type PushOutcome, sendPush } from '../server/people/push/send-push.ts'
import type { SecretKey } from '../server/platform/secrets.ts'
import { acme, keys } from './support/acme.ts'
import { openBrowser } from './support/browser.ts'
import { failureBody } from './support/failure-body.ts'
import { type Device, openPushService, type PushService } from './support/push-service.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let service: PushService
before(async () => {
  service = await openPushService()
  world = await openWorld(service.settings)
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  service.state.instead = null
  service.received.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const path = '/api/v1/me/push'
const list = async (key = keys.bo) => (await world.get(path, key)).body
const subscribe = async () => service.subscribe((await list()).public_key)
const post = (body: object, key = keys.bo, more = {}) => world.post(path, key, body, more)

async function add(device: Device, more: object = {}, key = keys.bo): Promise<string> {
  const made = await post({ ...device.subscription, ...more }, key)
  assert.equal(made.status, 201, made.text)
  return made.body.device.id
}

const send = (id: string, userId = 'u_bo', settings = world.base.config): Promise<PushOutcome> =>
  sendPush(
    { ...world.base, settings },
    { workspaceId: 'ws_acme', userId, id },
    { body: (titles) => ({ kind: 'reminder', ...(titles && { title: 'Weekly' }) }), about: 'n_1', keepSeconds: 60 },
  )

test('nobody is reminded on a device until they add one; only its owner sees it, and nobody its address', async () => {
  const { public_key, data } = await list()
  assert.deepEqual(data, [])
  assert.equal(Buffer.from(public_key, 'base64url').length, 65)
  const made = await post({ ...(await subscribe()).subscription }, keys.bo, { headers: { 'user-agent': 'Firefox' } })
  const { device } = made.body
  assert.deepEqual(device, {
    id: device.id,
    created_at: world.base.clock().toISOString(),
    last_used_at: null,
    user_agent: 'Firefox',
  })
  assert.deepEqual(await list(), { public_key, data: [device] })
  assert.deepEqual((await list(keys.adaRegular)).data, [])
  const row = await world.db.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow()
  assert.doesNotMatch(JSON.stringify(row) + row.sealed.toString('latin1'), /push\.acme\.com/)
  const gone = await world.delete(`${path}/${device.id}`, keys.adaRegular)
  assert.deepEqual([gone.status, gone.body], [404, failureBody('Device not found')])
  assert.equal((await world.delete(`${path}/${device.id}`, keys.bo)).status, 200)
  assert.equal((await world.delete(`${path}/${device.id}`, keys.bo)).status, 404)
  assert.deepEqual((await list()).data, [])
})

test('a message is encrypted for the device and signed by this installation; a title only where it was asked for', async () => {
  const [plain, titled] = [await subscribe(), await subscribe()]
  const [first, second] = [await add(plain), await add(titled, { titles: true })]
  assert.deepEqual([await send(first), await send(second)], ['sent', 'sent'])
  const { body, ttl, urgency, topic } = plain.messages[0]!
  assert.deepEqual([body, ttl, urgency, topic.length], [{ kind: 'reminder' }, 60, 'high', 32])
  assert.deepEqual(titled.messages[0]!.body, { kind: 'reminder', title: 'Weekly' })
  assert.notEqual((await list()).data[0].last_used_at, null)
  assert.equal(await send(first, 'u_ada'), 'gone', 'of another person')
})

test('whom a push service may write to is an address, also where each workspace has its own', async () => {
  const device = await subscribe()
  const id = await add(device)
  for (const publicUrl of ['https://meet.example', 'https://{subdomain}.meet.example', null]) {
    await send(id, 'u_bo', { ...world.base.config, publicUrl, mailFrom: 'Minutebook <us@meet.example>' })
    const [, token] = /t=([^,]+)/.exec(String(service.received.at(-1)!.authorization))!
    const { sub } = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString())
    assert.equal(sub, publicUrl === 'https://meet.example' ? publicUrl : 'mailto:us@meet.example')
  }
})

test('the same address again is the same device; an eleventh is refused, also of several requests at once', async () => {
  const first = await subscribe()
  const id = await add(first)
  assert.equal(await add(first, { titles: true }), id)
  await send(id)
  assert.equal(first.messages[0]!.body.title, 'Weekly')
  const more = await Promise.all(Array.from({ length: 12 }, subscribe))
  const answers = await Promise.all(more.map(({ subscription }) => post(subscription)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(9).fill(201), 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)!
  assert.deepEqual(refused.body, failureBody('You are reminded on 10 devices, as many as a person may; withdraw one'))
  assert.equal((await list()).data.length, 10)
  assert.equal(await add(first), id, 'one that is there needs no room')
  assert.equal(
    (await post((await subscribe()).subscription, keys.adaRegular)).status,
    201,
    'others have their own room',
  )
})

test('bad input is refused with its place; on behalf of others nobody is reminded', async () => {
  const good = (await subscribe()).subscription
  const bad: [object, RegExp][] = [
    [{ ...good, endpoint: 'https://10.0.0.1/p' }, /Push endpoint cannot point to private IP address/],
    [{ ...good, endpoint: 'https://localhost/p' }, /cannot point to private/],
    [{ ...good, endpoint: 'http://push.acme.com/p' }, /Push endpoint must start with https/],
    [{ ...good, endpoint: `https://push.acme.com/${'x'.repeat(2_048)}` }, /body.endpoint/],
    [{ ...good, keys: { ...good.keys, auth: 'short' } }, /body.keys.auth/],
    [{ ...good, keys: { ...good.keys, p256dh: 'A'.repeat(87) } }, /body.keys.p256dh.*P-256/],
    [{ ...good, keys: undefined }, /body.keys/],
    [{ ...good, titles: 'yes' }, /body.titles/],
  ]
  for (const [body, words] of bad) {
    const { status, text } = await post(body)
    assert.equal(status, 400, text)
    assert.match(text, words)
  }
  const onBehalf = await post(good, keys.ada, { headers: { 'x-on-behalf-of': 'u_bo' } })
  assert.deepEqual(
    [onBehalf.status, onBehalf.body],
    [403, failureBody('Only the person themself may be reminded on a device')],
  )
  assert.deepEqual((await list()).data, [])
})

test('404 and 410 withdraw the device; other answers leave it, however long, slow or elsewhere they lead', async () => {
  const device = await subscribe()
  const id = await add(device)
  const says = (status: number, headers = {}, body = '') => {
    service.state.instead = (response) => response.writeHead(status, headers).end(body)
    return send(id)
  }
  for (const status of [301, 307, 400, 403, 413, 429, 500, 503])
    assert.equal(await says(status, { location: `${service.origin}/elsewhere` }), 'failed', String(status))
  assert.deepEqual(
    new Set(service.received.map(({ path }) => path.slice(0, 3))),
    new Set(['/p/']),
    'no redirect is followed',
  )
  assert.equal(await says(201, {}, 'x'.repeat(5_000_000)), 'sent')
  service.state.instead = (response) => response.destroy()
  assert.equal(await send(id), 'failed')
  service.state.instead = (response) => response.writeHead(200, { 'x-large': 'x'.repeat(60_000) }).end()
  assert.equal(await send(id), 'failed')
  assert.equal((await list()).data.length, 1)
  service.state.instead = null
  service.forget(device)
  assert.equal(await send(id), 'gone')
  assert.deepEqual((await list()).data, [])
  const second = await add(await subscribe())
  service.state.instead = (response) => response.writeHead(410).end()
  assert.equal(await send(second), 'gone')
  assert.deepEqual((await list()).data, [])
})

test('a device ends with the session that added it, and with a deactivated person', async () => {
  const browser = openBrowser(world)
  await browser.signIn({ api_key: keys.bo })
  const device = await subscribe()
  const made = await browser.post(path, device.subscription)
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.device
  assert.equal(await send(id), 'sent')
  world.advance({ days: 15 })
  assert.equal(await send(id), 'gone', 'a session that nobody used for two weeks')
  await browser.signIn({ api_key: keys.bo })
  const again = await browser.post(path, device.subscription)
  assert.equal(await send(again.body.device.id), 'sent')
  await browser.delete('/api/v1/session')
  assert.equal(await send(again.body.device.id), 'gone')
  assert.deepEqual((await list()).data, [])
  const byKey = await add(await subscribe())
  for (const active of [true, false, true]) {
    await world.patch('/api/v1/user/u_bo', keys.ada, { active })
    assert.equal(await send(byKey), active ? 'sent' : 'gone')
  }
})

test('a device ends with the key that added it', async () => {
  const made = await world.post('/api/v1/api_key', keys.bo, { name: 'phone' })
  const { id: keyId } = made.body.api_key
  const id = await add(await subscribe(), {}, made.body.secret)
  for (const active of [true, false, true]) {
    assert.equal((await world.patch(`/api/v1/api_key/${keyId}`, keys.bo, { active })).status, 200)
    assert.deepEqual([await send(id), (await list()).data.length], active ? ['sent', 1] : ['gone', 0])
  }
  await world.delete(`/api/v1/api_key/${keyId}`, keys.bo)
  assert.equal(await send(id), 'gone')
})

test('one key pair, made once, also by several processes at once; a new SECRET_KEY seals it and the devices again', async () => {
  const { db, base } = world
  await db.deleteFrom('push_keys').execute()
  const made = await Promise.all([1, 2, 3].map(() => readPushKeys(base)))
  assert.equal(new Set(made.map(({ privateKey }) => privateKey)).size, 1)
  const device = await subscribe()
  const id = await add(device)
  const key: SecretKey = { current: Buffer.alloc(32, 7), old: [base.secretKey.current] }
  const [keys, devices] = pushRoom.sealed
  const sealed = await db
    .transaction()
    .execute(async (tx) => [
      await keys!.reseal(tx, key, [{ workspace_id: 'installation', id: 'vapid' }]),
      await devices!.reseal(tx, key, [{ workspace_id: 'ws_acme', id }]),
    ])
  assert.deepEqual(sealed, [1, 1])
  const current = { ...base, settings: base.config, secretKey: { current: key.current, old: [] } }
  const sent = await sendPush(
    current,
    { workspaceId: 'ws_acme', userId: 'u_bo', id },
    { body: () => ({}), about: 'n_1', keepSeconds: 1 },
  )
  assert.equal(sent, 'sent')
  await db.deleteFrom('push_keys').execute()
})
