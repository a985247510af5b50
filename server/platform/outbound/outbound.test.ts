/**
 * Requests to the outside over real sockets: real certificates, real DNS, receivers that behave badly (spec 5.3,
 * decision 33, decision 37 on deadlines).
 */
// In a process of its own: it counts the timers of its process.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Certificate } from '../../../test/support/authority.ts'
import { openDnsServer } from '../../../test/support/dns-server.ts'
import { openReceiver, type Receiver } from '../../../test/support/receiver.ts'
import { Outbound, type Outgoing } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

let dns: Awaited<ReturnType<typeof openDnsServer>>
let receiver: Receiver
let outbound: Outbound
before(async () => {
  dns = await openDnsServer()
  receiver = await openReceiver({ names: ['hooks.acme.com', 'media.acme.com', '127.0.0.1'] })
  outbound = open(['127.0.0.1/32'])
  for (const name of ['hooks.acme.com', 'media.acme.com']) dns.set(name, ['127.0.0.1'])
})
afterEach(() => {
  receiver.received.length = 0
  receiver.answering = (_received, response) => response.end('fine')
})
after(async () => {
  await outbound.close()
  await receiver[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})

const open = (exemptNetworks: string[]) =>
  new Outbound({ exemptNetworks, ownAddresses: [], dnsServers: [dns.address], userAgent: 'Minutebook', proxy: null })

const request = (url: string, more: Partial<Outgoing> = {}, by = outbound) =>
  by.request(url, { what: 'Webhook URL', method: 'GET', timeoutSeconds: 5, maxBytes: 1_000, ...more })

const fails = (promise: Promise<unknown>, reason: string, message?: string) =>
  assert.rejects(promise, (error) => {
    assert(error instanceof OutboundError, String(error))
    assert.deepEqual([error.reason, message && error.message], [reason, message])
    return true
  })

const privateAddress = 'Webhook URL cannot point to private IP address'

test('a request arrives with its method, path, headers and body, and its response comes back', async () => {
  receiver.answering = (_received, response) => response.writeHead(299, { 'x-one': '1' }).end('fine')
  const headers = { 'content-type': 'application/json' }
  const url = receiver.url('/hook?a=b#c')
  const answer = await request(url, { method: 'POST', headers, body: '{"ä":1}' })
  assert.deepEqual([answer.status, answer.headers['x-one'], answer.truncated], [299, '1', false])
  assert.equal(answer.body.toString(), 'fine')
  const { headers: sent, ...rest } = receiver.received[0]!
  assert.deepEqual(rest, { method: 'POST', path: '/hook?a=b', body: '{"ä":1}' })
  assert.deepEqual(
    [sent.host, sent['user-agent'], sent['accept-encoding'], sent['content-type'], sent['content-length']],
    [`hooks.acme.com:${receiver.port}`, 'Minutebook', 'identity', 'application/json', '8'],
  )
})

test('the certificate of a literal address is verified too', async () => {
  assert.equal((await request(receiver.url('/', '127.0.0.1'))).status, 200)
  await fails(request(receiver.url('/', '[::1]'), {}, open(['::1/128'])), 'connection')
  await using other = await openReceiver({ names: ['127.0.0.2'] })
  await fails(request(other.url('/', '127.0.0.1')), 'certificate')
})

for (const certificate of ['self-signed', 'stranger', 'expired', 'later'] as Certificate[]) {
  test(`5.3: a certificate that is ${certificate} is rejected, and nothing is sent`, async () => {
    await using bad = await openReceiver({ names: ['hooks.acme.com'], certificate })
    await fails(request(bad.url()), 'certificate', 'The certificate is not valid')
    assert.deepEqual(bad.received, [])
  })
}

test('5.3: a certificate for another name is rejected, with any environment variables', async () => {
  await using other = await openReceiver({ names: ['else.acme.com'] })
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    await fails(request(other.url('/', 'hooks.acme.com')), 'certificate')
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
  assert.deepEqual(other.received, [])
})

test('33: a request whose DNS server does not reply ends at the deadline', async () => {
  dns.set('silent.acme.com', 'silence')
  const given = request('https://silent.acme.com/', { timeoutSeconds: 0.2 })
  await fails(given, 'time', 'There was no complete answer within 0.2 seconds')
})

test('the connection goes to the checked address, even if the name then resolves to another one', async () => {
  await using pinned = await openReceiver({ names: ['rebound.acme.com'] })
  dns.set('rebound.acme.com', ['127.0.0.1'], ['127.0.0.1'], ['127.0.0.9'])
  assert.equal((await request(pinned.url())).status, 200)
  await fails(request(pinned.url()), 'private')
  assert.equal(pinned.received.length, 1)
})

test('a kept connection is not used once the name resolves to another address', async () => {
  await using left = await openReceiver({ names: ['moved.acme.com'] })
  const lenient = open(['127.0.0.1/32', '127.0.0.2/32'])
  dns.set('moved.acme.com', ['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2'])
  assert.equal((await request(left.url(), {}, lenient)).status, 200)
  await fails(request(left.url(), {}, lenient), 'connection')
  assert.equal(left.received.length, 1)
  await lenient.close()
})

test('connections are kept for the next request to the same address', async () => {
  await using kept = await openReceiver({ names: ['hooks.acme.com'] })
  for (const _ of [1, 2, 3]) await request(kept.url())
  assert.equal(kept.connections, 1)
})

test('pools beyond the limit are closed, oldest first, and running requests are not cut off', async () => {
  await using slow = await openReceiver({ names: ['hooks.acme.com'] })
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.answering = async (_received, response) => {
    await promise
    response.end('late')
  }
  const first = request(slow.url(), { timeoutSeconds: 60 })
  await until(() => slow.received.length === 1)
  for (let other = 0; other < 300; other++) {
    dns.set(`p${other}.acme.com`, ['127.0.0.1'])
    await fails(request(`https://p${other}.acme.com:2/`), 'connection')
  }
  resolve()
  assert.equal((await first).body.toString(), 'late')
})

test('requests that hang do not delay others at their origin, even if they are many', async () => {
  await using shared = await openReceiver({ names: ['hooks.acme.com'] })
  const { promise, resolve } = Promise.withResolvers<void>()
  shared.answering = async ({ path }, response) => {
    if (path === '/hangs') await promise
    response.end('fine')
  }
  const statusOf = (owner: string, timeoutSeconds: number) =>
    request(shared.url(`/${owner}`), { owner, timeoutSeconds }).then(({ status }) => status)
  const hanging: Promise<number>[] = []
  try {
    // In parts: a busy machine loses some of 800 questions to the name server at once.
    for (let part = 0; part < 4; part++) {
      hanging.push(...Array.from({ length: 50 }, () => statusOf('hangs', 60)))
      await until(() => shared.received.length === hanging.length)
    }
    assert.equal(await statusOf('answers', 10), 200)
  } finally {
    resolve()
  }
  const failed = (await Promise.allSettled(hanging)).flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason] : [],
  )
  assert.deepEqual(failed, [])
})

