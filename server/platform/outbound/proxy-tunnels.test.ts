/** Requests through the operator's proxy, over real sockets: the address rules stay here, and TLS ends at the receiver. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { inspect } from 'node:util'
import { type ConnectProxy, openConnectProxy } from '../../../test/support/connect-proxy.ts'
import { openDnsServer } from '../../../test/support/dns-server.ts'
import { openReceiver, type Receiver } from '../../../test/support/receiver.ts'
import { Outbound, type Outgoing } from './outbound.ts'
import { OutboundError, type OutboundReason } from './outbound-error.ts'
import { ProxyTunnels } from './proxy-tunnels.ts'

let dns: Awaited<ReturnType<typeof openDnsServer>>
let receiver: Receiver
let proxy: ConnectProxy
before(async () => {
  dns = await openDnsServer()
  receiver = await openReceiver({ names: ['hooks.acme.com', '127.0.0.1'] })
  proxy = await openConnectProxy()
  dns.set('hooks.acme.com', ['127.0.0.1'])
})
beforeEach(() => {
  Object.assign(proxy, { behaviours: ['tunnel'], carried: '' })
  proxy.asked.length = 0
  receiver.received.length = 0
})
after(async () => {
  await proxy[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})

/** A new client, so that no connection of a test before is used. */
function open(proxyUrl = proxy.url(), exemptNetworks = ['127.0.0.0/8', '::1/128']) {
  const options = { exemptNetworks, ownAddresses: [], dnsServers: [dns.address], userAgent: 'Minutebook' }
  const outbound = new Outbound({ ...options, proxy: proxyUrl })
  return {
    request: (url: string, more: Partial<Outgoing> = {}) =>
      outbound.request(url, { what: 'Webhook URL', method: 'POST', timeoutSeconds: 5, maxBytes: 1_000, ...more }),
    [Symbol.asyncDispose]: () => outbound.close(),
  }
}

async function failure(promise: Promise<unknown>): Promise<[OutboundReason, string]> {
  const error = await promise.then(
    () => assert.fail('It was answered'),
    (thrown) => thrown,
  )
  assert(error instanceof OutboundError, inspect(error))
  for (const hidden of ['hush', Buffer.from('ops:hush').toString('base64')]) assert(!inspect(error).includes(hidden))
  return [error.reason, error.message]
}

test('the proxy gets the checked address, and everything that it carries is encrypted', async () => {
  await using client = open()
  const headers = { authorization: 'Bearer sesame' }
  const answer = await client.request(receiver.url('/path?query'), { headers, body: 'x'.repeat(500_000) })
  assert.deepEqual([answer.status, answer.body.toString()], [200, 'thanks'])
  assert.deepEqual(
    proxy.asked.map(({ authority, headers: { host } }) => [authority, host]),
    [[`127.0.0.1:${receiver.port}`, `127.0.0.1:${receiver.port}`]],
  )
  const [sent] = receiver.received
  assert.deepEqual(
    [sent!.path, sent!.headers.host, sent!.body.length],
    ['/path?query', `hooks.acme.com:${receiver.port}`, 500_000],
  )
  assert(proxy.carried.length > 500_000)
  for (const hidden of ['sesame', '/path', 'query', 'xxxxxxxx']) assert(!proxy.carried.includes(hidden), hidden)
  assert.equal((await client.request(receiver.url())).status, 200)
  assert.equal(proxy.asked.length, 1, 'the tunnel is kept')
})

test('credentials are sent only to the proxy, percent signs decoded', async () => {
  await using client = open(proxy.url('ops:h%75sh'))
  assert.equal((await client.request(receiver.url())).status, 200)
  assert.equal(proxy.asked[0]!.headers['proxy-authorization'], `Basic ${Buffer.from('ops:hush').toString('base64')}`)
  assert(!JSON.stringify(receiver.received[0]!.headers).includes('asic'))
  await using plain = open()
  await plain.request(receiver.url())
  assert.equal(proxy.asked[1]!.headers['proxy-authorization'], undefined)
})

test('a private address is rejected here, without a request to the proxy', async () => {
  dns.set('inside.acme.com', ['10.0.0.7'])
  dns.set('rebound.acme.com', ['93.184.215.14'], ['10.0.0.7'])
  await using client = open(proxy.url(), [])
  for (const url of ['https://inside.acme.com/', 'https://rebound.acme.com/', receiver.url(), 'https://10.0.0.7/']) {
    assert.deepEqual(await failure(client.request(url)), ['private', 'Webhook URL cannot point to private IP address'])
  }
  assert.deepEqual(proxy.asked, [])
})

