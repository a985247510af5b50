/** What comes over a real socket: broken, slow and cut-off requests get an answer of the documented shape, or none harm. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { lockSight } from '../server/people/caller/change-sight.ts'
import { acme, keys } from './support/acme.ts'
import { lines, type Reply, replies, talkTo } from './support/raw-http.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let port: number
before(async () => {
  world = await openWorld({ LOG_LEVEL: 'info' })
  await world.load(...acme())
  const { server } = world.api.api
  // As at work, only sooner: the limits are 30 s there, looked at every 30 s.
  Object.assign(server, { headersTimeout: 300, connectionsCheckingInterval: 50 })
  world.api.api.arrival.milliseconds = 300
  await world.api.api.listen({ port: 0, host: '127.0.0.1' })
  port = (server.address() as AddressInfo).port
})
after(() => world[Symbol.asyncDispose]())

const host = 'Host: localhost'
const key = `X-API-KEY: ${keys.ada}`
const close = 'Connection: close'
const talk = (bytes: string | Buffer) => talkTo(port, bytes)

/** One answer of the documented shape, and nothing after it. */
async function assertRefused(name: string, bytes: string | Buffer, status: number): Promise<void> {
  const [answer, ...more] = await talk(bytes)
  assert.equal(answer?.status, status, `${name}: ${answer?.body}`)
  assert.deepEqual(more, [], name)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', name)
  const { message, detail, ...rest } = JSON.parse(answer.body)
  assert.match(message, /^The [a-z ]+/i, name)
  assert.deepEqual([detail, rest], [message, {}], name)
  assertLogged(name, answer)
}

/** Its id stands in the log, once, with its status and nothing that the caller sent. */
function assertLogged(name: string, { status, headers }: Reply): void {
  const id = headers['x-request-id'] ?? ''
  assert.match(id, /^req_/, name)
  const about = world.logged.filter((line) => line.includes(id))
  assert.deepEqual(
    about.map((line) => JSON.parse(line)).map((line) => [line.requestId, line.status]),
    [[id, status]],
    `${name}: ${about}`,
  )
  assert(!about.join('').includes(keys.ada), name)
}

test('a request that is not HTTP is a 400', { timeout: 30_000 }, async () => {
  const post = 'POST /api/v1/notes HTTP/1.1'
  const broken: Record<string, string | Buffer> = {
    'no request line': lines('garbage'),
    'a TLS hello': Buffer.from('1603010200010001fc0303', 'hex'),
    'binary noise': Buffer.from([0, 255, 1, 254, 13, 10, 13, 10]),
    'another version': lines('GET /api/v1/me HTTP/9.9', host),
    'an unknown method': lines('FETCH /api/v1/me HTTP/1.1', host),
    'a length that is no number': lines(post, host, 'Content-Length: ten'),
    'a length beyond numbers': lines(post, host, 'Content-Length: 99999999999999999999999'),
    'two lengths': lines(post, host, 'Content-Length: 2', 'Content-Length: 3'),
    'a length and chunks': lines(post, host, key, 'Content-Length: 3', 'Transfer-Encoding: chunked'),
    'a broken chunk': `${lines(post, host, key, 'Transfer-Encoding: chunked')}zz\r\n`,
    'a space in a header name': lines('GET /api/v1/me HTTP/1.1', host, 'X API KEY: x'),
    'NUL in the path': lines('GET /api/v1/note/a\0b HTTP/1.1', host),
    'raw bytes in the path': Buffer.from(lines('GET /api/v1/note/\xff HTTP/1.1', host), 'latin1'),
  }
  for (const [name, bytes] of Object.entries(broken)) await assertRefused(name, bytes, 400)
})