test('a connection that hangs before TLS delays no other to its origin, and nothing waits for it after its time', async () => {
  const accepted: Socket[] = []
  const silent = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `https://hooks.acme.com:${(silent.address() as AddressInfo).port}/`
  const asked = Array.from({ length: 5 }, (_, index) => request(url, { owner: String(index), timeoutSeconds: 3 }))
  const ended = Promise.all(asked.map((each) => fails(each, 'time')))
  try {
    await until(() => accepted.length === asked.length)
    await ended
  } finally {
    for (const socket of accepted) socket.destroy()
    silent.close()
  }
})

test('proxies of the environment are not used', async () => {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'https_proxy']
  for (const name of names) process.env[name] = 'http://127.0.0.1:1'
  try {
    assert.equal((await request(receiver.url())).status, 200)
  } finally {
    for (const name of names) delete process.env[name]
  }
})

test('redirects are responses, unless maxRedirects is set', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answering = (_received, response) => response.writeHead(status, { location: '/next' }).end()
    assert.equal((await request(receiver.url())).status, status)
    assert.equal((await request(receiver.url(), { method: 'POST', maxRedirects: 3 })).status, status)
  }
  assert.equal(receiver.received.length, 10)
})

test('redirects are followed up to maxRedirects', async () => {
  receiver.answering = ({ path }, response) => {
    const left = Number(path.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` })
    response.end(path)
  }
  assert.equal((await request(receiver.url('/3'), { maxRedirects: 3 })).body.toString(), '/0')
  await fails(request(receiver.url('/4'), { maxRedirects: 3 }), 'redirects', 'There were more than 3 redirects')
})

test('each redirect is checked like the first address, and headers are sent to the same origin only', async () => {
  const headers = { authorization: 'Bearer secret' }
  const redirect = (location: string) => {
    receiver.answering = ({ path }, response) =>
      path === '/' ? response.writeHead(302, { location }).end() : response.end('there')
    return request(receiver.url(), { maxRedirects: 3, headers })
  }
  await redirect('/same')
  await redirect(receiver.url('/other', 'media.acme.com'))
  assert.deepEqual(
    receiver.received.map(({ path, headers }) => [path, headers.authorization]),
    [
      ['/', 'Bearer secret'],
      ['/same', 'Bearer secret'],
      ['/', 'Bearer secret'],
      ['/other', undefined],
    ],
  )
  dns.set('inside.acme.com', ['10.0.0.7'])
  for (const inside of [
    'https://10.0.0.7/',
    'https://inside.acme.com/',
    'https://db.internal/',
    '//169.254.169.254/',
  ]) {
    await fails(redirect(inside), 'private', privateAddress)
  }
  for (const odd of [
    'http://hooks.acme.com/',
    'https://a@hooks.acme.com/',
    'ftp://hooks.acme.com/',
    'file:///etc/passwd',
  ]) {
    await fails(redirect(odd), 'url')
  }
  await fails(redirect('https://[/'), 'redirects')
})

test('37: a response of any length is read up to maxBytes', async () => {
  const endless: typeof receiver.answering = async (_received, response) => {
    while (!response.destroyed) {
      if (!response.write('x'.repeat(1_000))) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
  }
  receiver.answering = endless
  const answer = await request(receiver.url(), { maxBytes: 65_536 })
  assert.deepEqual([answer.status, answer.body.length, answer.truncated], [200, 65_536, true])

  for (const [length, truncated] of [
    [999, false],
    [1_000, false],
    [1_001, true],
  ] as const) {
    receiver.answering = (_received, response) => response.end('x'.repeat(length))
    const { body, truncated: cut } = await request(receiver.url())
    assert.deepEqual([body.length, cut], [Math.min(length, 1_000), truncated])
  }
})

test('a response in pieces is read to its end, with a limit of its size and a larger one', async () => {
  receiver.answering = async (_received, response) => {
    for (let piece = 0; piece < 10; piece++) {
      response.write('x'.repeat(20_000))
      await setTimeout(10)
    }
    response.end()
  }
  for (const maxBytes of [200_000, 5_000_000]) {
    const { body, truncated } = await request(receiver.url(), { maxBytes })
    assert.deepEqual([body.length, truncated], [200_000, false])
  }
})

for (const headers of [{}, { 'content-length': '65537' }] as Record<string, string>[]) {
  test(`a response that stops after 64 KiB without an end fails at the deadline: ${JSON.stringify(headers)}`, async () => {
    receiver.answering = (_received, response) => {
      response.useChunkedEncodingByDefault = false
      response.writeHead(200, { connection: 'close', ...headers }).write('x'.repeat(65_536))
    }
    await fails(request(receiver.url(), { maxBytes: 65_536, timeoutSeconds: 0.3 }), 'time')
    await fails(request(receiver.url(), { maxBytes: 65_537, timeoutSeconds: 0.3 }), 'time')
  })
}

test('informational responses before the final one are ignored, also a 100 Continue that nobody asked for', async () => {
  const hints = '</style.css>; rel=preload'
  const before: ((response: ServerResponse) => unknown)[] = [
    (response) => response.writeContinue(),
    (response) => response.socket!.write('HTTP/1.1 100 Continue\r\nDate: now\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'),
    (response) => response.socket!.write(`HTTP/1.1 103 Early Hints\r\nlink: ${hints}\r\n\r\nHTTP/1.1 100 \r\n\r\n`),
    (response) => response.writeProcessing(),
    (response) => response.writeEarlyHints({ link: hints }),
  ]
  await using kept = await openReceiver({ names: ['hooks.acme.com'] })
  for (const write of [...before, ...before]) {
    for (const pause of [0, 20]) {
      kept.answering = async (_received, response) => {
        write(response)
        if (pause > 0) await setTimeout(pause)
        response.writeHead(201).end('HTTP/1.1 100 Continue')
      }
      const { status, body } = await request(kept.url(), { method: 'POST', body: '{}' })
      assert.deepEqual([status, body.toString()], [201, 'HTTP/1.1 100 Continue'])
    }
  }
  assert.equal(kept.connections, 1)
})

test('a kept connection that the receiver closes in that moment is replaced; the request is sent again, once', async () => {
  await using closing = await openReceiver({ names: ['hooks.acme.com'] })
  const served = new Set<Socket>()
  closing.answering = async (_received, response) => {
    const socket = response.socket!
    if (served.has(socket)) return socket.destroy()
    served.add(socket)
    await until(() => closing.received.length >= 2)
    return response.end('fine')
  }
  const post = () => request(closing.url(), { method: 'POST', headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}' })
  // Two connections are kept, and both break, as when a receiver starts again.
  await Promise.all([post(), post()])
  assert.equal((await post()).status, 200)
  assert.deepEqual([closing.received.length, closing.connections], [4, 3])
  const [first, again] = closing.received.slice(2).map(({ body, headers }) => [body, headers['webhook-id']])
  assert.deepEqual(first, ['{"a":1}', 'msg_1'])
  assert.deepEqual(again, first)
})

test('a new connection that breaks, and an answer that has begun, are not tried again', async () => {
  await using breaking = await openReceiver({ names: ['hooks.acme.com'] })
  /** How many requests arrive because of one. */
  const arrivals = async (answering: typeof breaking.answering) => {
    breaking.answering = answering
    breaking.received.length = 0
    await fails(request(breaking.url()), 'connection')
    return breaking.received.length
  }
  const keepOne = () => {
    breaking.answering = (_received, response) => response.end('fine')
    return request(breaking.url())
  }
  const breakOff: typeof breaking.answering = (_received, response) => response.socket!.destroy()
  assert.equal(await arrivals(breakOff), 1)
  await keepOne()
  assert.equal(await arrivals(breakOff), 2, 'on the kept connection, and on a new one')
  for (const begun of ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', 'HTTP/1.1 100 Continue\r\n\r\n']) {
    await keepOne()
    assert.equal(await arrivals((_received, response) => response.socket!.end(begun)), 1, begun)
  }
})

test('the deadline of an unread response is cleared at once when the caller stops', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const stop = new AbortController()
  const before = timers()
  const outgoing = {
    what: 'Media URL',
    method: 'GET',
    timeoutSeconds: 600,
    maxBytes: 1_000,
    signal: stop.signal,
  } as const
  assert.equal((await outbound.open(receiver.url(), outgoing)).status, 200)
  assert.equal(timers(), before + 1)
  stop.abort()
  assert.equal(timers(), before)
})

test('37: one deadline covers the whole request', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = { timeoutSeconds: 0.3 }
  receiver.answering = () => promise
  await fails(request(receiver.url(), late), 'time', 'There was no complete answer within 0.3 seconds')
  receiver.answering = async (_received, response) => {
    response.writeHead(200).write('some of it')
    await promise
  }
  await fails(request(receiver.url(), late), 'time')
  resolve()
})

test('a request to a server that accepts connections and sends nothing ends at the deadline', async () => {
  const taken: Socket[] = []
  const mute = createServer((socket) => taken.push(socket)).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  // The client below would wait 10 s for a connection, whatever the deadline.
  const late = setTimeout(3_000, 'late', { ref: false })
  const sent = request(`https://127.0.0.1:${port}/`, { timeoutSeconds: 0.3 })
  await fails(Promise.race([sent, late]), 'time')
  mute.close()
  for (const socket of taken) socket.destroy()
})

test('the caller may stop a request', async () => {
  const stop = new AbortController()
  receiver.answering = () => stop.abort()
  await fails(request(receiver.url(), { signal: stop.signal }), 'stopped')
  await fails(request(receiver.url(), { signal: stop.signal }), 'stopped')
})

test('a missing response, a broken one and one that is not HTTP are errors with a reason', async () => {
  receiver.answering = (_received, response) => response.socket!.destroy()
  await fails(request(receiver.url()), 'connection')
  receiver.answering = (_received, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    void setTimeout(20).then(() => response.socket!.destroy())
  }
  await fails(request(receiver.url()), 'connection')
  receiver.answering = (_received, response) => response.socket!.end('SSH-2.0-OpenSSH\r\n\r\n')
  await fails(request(receiver.url()), 'protocol')
  await fails(request('https://127.0.0.1:2/'), 'connection')
  const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  await fails(request(`https://127.0.0.1:${(plain.address() as AddressInfo).port}/`), 'protocol')
  plain.close()
})

test('names and values of headers take less than 16 KiB; beyond that the reason says so', async () => {
  const answer = (bytes: number) => {
    receiver.answering = (_received, response) =>
      response.socket!.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(bytes - 1)}\r\n\r\nfine`)
    return request(receiver.url())
  }
  for (const bytes of [16_000, 16_383]) assert.equal((await answer(bytes)).body.toString(), 'fine', String(bytes))
  for (const bytes of [16_384, 16_385, 100_000]) {
    await fails(answer(bytes), 'size', 'The headers of the answer are 16 KiB or larger')
  }
  // As a framework sets cookies: many headers, after an informational answer, and on a connection that stays open.
  receiver.answering = (_received, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    for (let cookie = 0; cookie < 200; cookie++) response.appendHeader('set-cookie', `c${cookie}=${'v'.repeat(100)}`)
    response.end('fine')
  }
  await fails(request(receiver.url()), 'size')
})

test('a stream is read in pieces up to its limit, and fails beyond it', async () => {
  receiver.answering = (_received, response) => response.end('x'.repeat(300_000))
  const read = async (maxBytes: number) => {
    const outgoing = { what: 'Media URL', method: 'GET', timeoutSeconds: 5, maxBytes } as const
    const { status, body } = await outbound.open(receiver.url(), outgoing)
    let bytes = 0
    for await (const piece of body) bytes += piece.length
    return [status, bytes]
  }
  assert.deepEqual(await read(300_000), [200, 300_000])
  await fails(read(299_999), 'size', 'The answer is larger than 299999 bytes')
})

test('addresses of this machine are rejected, unless they are exempt', async () => {
  const own = ['93.184.215.14', '2600:1f18::7']
  const options = { ownAddresses: own, dnsServers: [dns.address], userAgent: 'Minutebook', proxy: null }
  const strict = new Outbound({ ...options, exemptNetworks: [] })
  const lenient = new Outbound({ ...options, exemptNetworks: ['93.184.215.0/24'] })
  for (const url of ['https://93.184.215.14/', 'https://[2600:1f18:0::7]/']) {
    assert.throws(() => strict.check(url, 'Media URL'), { message: 'Media URL cannot point to private IP address' })
  }
  assert.equal(strict.check('https://93.184.215.15/', 'Media URL').href, 'https://93.184.215.15/')
  assert.equal(lenient.check('https://93.184.215.14/', 'Media URL').href, 'https://93.184.215.14/')
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(5)
}
