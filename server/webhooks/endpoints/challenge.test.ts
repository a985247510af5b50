/** The verification of endpoints, and all the ways to answer it wrongly (spec 5.4, decisions 33 on DNS, 37 on deadlines). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { acme, keys } from '../../../test/support/acme.ts'
import type { Certificate } from '../../../test/support/authority.ts'
import { failureBody } from '../../../test/support/failure-body.ts'
import { type Outside, openOutside } from '../../../test/support/outside.ts'
import { type Answering, echo, openReceiver } from '../../../test/support/receiver.ts'
import { openWorld, type World } from '../../../test/support/world.ts'

const notVerified = failureBody('Failed to verify webhook URL')
const privateAddress = failureBody('Webhook URL cannot point to private IP address')

let outside: Outside
let world: World
before(async () => {
  outside = await openOutside()
  world = await openWorld({ ...outside.settings, WEBHOOK_VERIFY_TIMEOUT_SECONDS: '1' })
  await world.load(...acme())
})
afterEach(() => {
  outside.receiver.answering = echo
  outside.receiver.received.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

async function create(url = outside.receiver.url()) {
  const { status, body } = await world.post('/api/v1/webhook', keys.bo, { url, enabled_events: [] })
  return [status, body]
}

async function refuses(refusal: object, url?: string) {
  const before = await countWebhooks()
  assert.deepEqual(await create(url), [400, refusal])
  assert.equal(await countWebhooks(), before, 'nothing was made')
}

const countWebhooks = async () => (await world.db.selectFrom('webhooks').select('id').execute()).length

/** Answers with the result of `wrap` for the challenge. */
const answerWith = (
  status: number,
  wrap: (challenge: string) => string | Buffer = (challenge) => challenge,
): Answering => {
  return ({ body }, response) => response.writeHead(status).end(wrap(JSON.parse(body).challenge))
}

