/** URLs that users name: hundreds of ways to point inside, or to be read in two ways (spec 5.3, decision 33 on DNS). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AddressGuard } from './address-guard.ts'
import { OutboundError } from './outbound-error.ts'

const guard = new AddressGuard({ exemptNetworks: [], ownAddresses: [], dnsServers: [] })

function errorOf(url: string): [reason: string, message: string] | null {
  try {
    guard.check(url, 'Webhook URL')
    return null
  } catch (error) {
    assert(error instanceof OutboundError, `${url}: ${error}`)
    return [error.reason, error.message]
  }
}

/** One entry a word. */
const words = (text: string) => text.trim().split(/\s+/)

const privateAddress = 'Webhook URL cannot point to private IP address'
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (each) => String.fromCodePoint(each.codePointAt(0)! + 0xfee0))

/** One address in every form that some program reads as it. */
function numberForms(address: string): string[] {
  const parts = address.split('.').map(Number) as [number, number, number, number]
  const [a, b, c, d] = parts
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number, width = 0) => `0x${value.toString(16).padStart(width, '0')}`
  const octal = (value: number, width = 0) => `0${value.toString(8).padStart(width, '0')}`
  return [
    ...[address, `${address}.`, String(whole), hex(whole), hex(whole, 16), octal(whole), fullWidth(address)],
    ...[parts.map((each) => hex(each)), parts.map((each) => octal(each, 6))].map((each) => each.join('.')),
    ...[`${hex(a)}.${octal(b)}.${c}.${d}`, `${a}.${(b * 256 + c) * 256 + d}`, `${a}.${b}.${c * 256 + d}`],
    ...[address.replaceAll('.', '。'), address.replaceAll('.', '%2E'), address.replace(/^1/, '%31')],
    ...['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'].map((prefix) => `[${prefix}${address}]`),
    `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::1]`,
  ]
}

const insideAddresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1', '100.64.0.1']

const insideHosts = [
  ...insideAddresses.flatMap(numberForms),
  // Every network of the list, by its first, some middle and its last address; names that exist only inside.
  ...words(`
    0 0.0.0.0 0.255.255.255 10.255.255.255 100.127.255.255 127.255.255.254 169.254.0.0 172.31.255.255 192.0.0.1
    192.0.0.192 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255
    198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16 127.1 127.0.1 0x7f.1
    0177.1 10.1 192.168.257 [::] [::1] [0:0:0:0:0:0:0:1] [::0001] [fe80::1] [febf::1] [fec0::1] [fc00::1]
    [fd12:3456::1] [ff02::1] [ff0e::1] [100::1] [5f00::1] [2001::1] [2001:1ff::1] [2001:db8::1] [3fff::1]
    [2002:7f00:1::] [2620:4f:8000::1] [::ffff:7f00:1] [::7f00:1] [64:ff9b::a00:1] [64:ff9b:1:2::1]
    [2600::5efe:127.0.0.1] [2600::200:5efe:10.0.0.1] [4000::1] [1fff::1] [e000::1] [::ffff:0:7f00:1] localhost
    LOCALHOST localhost. a.localhost a.b.localhost. localhost.localdomain intranet db db. kubernetes metadata com
    printer.local PRINTER.LOCAL printer.local. metadata.google.internal metadata.google.internal. a.internal internal
    x.home.arpa 1.0.0.127.in-addr.arpa nas.lan tv.home ad.corp wiki.intranet x.private expyuzz4wqqyqhjn.onion acme.test
    x.invalid hooks.example x.example. ｌｏｃａｌｈｏｓｔ \u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3 lo%63alhost
    printer.\u24dbocal host.docker.internal x.localdomain %6c%6f%63%61%6c.%6c%61%6e`),
]
test(`${insideHosts.length} internal hosts are rejected with one sentence, on any port and path`, () => {
  for (const host of insideHosts) {
    for (const url of [`https://${host}/`, `https://${host}:8443/a?b#c`, `HTTPS://${host}`]) {
      assert.deepEqual(errorOf(url), ['private', privateAddress], url)
    }
  }
})

test('syntax is checked first: a malformed name gets an error about its syntax, not about private addresses', () => {
  const malformed = [
    '-a.local',
    'a-.internal',
    'a..localhost',
    '.localhost',
    "a'b.local",
    'a;b.test',
    `${'a'.repeat(64)}.lan`,
  ]
  for (const host of [...malformed, `${'a.'.repeat(127)}local`, '-a', 'a..']) {
    const message = 'Webhook URL must have a valid host name, without a dot at its end'
    assert.deepEqual(errorOf(`https://${host}/`), ['url', message], host)
  }
  const others = {
    'http://localhost/': 'must start with https:// and a host name',
    'https://a:b@127.0.0.1/': 'must not contain a user name or password',
    'https://127.0.0.1:25/': 'must not use port 25',
    'https://localhost:99999/': 'is not a valid URL',
    'https://local host/': 'must not contain spaces, backslashes or control characters',
    [`https://127.0.0.1/${'a'.repeat(2_048)}`]: 'must have at most 2048 characters',
  }
  for (const [url, message] of Object.entries(others))
    assert.deepEqual(errorOf(url), ['url', `Webhook URL ${message}`], url)
})

