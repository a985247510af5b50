/** Whose address a request comes from: a proxy is believed where the operator says so, and about nothing else. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ TRUST_PROXY: '127.0.0.0/8, 10.1.0.0/16,2001:db8:1::/48', LOG_LEVEL: 'info' })
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

type Sent = { peer?: string; forwarded?: string | string[]; headers?: Record<string, string> }

/** One request on behalf of somebody: its status, and the addresses that the audit log and the log have. */
async function ask({ peer = '127.0.0.1', forwarded, headers = {} }: Sent, to = world) {
  await to.db.deleteFrom('audit_log').execute()
  const answer = await to.api.api.inject({
    method: 'GET',
    url: '/api/v1/me',
    remoteAddress: peer,
    headers: {
      'x-api-key': keys.ada,
      'x-on-behalf-of': 'u_bo',
      ...headers,
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
  })
  const row = await to.db.selectFrom('audit_log').select('address').executeTakeFirst()
  const lines = to.logged.splice(0).map((line) => JSON.parse(line))
  const logged = lines.find(({ msg }) => msg === 'Answered')?.ip
  assert.equal(row?.address ?? logged, logged)
  return { status: answer.statusCode, address: row?.address }
}

const addressOf = async (sent: Sent, to = world) => (await ask(sent, to)).address

test('the client’s address is the last one that does not belong to a trusted proxy', async () => {
  const cases: [Sent, string][] = [
    [{}, '127.0.0.1'],
    [{ forwarded: '203.0.113.7' }, '203.0.113.7'],
    [{ forwarded: '2001:db8:9::7' }, '2001:db8:9::7'],
    [{ forwarded: '203.0.113.7', peer: '10.1.255.255' }, '203.0.113.7'],
    [{ forwarded: '203.0.113.7', peer: '2001:db8:1::2' }, '203.0.113.7'],
    [{ forwarded: '203.0.113.7', peer: '::ffff:10.1.0.1' }, '203.0.113.7'],
    // A chain of two, and what the client claims itself.
    [{ forwarded: '203.0.113.7, 10.1.0.1' }, '203.0.113.7'],
    [{ forwarded: ['203.0.113.7', '10.1.0.1'] }, '203.0.113.7'],
    [{ forwarded: '198.51.100.1, 203.0.113.7, 2001:db8:1::1' }, '203.0.113.7'],
    [{ forwarded: '127.0.0.1, 203.0.113.7' }, '203.0.113.7'],
    [{ forwarded: '10.1.0.2, 10.1.0.1' }, '10.1.0.2'],
    // As some proxies write them.
    [{ forwarded: '203.0.113.7:41234' }, '203.0.113.7'],
    [{ forwarded: '[2001:db8:9::7]:443, [2001:db8:1::1]' }, '2001:db8:9::7'],
  ]
  for (const [sent, address] of cases) assert.equal(await addressOf(sent), address, JSON.stringify(sent))
})

test('a peer that is not a trusted proxy cannot set its address', async () => {
  for (const peer of ['10.2.0.1', '203.0.113.9', '2001:db8:2::1', '::ffff:10.2.0.1', '::1']) {
    for (const forwarded of ['203.0.113.7', '127.0.0.1', 'x', '']) {
      assert.equal(await addressOf({ peer, forwarded }), peer, `${peer} ${forwarded}`)
    }
  }
  await using closed = await openWorld({ LOG_LEVEL: 'info' })
  await closed.load(...acme())
  for (const forwarded of ['203.0.113.7', '127.0.0.1', 'x']) {
    assert.equal(await addressOf({ forwarded }, closed), '127.0.0.1', 'nobody is, by default')
  }
})

test('in a header with an invalid part only the addresses to the right of it count', async () => {
  for (const wrong of [
    'x',
    'unknown',
    '_hidden',
    '',
    ' ',
    '203.0.113',
    '203.0.113.256',
    '1:2',
    'fe80::1%eth0',
    "'; --",
    '[::1',
    '203.0.113.7:x',
  ]) {
    assert.equal(await addressOf({ forwarded: wrong }), '127.0.0.1', wrong)
    assert.equal(await addressOf({ forwarded: `${wrong}, 10.1.0.1` }), '10.1.0.1', wrong)
    assert.equal(await addressOf({ forwarded: `${wrong}, 203.0.113.7` }), '203.0.113.7', wrong)
    assert.equal(await addressOf({ forwarded: `203.0.113.7, ${wrong}, 10.1.0.1` }), '10.1.0.1', wrong)
  }
  assert.equal(await addressOf({ forwarded: ','.repeat(5_000) }), '127.0.0.1')
})

test('only the Host header selects the workspace, through a trusted proxy too', async () => {
  const elsewhere = {
    'x-forwarded-host': 'zeta.localhost',
    'x-original-host': 'zeta.localhost',
    forwarded: 'host=zeta.localhost',
  }
  for (const peer of ['127.0.0.1', '203.0.113.9']) {
    const at = async (host: string) => (await ask({ peer, headers: { ...elsewhere, host } })).status
    assert.deepEqual([await at('acme.localhost'), await at('zeta.localhost'), await at('localhost')], [200, 401, 200])
  }
})

test('TRUST_PROXY accepts only valid networks', async () => {
  for (const TRUST_PROXY of ['127.0.0.1', '10.1/16', '10.1.0.0/33', 'loopback', '10.1.0.0/16,', 'true']) {
    await assert.rejects(
      openWorld({ TRUST_PROXY }),
      /^Error: TRUST_PROXY must be a comma list of networks/,
      TRUST_PROXY,
    )
  }
  await using open = await openWorld({ TRUST_PROXY: '0.0.0.0/0,::/0', LOG_LEVEL: 'info' })
  await open.load(...acme())
  assert.equal(await addressOf({ forwarded: '203.0.113.7' }, open), '203.0.113.7')
})
