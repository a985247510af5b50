/** What names resolve to, with a real DNS server that changes its replies (spec 5.3, decision 33). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDnsServer, type Reply } from '../../../test/support/dns-server.ts'
import { AddressGuard } from './address-guard.ts'
import { OutboundError } from './outbound-error.ts'

let dns: Awaited<ReturnType<typeof openDnsServer>>
let guard: AddressGuard
before(async () => {
  dns = await openDnsServer()
  guard = new AddressGuard({
    exemptNetworks: ['127.0.0.1/32'],
    ownAddresses: ['93.184.215.99'],
    dnsServers: [dns.address],
  })
})
after(() => dns[Symbol.asyncDispose]())

let names = 0
/** The addresses for a name that resolves to these, one reply a resolution. */
function vet(...replies: Reply[]): Promise<string[]> {
  const name = `n${++names}.acme.com`
  if (replies.length > 0) dns.set(name, ...replies)
  return guard.vet(guard.check(`https://${name}/`, 'Webhook URL'), 'Webhook URL')
}

const messages = {
  private: 'Webhook URL cannot point to private IP address',
  unresolved: 'The host name could not be resolved',
  inconsistent: 'The host name does not resolve consistently',
}

const refused: [what: string, message: keyof typeof messages, ...replies: Reply[]][] = [
  ['private', 'private', ['10.0.0.7']],
  ['loopback that is not exempt', 'private', ['127.0.0.2']],
  ['this machine', 'private', ['93.184.215.99']],
  ['private in IPv6', 'private', ['fd00::7']],
  ['IPv4 written as IPv6', 'private', ['::ffff:127.0.0.1']],
  ['one private among public ones', 'private', ['93.184.215.14', '192.168.0.1', '93.184.215.15']],
  ['public in IPv4, link-local in IPv6', 'private', ['93.184.215.14', 'fe80::1']],
  ['private the second time', 'private', ['93.184.215.14'], ['10.0.0.7']],
  ['private as well the second time', 'private', ['93.184.215.14'], ['93.184.215.14', '10.0.0.7']],
  ['an alias that leads inside', 'private', ['db.acme.internal', '10.0.0.7']],
  ['an alias of an alias that leads inside', 'private', ['a.acme.com', 'b.acme.com', '127.0.0.2']],
  ['public twice, and never the same', 'inconsistent', ['93.184.215.14'], ['93.184.215.15']],
  ['another kind of address the second time', 'inconsistent', ['93.184.215.14'], ['2600:1f18::7']],
  ['nothing the second time', 'unresolved', ['93.184.215.14'], []],
  ['nothing', 'unresolved', []],
  ['no name at all', 'unresolved'],
  ['an alias to nothing', 'unresolved', ['gone.acme.com']],
  ['a server that fails', 'unresolved', 'failure'],
  ['a server that fails the second time', 'unresolved', ['93.184.215.14'], 'failure'],
  ['a server that refuses', 'unresolved', 'refusal'],
  ['a failure and nothing', 'unresolved', { A: [], AAAA: 'failure' }],
  ['private in IPv6 beside a failure', 'private', { A: 'failure', AAAA: ['fd00::7'] }],
  [
    'private in the family that failed the first time',
    'private',
    { A: ['93.184.215.14'], AAAA: 'failure' },
    { A: ['93.184.215.14'], AAAA: ['fe80::1'] },
  ],
  [
    'only one family each time, and not the same',
    'inconsistent',
    { A: ['93.184.215.14'], AAAA: 'failure' },
    { A: 'refusal', AAAA: ['2600:1f18::7'] },
  ],
]
for (const [what, message, ...replies] of refused) {
  test(`a DNS answer is rejected: ${what}`, () =>
    assert.rejects(vet(...replies), (error) => {
      assert(error instanceof OutboundError, String(error))
      assert.deepEqual([error.reason, error.message], [message === 'private' ? 'private' : 'name', messages[message]])
      return true
    }))
}

test('a connection may go only to addresses in both DNS answers', async () => {
  assert.deepEqual(await vet(['93.184.215.14']), ['93.184.215.14'])
  assert.deepEqual(await vet(['93.184.215.14', '2600:1f18::7']), ['93.184.215.14', '2600:1f18::7'])
  const [first, second] = [
    ['93.184.215.14', '93.184.215.15'],
    ['93.184.215.16', '93.184.215.15'],
  ]
  assert.deepEqual(await vet(first, second), ['93.184.215.15'])
  assert.deepEqual(await vet(['cdn.acme.com', '93.184.215.14', '127.0.0.1']), ['93.184.215.14', '127.0.0.1'])
})

test('each check resolves a name twice for both kinds of addresses, and caches nothing', async () => {
  dns.queries.length = 0
  dns.set('asked.acme.com', ['93.184.215.14'])
  const url = guard.check('https://asked.acme.com/', 'Webhook URL')
  for (const times of [1, 2]) {
    await guard.vet(url, 'Webhook URL')
    assert.deepEqual(dns.queries.toSorted(), [
      ...Array(2 * times).fill('A asked.acme.com'),
      ...Array(2 * times).fill('AAAA asked.acme.com'),
    ])
  }
})

test('a literal address is not resolved', async () => {
  dns.queries.length = 0
  for (const [host, address] of [
    ['93.184.215.14', '93.184.215.14'],
    ['0x5db8d70e', '93.184.215.14'],
    ['[2600:1F18:0::7]', '2600:1f18::7'],
  ]) {
    assert.deepEqual(await guard.vet(guard.check(`https://${host}/`, 'Webhook URL'), 'Webhook URL'), [address])
  }
  assert.deepEqual(dns.queries, [])
})

// The last ones: a query without an answer is repeated later.
for (const failure of ['failure', 'refusal', 'silence'] as const) {
  test(`33: ${failure} for one family of addresses does not hide those of the other`, async () => {
    assert.deepEqual(await vet({ A: ['93.184.215.14'], AAAA: failure }), ['93.184.215.14'])
    assert.deepEqual(await vet({ A: failure, AAAA: ['2600:1f18::7'] }), ['2600:1f18::7'])
  })
}

test('an address that is private is rejected, although the other family does not answer', () =>
  assert.rejects(vet({ A: ['10.0.0.7'], AAAA: 'silence' }), { message: messages.private }))