test('headers or an address beyond the limit are a 431', { timeout: 30_000 }, async () => {
  await assertRefused('a long header', lines('GET /api/v1/me HTTP/1.1', host, `X-Long: ${'x'.repeat(20_000)}`), 431)
  await assertRefused('a long address', lines(`GET /${'x'.repeat(20_000)} HTTP/1.1`, host), 431)
  const many = Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`)
  await assertRefused('many headers', lines('GET /api/v1/me HTTP/1.1', host, ...many), 431)
})

test('a request that does not arrive in time is a 408', { timeout: 30_000 }, async () => {
  const post = lines('POST /api/v1/notes HTTP/1.1', host, key, 'Content-Type: application/json', 'Content-Length: 100')
  await assertRefused('headers that stop', 'GET /api/v1/me HTTP/1.1\r\nHost: local', 408)
  await assertRefused('a body that stops', `${post}{"pagination"`, 408)
})

test('an error of a request that has begun is logged for that request', { timeout: 30_000 }, async () => {
  const post = (...more: string[]) => lines('POST /api/v1/notes HTTP/1.1', host, key, ...more)
  const begun: [bytes: string, status: number][] = [
    [`${post('Content-Length: 100')}{"pagination"`, 408],
    [`${post('Transfer-Encoding: chunked')}zz\r\n`, 400],
  ]
  for (const [bytes, status] of begun) {
    const [answer] = await talk(bytes)
    const line = JSON.parse(world.logged.find((each) => each.includes(answer?.headers['x-request-id'] ?? 'none'))!)
    assert.deepEqual([line.method, line.path, line.status], ['POST', '/api/v1/notes', status])
  }
})

test('malformed bytes after a valid request do not affect its answer', { timeout: 30_000 }, async () => {
  const answers = await talk(`${lines('GET /api/v1/me HTTP/1.1', host, key)}garbage\r\n\r\n`)
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.connection]),
    [[200, 'close']],
  )

  const listening = connect(port, '127.0.0.1')
  listening.write(lines('GET /api/v1/events HTTP/1.1', host, key))
  let heard = ''
  for await (const chunk of listening) {
    heard += chunk
    if (heard.includes(': listening')) listening.write('garbage\r\n\r\n')
  }
  assert.equal(replies(heard).length, 1, 'no answer in the middle of another')
})

test('errors that Node would answer by itself have the shape of all others', { timeout: 30_000 }, async () => {
  const one = 'Send exactly one Host header'
  for (const [hosts, message] of [
    [[], one],
    [[host, host], one],
    [[host, 'host: other.localhost'], one],
    [['Host: acme.localhost, other.localhost'], 'The Host header is not valid'],
    [['Host: x@acme.localhost'], 'The Host header is not valid'],
  ] as [string[], string][]) {
    for (const path of ['/api/v1/me', '/healthz', '/api/v1/none']) {
      const [answer] = await talk(lines(`GET ${path} HTTP/1.1`, ...hosts, key, close))
      assert.deepEqual([answer?.status, JSON.parse(answer!.body).message], [400, message], `${path} ${hosts}`)
    }
  }
  const [expecting] = await talk(lines('GET /api/v1/me HTTP/1.1', host, key, close, 'Expect: a-miracle'))
  assert([200, 417].includes(expecting?.status ?? 0))
  assert.equal(expecting?.headers['content-type'], 'application/json; charset=utf-8', 'with an expectation')
})

test('an incomplete body is an error of the client, and is not logged as an error', { timeout: 30_000 }, async () => {
  const accepted = once(world.api.api.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  const [served] = (await accepted) as [Socket]
  const arrived = once(served, 'data')
  socket.write(`${lines('POST /api/v1/notes HTTP/1.1', host, key, 'Content-Length: 100')}{"pagination"`)
  await arrived
  const gone = once(served, 'close')
  socket.destroy()
  await gone
  const [next] = await talk(lines('GET /api/v1/me HTTP/1.1', host, key, close))
  assert.equal(next?.status, 200)
  const alarms = world.logged.filter((line) => JSON.parse(line).level >= 50)
  assert.deepEqual(alarms, [])
})

test('what a key asks for is done and logged with its address although the client hangs up meanwhile', {
  timeout: 30_000,
}, async () => {
  const deleted = () => world.db.selectFrom('audit_log').select('address').where('action', '=', 'note.delete').execute()
  const socket = connect(port, '127.0.0.1')
  await world.db.transaction().execute(async (tx) => {
    await lockSight(tx, 'ws_acme')
    const accepted = once(world.api.api.server, 'request')
    socket.write(lines('DELETE /api/v1/note/n_1 HTTP/1.1', host, key))
    const [{ socket: served }] = (await accepted) as [{ socket: Socket }]
    const gone = once(served, 'close')
    socket.destroy()
    await gone
  })
  while ((await deleted()).length === 0) await setTimeout(20)
  assert.deepEqual(await deleted(), [{ address: '127.0.0.1' }])
  assert.deepEqual(
    world.logged.filter((line) => JSON.parse(line).level >= 50),
    [],
  )
})

test('an unknown path is refused without waiting for its body', { timeout: 30_000 }, async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(lines('POST /api/v1/none HTTP/1.1', host, 'Content-Type: application/json', 'Content-Length: 100'))
  const [data] = await once(socket, 'data')
  socket.destroy()
  assert.equal(replies(String(data))[0]?.status, 404)
})

test('unusual and correct requests are served', { timeout: 30_000 }, async () => {
  const me = (...more: string[]) => talk(lines('GET /api/v1/me HTTP/1.1', host, key, ...more, close))
  const workspace = async (answer: Promise<Reply[]>) => JSON.parse((await answer)[0]!.body).workspace.id
  assert.equal(await workspace(me()), 'ws_acme')
  assert.equal(await workspace(talk(lines('GET /api/v1/me HTTP/1.0', key))), 'ws_acme')
  assert.equal(
    await workspace(talk(lines('GET http://acme.localhost/api/v1/me HTTP/1.1', host, key, close))),
    'ws_acme',
  )
  assert.equal(await workspace(me('Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')), 'ws_acme')

  const chunked = lines(
    'POST /api/v1/notes HTTP/1.1',
    host,
    key,
    close,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  )
  const [list] = await talk(`${chunked}2\r\n{"\r\n3\r\na":\r\n3\r\n 1}\r\n0\r\n\r\n`)
  assert.deepEqual([list?.status, JSON.parse(list?.body ?? '').page_info.page_size], [200, 20])

  const first = lines('GET /api/v1/me HTTP/1.1', host, key)
  const both = await talk(first + lines('GET /api/v1/none HTTP/1.1', host, close))
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 404],
  )
  assert.notEqual(both[0]?.headers['x-request-id'], both[1]?.headers['x-request-id'])

  const [head] = await talk(lines('HEAD /api/v1/me HTTP/1.1', host, key, close))
  assert.deepEqual([head?.status, head?.body], [200, ''])
})

test('a method that no path has is a 405 on an existing path', { timeout: 30_000 }, async () => {
  for (const method of ['PROPFIND', 'LOCK', 'QUERY', 'TRACE', 'OPTIONS']) {
    const [known] = await talk(lines(`${method} /api/v1/notes HTTP/1.1`, host, close))
    assert.deepEqual([known?.status, known?.headers.allow], [405, 'POST'], method)
    const [unknown] = await talk(lines(`${method} /api/v1/none HTTP/1.1`, host, close))
    assert.equal(unknown?.status, 404, method)
  }
})

/** Sends everything before it reads the answers, as many clients do. The last request must end the connection. */
async function sendFirst(head: string, body: Buffer, behind = ''): Promise<Reply[]> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').pause()
  socket.on('error', () => {})
  try {
    for (const part of [head, body, behind]) {
      await new Promise<void>((done, fail) => socket.write(part, (error) => (error ? fail(error) : done())))
    }
    return replies((await socket.toArray()).join(''))
  } finally {
    socket.destroy()
  }
}

const mebibyte = 1_048_576
const me = lines('GET /api/v1/me HTTP/1.1', host, key, close)

const tus = '/api/v1/recordings/upload/tus/r_none'
const piece = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream']
const refused: [status: number, head: string[], mebibytes: number][] = [
  [413, ['POST /api/v1/notes HTTP/1.1', key], 16],
  [401, [`PATCH ${tus} HTTP/1.1`, ...piece], 5],
  [404, [`PATCH ${tus} HTTP/1.1`, key, ...piece], 5],
  [404, ['PUT /api/v1/none HTTP/1.1', key], 24],
  [404, ['PUT /api/v1/%zz HTTP/1.1', key], 5],
  [405, ['PUT /api/v1/notes HTTP/1.1', key], 5],
  [415, [`PATCH ${tus} HTTP/1.1`, key, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: text/plain'], 5],
  [400, [`PATCH ${tus} HTTP/1.1`, key, ...piece.with(1, 'Upload-Offset: none')], 5],
]

/** Each body with a length, and as one chunk. */
function* bodies(mebibytes: number): Generator<[header: string, body: Buffer]> {
  const bytes = Buffer.alloc(mebibytes * mebibyte)
  yield [`Content-Length: ${bytes.length}`, bytes]
  const size = Buffer.from(`${bytes.length.toString(16)}\r\n`)
  yield ['Transfer-Encoding: chunked', Buffer.concat([size, bytes, Buffer.from('\r\n0\r\n\r\n')])]
}

for (const { kept, more, behind } of [
  { kept: 'stays open', more: [], behind: me },
  { kept: 'then ends, as it asked', more: [close], behind: '' },
]) {
  test(`a client that sends its whole body before it reads gets the refusal, and the connection ${kept}`, {
    timeout: 60_000,
  }, async () => {
    await withUsualTime(async () => {
      for (const [status, head, mebibytes] of refused) {
        for (const [header, body] of bodies(mebibytes)) {
          const answers = await sendFirst(lines(...head, host, header, ...more), body, behind)
          const name = `${head[0]} ${header}`
          assert.deepEqual(
            answers.map((answer) => answer.status),
            behind ? [status, 200] : [status],
            name,
          )
          if (head[0]!.startsWith('PATCH')) continue
          assert.equal(Buffer.byteLength(answers[0]!.body), Number(answers[0]!.headers['content-length']), name)
          assert.match(answers[0]!.headers['x-request-id']!, /^req_/, name)
        }
      }
    })
  })
}

test('a refused body that is too slow ends the connection', { timeout: 60_000 }, async () => {
  const post = lines('POST /api/v1/notes HTTP/1.1', host, key, `Content-Length: ${16 * mebibyte}`)
  const [answer, ...more] = await talk(`${post}x`)
  assert.deepEqual([answer?.status, more], [413, []])
})

test('a client that sends on after what is no HTTP gets the refusal', { timeout: 60_000 }, async () => {
  const chunked = lines('POST /api/v1/notes HTTP/1.1', host, key, 'Transfer-Encoding: chunked')
  const broken: [status: number, head: string][] = [
    [400, lines('garbage')],
    [400, `${chunked}zz\r\n`],
    [431, lines('GET /api/v1/me HTTP/1.1', host, `X-Long: ${'x'.repeat(20_000)}`)],
  ]
  await withUsualTime(async () => {
    for (const [status, head] of broken) {
      const answers = await sendFirst(head, Buffer.alloc(5 * mebibyte, 'x'))
      assert.deepEqual(
        answers.map((answer) => answer.status),
        [status],
        head.slice(0, 100),
      )
    }
  })
})

/** Not the shorter one of this file. */
async function withUsualTime(run: () => Promise<void>): Promise<void> {
  const { arrival } = world.api.api
  const { milliseconds } = arrival
  arrival.milliseconds = 30_000
  try {
    await run()
  } finally {
    arrival.milliseconds = milliseconds
  }
}