test('5.4: the request is a JSON POST with type and challenge, without a signature', async () => {
  assert.equal((await create(outside.receiver.url('/hook?a=b')))[0], 200)
  const [{ method, path, headers, body }, ...others] = outside.receiver.received as [
    (typeof outside.receiver.received)[0],
  ]
  assert.deepEqual([method, path, others], ['POST', '/hook?a=b', []])
  const { type, challenge, ...rest } = JSON.parse(body)
  assert.deepEqual([type, rest], ['url_verification', {}])
  assert.match(challenge, /^[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(Object.keys(headers).sort(), [
    ...['accept-encoding', 'connection', 'content-length', 'content-type', 'host', 'user-agent'],
  ])
  assert.equal(headers['content-type'], 'application/json')
  await create()
  assert.notEqual(JSON.parse(outside.receiver.received[1]!.body).challenge, challenge, 'another challenge each time')
})

for (const status of [200, 201, 202, 203, 206, 207, 226, 299]) {
  test(`5.4: a ${status} with the challenge verifies the endpoint`, async () => {
    outside.receiver.answering = answerWith(status)
    assert.equal((await create())[0], 200)
  })
}

for (const status of [204, 205, 300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 410, 429, 500, 502, 503]) {
  test(`5.4: a ${status} does not verify the endpoint, even with the challenge or a redirect to it`, async () => {
    outside.receiver.answering = ({ body }, response) =>
      response.writeHead(status, { location: outside.receiver.url('/else') }).end(JSON.parse(body).challenge)
    await refuses(notVerified)
    assert.equal(outside.receiver.received.length, 1, 'a redirect is not followed')
  })
}

const wraps: Record<string, (challenge: string) => string | Buffer> = {
  'as JSON text': (challenge) => JSON.stringify(challenge),
  'in a JSON object': (challenge) => JSON.stringify({ challenge }),
  'with a newline after it': (challenge) => `${challenge}\n`,
  'with a space before it': (challenge) => ` ${challenge}`,
  'with a byte order mark': (challenge) => `\ufeff${challenge}`,
  'in capitals': (challenge) => challenge.toUpperCase(),
  'without its end': (challenge) => challenge.slice(0, -1),
  twice: (challenge) => challenge.repeat(2),
  'as UTF-16': (challenge) => Buffer.from(challenge, 'utf16le'),
  compressed: (challenge) => gzipSync(challenge),
  'not at all': () => '',
  'with more than is read after it': (challenge) => challenge.padEnd(70_000),
}
for (const [how, wrap] of Object.entries(wraps)) {
  test(`5.4: the challenge does not verify the endpoint if it is sent ${how}`, async () => {
    outside.receiver.answering = answerWith(200, wrap)
    await refuses(notVerified)
  })
}

test('5.4: a challenge that comes in pieces verifies the endpoint', async () => {
  outside.receiver.answering = ({ body }, response) => {
    for (const piece of JSON.parse(body).challenge) response.write(piece)
    response.end()
  }
  assert.equal((await create())[0], 200)
})

test('5.4: a response before the deadline verifies the endpoint, a later or an endless one does not', async () => {
  const answerAfter = (milliseconds: number): Answering => {
    return (received, response) => void setTimeout(() => echo(received, response), milliseconds)
  }
  outside.receiver.answering = answerAfter(500)
  assert.equal((await create())[0], 200)
  outside.receiver.answering = answerAfter(2_000)
  await refuses(notVerified)
  outside.receiver.answering = async (_received, response) => {
    while (!response.destroyed) {
      if (!response.write('x'.repeat(10_000))) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
  }
  await refuses(notVerified)
})

test('5.4: an endpoint that closes the connection is not verified', async () => {
  outside.receiver.answering = (_received, response) => response.socket!.destroy()
  await refuses(notVerified)
  await refuses(notVerified, 'https://127.0.0.1:2/')
})

test('the log says why an endpoint was not verified, without its address; the answer does not', async () => {
  await using logging = await openWorld({ ...outside.settings, LOG_LEVEL: 'info' })
  await logging.load(...acme())
  const reasonOf = async (path: string) => {
    logging.logged.length = 0
    const url = outside.receiver.url(path)
    const { body } = await logging.post('/api/v1/webhook', keys.bo, { url, enabled_events: [] })
    assert.deepEqual(body, notVerified)
    assert.doesNotMatch(logging.logged.join(''), /hooks\.acme|secret-path/)
    return JSON.parse(logging.logged[0]!).reason
  }
  outside.receiver.answering = answerWith(404)
  assert.equal(await reasonOf('/secret-path'), 'The answer has the status 404')
  outside.receiver.answering = answerWith(200, () => 'ok')
  assert.equal(await reasonOf('/secret-path'), 'The answer is not the challenge')
  outside.receiver.answering = (_received, response) => response.socket!.destroy()
  assert.match(await reasonOf('/secret-path'), /^The connection failed/)
})

for (const certificate of ['self-signed', 'stranger', 'expired', 'later'] as Certificate[]) {
  test(`5.3: an endpoint whose certificate is ${certificate} is not verified`, async () => {
    await using receiver = await openReceiver({ names: ['hooks.acme.com'], certificate })
    await refuses(notVerified, receiver.url())
    assert.deepEqual(receiver.received, [])
  })
}

test('5.3: an endpoint with a certificate for another name is not verified', async () => {
  await using receiver = await openReceiver({ names: ['else.acme.com'] })
  await refuses(notVerified, receiver.url('/', 'hooks.acme.com'))
  assert.deepEqual(receiver.received, [])
})

test('5.3, 33: a name that resolves to a private address, at first or the second time, or does not resolve, is rejected', async () => {
  const { dns, receiver } = outside
  dns.set('inside.acme.com', ['10.0.0.7'])
  dns.set('rebind.acme.com', ['127.0.0.1'], ['169.254.169.254'])
  dns.set('flip.acme.com', ['127.0.0.1'], ['93.184.215.14'])
  dns.set('broken.acme.com', 'failure')
  dns.set('silent.acme.com', 'silence')
  for (const name of ['inside', 'rebind']) await refuses(privateAddress, receiver.url('/', `${name}.acme.com`))
  for (const name of ['flip', 'broken', 'silent', 'none'])
    await refuses(notVerified, receiver.url('/', `${name}.acme.com`))
  assert.deepEqual(receiver.received, [])
})

test('7.3: private addresses, local names and other errors of a URL have their message, without a request', async () => {
  for (const host of [
    '10.0.0.1',
    '127.0.0.2',
    '[::1]',
    '169.254.169.254',
    'localhost',
    'db.internal',
    'printer.local',
  ]) {
    await refuses(privateAddress, `https://${host}/`)
  }
  const errors: [url: string, message: string][] = [
    ['http://hooks.acme.com/', 'Webhook URL must start with https:// and a host name'],
    ['https://a:b@hooks.acme.com/', 'Webhook URL must not contain a user name or password'],
    ['https://hooks.acme.com:6379/', 'Webhook URL must not use port 6379'],
    ['https://[/', 'Webhook URL is not a valid URL'],
    ['', 'Webhook URL must start with https:// and a host name'],
    [`https://hooks.acme.com/${'a'.repeat(2_048)}`, 'Webhook URL must have at most 2048 characters'],
  ]
  for (const [url, message] of errors) await refuses(failureBody(message), url)
  assert.deepEqual(outside.receiver.received, [])
})

test('37: a verification does not delay other requests', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  outside.receiver.answering = () => promise
  const slow = create()
  while (outside.receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal((await world.get('/api/v1/webhooks', keys.bo)).status, 200)
  assert.deepEqual(await slow, [400, notVerified])
  resolve()
})
