/** WEBHOOK_PROXY as an operator sets it: verification and deliveries go through it, its errors are in the log of deliveries. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { type ConnectProxy, openConnectProxy } from './support/connect-proxy.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let outside: Outside
let proxy: ConnectProxy
before(async () => {
  outside = await openOutside()
  proxy = await openConnectProxy()
  world = await openWorld({ ...outside.settings, WEBHOOK_PROXY: proxy.url('ops:hush'), LOG_LEVEL: 'trace' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  proxy.behaviours = ['tunnel']
  proxy.asked.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

const create = () => world.post('/api/v1/webhook', keys.bo, { url: outside.receiver.url('/hook'), enabled_events: [] })

test('verification and deliveries go through the proxy, under the name of the receiver', async () => {
  const { webhook } = (await create()).body
  assert.equal(proxy.asked.length, 1)
  assert.equal(proxy.asked[0]!.authority, `127.0.0.1:${outside.receiver.port}`)
  await world.post(`/api/v1/webhook/${webhook.id}/test`, keys.bo, { event_type: 'ai_note.generated' })
  await world.settle()
  assert.equal(outside.receiver.received.at(-1)!.headers.host, `hooks.acme.com:${outside.receiver.port}`)
  const log = (await world.get(`/api/v1/webhook/${webhook.id}/deliveries`, keys.bo)).body.deliveries.data
  assert.equal(log[0].status, 'delivered')
})

test('an error of the proxy is a failed attempt with the proxy’s words, without its address and password', async () => {
  const { webhook } = (await create()).body
  await world.base.outbound.close()
  proxy.behaviours = [407]
  const sent = await world.post(`/api/v1/webhook/${webhook.id}/test`, keys.bo, { event_type: 'ai_note.generated' })
  await world.settle()
  const path = `/api/v1/webhook/${webhook.id}/delivery/${sent.body.delivery.id}`
  const { delivery } = (await world.get(path, keys.bo)).body
  const [attempt] = delivery.attempt_log
  assert.deepEqual(
    [attempt.status_code, attempt.error],
    [null, 'The outgoing proxy refused the connection with status 407'],
  )
  const refused = await create()
  assert.deepEqual([refused.status, refused.body.message], [400, 'Failed to verify webhook URL'])
  const everything = `${JSON.stringify(delivery)}${refused.text}${world.logged.join('')}`
  for (const hidden of ['hush', Buffer.from('ops:hush').toString('base64'), `:${proxy.port}`]) {
    assert(!everything.includes(hidden), hidden)
  }
})

test('a private address is refused as without a proxy, and the proxy gets no request for it', async () => {
  const refused = await world.post('/api/v1/webhook', keys.bo, { url: 'https://10.0.0.7/', enabled_events: [] })
  assert.deepEqual([refused.status, refused.body.message], [400, 'Webhook URL cannot point to private IP address'])
  assert.deepEqual(proxy.asked, [])
})