const badPorts = words(`
  0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119
  123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995
  1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080 2375 2376 3306 5432 6379
  9200 11211 27017`)
test(`${badPorts.length} ports are rejected, each by its number, and their neighbours are not`, () => {
  for (const port of badPorts) {
    assert.deepEqual(errorOf(`https://hooks.acme.com:${port}/`), ['url', `Webhook URL must not use port ${port}`])
  }
  assert.deepEqual(errorOf('https://hooks.acme.com:0025/'), ['url', 'Webhook URL must not use port 25'])
  for (const port of ['80', '443', '444', '8080', '8443', '9443', '5431', '65535', '']) {
    assert.equal(errorOf(`https://hooks.acme.com:${port}/`), null, port)
  }
})

const path = (length: number) => `https://hooks.acme.com/${'a'.repeat(length - 'https://hooks.acme.com/'.length)}`
const label = 'a'.repeat(63)

const refused: Record<string, string[]> = {
  'must start with https:// and a host name': [
    ...words(`
      hooks.acme.com //hooks.acme.com/ http://hooks.acme.com/ ftp://hooks.acme.com/ file:///etc/passwd
      javascript:alert(1) data:text/plain,x gopher://127.0.0.1:70/ ws://hooks.acme.com/ wss://hooks.acme.com/
      https:hooks.acme.com https:/hooks.acme.com https:///hooks.acme.com https:// https blob:https://a.com/1
      httpss://hooks.acme.com https;//hooks.acme.com https//hooks.acme.com mailto:a@acme.com 127.0.0.1 /hook
      dict://127.0.0.1:11211/ ldap://127.0.0.1/ view-source:https://hooks.acme.com ſhttps://a.com httpſ://a.com/`),
    '',
  ],
  'must not contain a user name or password': [
    ...words(`
      https://@hooks.acme.com/ https://:@hooks.acme.com/ https://a@hooks.acme.com/ https://a:b@hooks.acme.com/
      https://:b@hooks.acme.com/ https://hooks.acme.com@127.0.0.1/ https://127.0.0.1@hooks.acme.com/
      https://a@b@hooks.acme.com/ https://%40@hooks.acme.com/ https://hooks.acme.com:443@10.0.0.1/ https://@localhost/
      https://hooks.acme.com:@localhost/ https://@ https://a:b@`),
  ],
  'must not contain spaces, backslashes or control characters': [
    ...words(`
      https:\\\\hooks.acme.com\\ https://hooks.acme.com\\@127.0.0.1/ https://127.0.0.1\\.acme.com/ https:/\\localhost/
      https://hooks.acme.com/\u0000 https://hooks.acme.com\u007f/ https://hooks\u00ad.acme.com/
      https://local\u200bhost/ https://hooks.acme.com/\u202e https://hooks.acme.com/\ud800`),
    ...[' https://hooks.acme.com/', 'https://hooks.acme.com/ ', 'https://hooks.acme.com/a b'],
    ...['\thttps://hooks.acme.com/', 'https://hooks.acme.com/\n', 'ht\ntps://hooks.acme.com/'],
    ...['https:\t//hooks.acme.com/', 'https://hooks.ac\rme.com/', 'https://hooks.acme.com/\u2028'],
    ...['https://hooks.acme.com/\u00a0', 'https://127.0.0.1\u3000/', '\ufeffhttps://hooks.acme.com/'],
    ...['https://hooks.acme.com/\r\nX-Header: 1', 'https://1\t27.0.0.1/'],
  ],
  'must have a valid host name, without a dot at its end': [
    ...words(`
      https://hooks.acme.com./ https://hooks..acme.com/ https://.acme.com/ https://hooks.acme.com../
      https://-a.acme.com/ https://a-.acme.com/ https://*.acme.com/ https://a'b.acme.com/ https://a;b.acme.com/
      https://$(id).acme.com/ https://a,b.acme.com/ https://a=b.acme.com/ https://a!.acme.com/ https://a&b.acme.com/
      https://{a}.acme.com/ https://a\`b.acme.com/ https://a~b.acme.com/ https://a"b.acme.com/`),
    `https://${label}a.com/`,
    `https://${[label, label, label, label].join('.')}.com/`,
  ],
  'is not a valid URL': [
    ...words(`
      https://[/ https://[::1/ https://[::1]a/ https://[fe80::1%25eth0]/ https://[fe80::1%eth0]/ https://[::1%]/
      https://[v1.a]/ https://[127.0.0.1]/ https://[1:2:3:4:5:6:7:8:9]/ https://[:::1]/ https://256.0.0.1/
      https://1.2.3.4.5/ https://0x100000000/ https://127.0.0.0x100/ https://99999999999/ https://a.1/
      https://08.0.0.1/ https://a.0x/ https://a.com:99999/ https://a.com:-1/ https://a.com:a/ https://a.com:443:443/
      https://a<b.com/ https://a^b.com/ https://a|b.com/ https://%00.com/ https://%2f.com/ https://a%40b.com/
      https://%/ https://%zz.com/ https://?a https://#a https://:443/ https://127.0.0.1%00.acme.com/ https://a／b.com/
      https://a＠b.com/ https://1.2.3.09/`),
  ],
  'must have at most 2048 characters': [
    path(2_049),
    path(1_000_000),
    // Short as written, long as sent.
    `https://hooks.acme.com/${'é'.repeat(400)}`,
  ],
}
for (const [message, urls] of Object.entries(refused)) {
  test(`${urls.length} URLs: Webhook URL ${message}`, () => {
    for (const url of urls) assert.deepEqual(errorOf(url), ['url', `Webhook URL ${message}`], url.slice(0, 100))
  })
}