test('a certificate for another name, or of an unknown authority, is rejected; nothing is sent', async () => {
  await using client = open()
  dns.set('else.acme.com', ['127.0.0.1'])
  assert.deepEqual(await failure(client.request(receiver.url('/', 'else.acme.com'))), [
    'certificate',
    'The certificate is not valid',
  ])
  await using stranger = await openReceiver({ names: ['hooks.acme.com'], certificate: 'stranger' })
  assert.equal((await failure(client.request(stranger.url())))[0], 'certificate')
  await using literal = await openReceiver({ names: ['127.0.0.2'] })
  assert.equal((await failure(client.request(literal.url('/', '127.0.0.1'))))[0], 'certificate')
  assert.deepEqual(
    [receiver, stranger, literal].flatMap(({ received }) => received),
    [],
  )
  assert.equal(proxy.asked.length, 3)
  assert.equal(
    (await client.request(receiver.url('/', '127.0.0.1'))).status,
    200,
    'a literal address with its certificate',
  )
})

const away = 'The outgoing proxy could not be reached, or does not answer as one'

test('an unreachable proxy, a server that is no proxy, and a proxy that refuses each have their own error message', async () => {
  const gone = await openConnectProxy()
  await gone[Symbol.asyncDispose]()
  for (const [behaviour, message] of [
    ['close', away],
    ['garbage', away],
    [407, 'The outgoing proxy refused the connection with status 407'],
    [403, 'The outgoing proxy refused the connection with status 403'],
    [502, 'The outgoing proxy refused the connection with status 502'],
    [302, 'The outgoing proxy refused the connection with status 302'],
  ] as const) {
    await using client = open(proxy.url('ops:hush'))
    proxy.behaviours = [behaviour]
    assert.deepEqual(await failure(client.request(receiver.url())), ['proxy', message], String(behaviour))
  }
  await using client = open(gone.url('ops:hush'))
  assert.deepEqual(await failure(client.request(receiver.url())), ['proxy', away])
  assert.deepEqual(receiver.received, [])
})

test('a request to a proxy that hangs fails at its own deadline, or at that of the connection', async () => {
  proxy.behaviours = ['hang']
  await using client = open()
  const late = await failure(client.request(receiver.url(), { timeoutSeconds: 0.2 }))
  assert.deepEqual(late, ['time', 'There was no complete answer within 0.2 seconds'])
  const tunnels = new ProxyTunnels(proxy.url('ops:hush'), 50)
  const message = 'The outgoing proxy did not connect within 0.05 seconds'
  assert.deepEqual(await failure(tunnels.open(['127.0.0.1'], receiver.port)), ['proxy', message])
  const waiting = failure(new Promise((_resolve, reject) => closing.open(['127.0.0.1'], 1).catch(reject)))
  closing.close()
  assert.deepEqual(await waiting, ['proxy', away])
})
const closing = new ProxyTunnels('http://127.0.0.1:1')

test('if the proxy cannot connect to one address, it gets the next, IPv4 first', async () => {
  dns.set('two.acme.com', ['127.0.0.1', '127.0.0.2', '::1'])
  await using two = await openReceiver({ names: ['two.acme.com'] })
  proxy.behaviours = [502, 504, 403]
  await using client = open()
  const [, message] = await failure(client.request(two.url()))
  assert.equal(message, 'The outgoing proxy refused the connection with status 403')
  const authorities = proxy.asked.map(({ authority }) => authority)
  assert.deepEqual(authorities.slice(0, 2).sort(), [`127.0.0.1:${two.port}`, `127.0.0.2:${two.port}`])
  assert.equal(authorities[2], `[::1]:${two.port}`)
  proxy.behaviours = [407, 'tunnel']
  assert.equal((await failure(client.request(two.url())))[0], 'proxy', 'a refusal is not of one address')
  proxy.behaviours = ['tunnel']
  dns.set('two.acme.com', ['127.0.0.2', '127.0.0.1'])
  await using another = open()
  assert.equal((await another.request(two.url())).status, 200, 'nothing listens at the first')
})

test('a tunnel may stay open longer than the time limit for its opening', async () => {
  const tunnels = new ProxyTunnels(proxy.url(), 40)
  const socket = await tunnels.open(['127.0.0.1'], receiver.port)
  const ended = once(socket, 'close').then(() => 'ended')
  assert.equal(await Promise.race([ended, new Promise((done) => setTimeout(done, 120, 'lasts'))]), 'lasts')
  socket.destroy()
  await ended
})