test('the table is long enough', () => {
  const all = new Set([...insideHosts, ...badPorts, ...Object.values(refused).flat()])
  assert(all.size >= 300, String(all.size))
})

test('ordinary addresses are accepted in their parsed form', () => {
  const ordinary: [given: string, href: string][] = [
    ['https://hooks.acme.com', 'https://hooks.acme.com/'],
    ['https://hooks.acme.com/a/b?c=d&e=%20#f', 'https://hooks.acme.com/a/b?c=d&e=%20#f'],
    ['HTTPS://Hooks.ACME.com:443/A', 'https://hooks.acme.com/A'],
    ['https://hooks.acme.com:8443/a@b', 'https://hooks.acme.com:8443/a@b'],
    ['https://hooks.acme.com/?to=http://127.0.0.1/', 'https://hooks.acme.com/?to=http://127.0.0.1/'],
    ['https://bücher.de/ü', 'https://xn--bcher-kva.de/%C3%BC'],
    ['https://a_b.acme.com/', 'https://a_b.acme.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2600:1f18::1]/', 'https://[2600:1f18::1]/'],
    [`https://${label}.acme.com/`, `https://${label}.acme.com/`],
    ['https://localhost.acme.com/', 'https://localhost.acme.com/'],
    ['https://internal.acme.com/', 'https://internal.acme.com/'],
    ['https://notlocal.com/', 'https://notlocal.com/'],
    ['https://my.locale/', 'https://my.locale/'],
    ['https://127.0.0.1.acme.com/', 'https://127.0.0.1.acme.com/'],
    [path(2_048), path(2_048)],
  ]
  for (const [given, href] of ordinary) assert.equal(guard.check(given, 'Webhook URL').href, href)
})

test('a message begins with the caller’s words', () => {
  assert.throws(() => guard.check('https://10.0.0.1/', 'Media URL'), {
    message: 'Media URL cannot point to private IP address',
  })
  assert.throws(() => guard.check('http://a.com/', 'Media URL'), {
    message: 'Media URL must start with https:// and a host name',
  })
})

test('each accepted URL is plain HTTPS to a public host, and its parsed form is accepted again', () => {
  const pieces = fc.constantFrom(
    ...[
      'https://',
      'http://',
      'https:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '#',
      '?',
      '%2e',
      '%00',
      '[',
      ']',
      '::1',
      '127.0.0.1',
    ],
    ...[
      'localhost',
      'acme.com',
      'a',
      '0x7f',
      '1',
      '443',
      '25',
      '．',
      'ⓛ',
      '\t',
      ' ',
      'internal',
      '-',
      'xn--',
      '8.8.8.8',
      '2600::1',
    ],
  )
  const jumbled = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))
  const led = fc.tuple(fc.constantFrom('https://', 'https://hooks.acme.com'), jumbled).map((parts) => parts.join(''))
  const given = fc.oneof(led, jumbled, fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }), fc.string())
  let passed = 0
  fc.assert(
    fc.property(given, (text) => {
      if (errorOf(text)) return
      passed++
      const url = guard.check(text, 'Webhook URL')
      assert.deepEqual([url.protocol, url.username, url.password], ['https:', '', ''])
      assert.match(url.hostname, /^(\[[\da-f:]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)+)$/)
      assert.doesNotMatch(url.hostname, /^(127|10|0)(\.\d+){3}$|^localhost$|\.(localhost|internal)$|^\[::/)
      assert.equal(guard.check(url.href, 'Webhook URL').href, url.href)
    }),
    { numRuns: 20_000, seed: 33 },
  )
  assert(passed > 1_000, String(passed))
})
