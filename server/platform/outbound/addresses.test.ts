/** Which addresses requests may go to: at every edge, and compared with a second way to compute it (decision 33 on DNS). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressRule } from './addresses.ts'

const admits = addressRule({ exempt: [], own: [] })

/** First and last address of each stretch of public IPv4 space: the complement of the rule's list, worked out by hand. */
const public4 = `
  1.0.0.0-9.255.255.255 11.0.0.0-100.63.255.255 100.128.0.0-126.255.255.255 128.0.0.0-168.63.129.15
  168.63.129.17-169.253.255.255 169.255.0.0-172.15.255.255 172.32.0.0-191.255.255.255 192.0.1.0-192.0.1.255
  192.0.3.0-192.31.195.255 192.31.197.0-192.52.192.255 192.52.194.0-192.88.98.255 192.88.100.0-192.167.255.255
  192.169.0.0-192.175.47.255 192.175.49.0-198.17.255.255 198.20.0.0-198.51.99.255 198.51.101.0-203.0.112.255
  203.0.114.0-223.255.255.255`

const public6 = `
  2000:0:0:0:0:0:0:0-2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  2001:200:0:0:0:0:0:0-2001:db7:ffff:ffff:ffff:ffff:ffff:ffff
  2001:db9:0:0:0:0:0:0-2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  2003:0:0:0:0:0:0:0-2620:4f:7fff:ffff:ffff:ffff:ffff:ffff
  2620:4f:8001:0:0:0:0:0-3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  3fff:1000:0:0:0:0:0:0-3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`

const number4 = (text: string) => text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
const number6 = (text: string) => text.split(':').reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n)
const text4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
const text6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 65_535n).toString(16)).join(':')

const stretches = (text: string, read: (text: string) => bigint) =>
  text
    .trim()
    .split(/\s+/)
    .map((stretch) => stretch.split('-').map(read) as [first: bigint, last: bigint])
const stretches4 = stretches(public4, number4)
const stretches6 = stretches(public6, number6)
const isIn = (among: [bigint, bigint][], value: bigint) =>
  among.some(([first, last]) => first <= value && value <= last)

const expected4 = (value: bigint) => isIn(stretches4, value)
const expected6 = (value: bigint) => {
  const isatap = ((value >> 32n) & 0xfdff_ffffn) === 0x5efen
  return isIn(stretches6, value) && (!isatap || expected4(value & 0xffff_ffffn))
}

test('both ends of every range are admitted, one address beyond is not', () => {
  for (const [first, last] of stretches4) {
    for (const value of [first, last]) assert(admits(text4(value)), text4(value))
    for (const value of [first - 1n, last + 1n]) assert(!admits(text4(value)), text4(value))
  }
  for (const [first, last] of stretches6) {
    for (const value of [first, last]) assert(admits(text6(value)), text6(value))
    for (const value of [first - 1n, last + 1n]) assert(!admits(text6(value)), text6(value))
  }
})

test('random IPv4 addresses, many of them near an edge, give the same result both ways', () => {
  const edge = fc.constantFrom(...stretches4.flat())
  const near = fc.tuple(edge, fc.bigInt(-300n, 300n)).map(([value, by]) => (value + by) & 0xffff_ffffn)
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(0n, 0xffff_ffffn), near), (value) =>
      assert.equal(admits(text4(value)), expected4(value), text4(value)),
    ),
    { numRuns: 5_000 },
  )
})

test('random IPv6 addresses, many near an edge or with an embedded IPv4 address, give the same result both ways', () => {
  const most = (1n << 128n) - 1n
  const edge = fc.constantFrom(...stretches6.flat())
  const near = fc.tuple(edge, fc.bigInt(-300n, 300n)).map(([value, by]) => (value + by) & most)
  const inside = fc.oneof(fc.bigInt(0n, 0xffff_ffffn), fc.constantFrom(...stretches4.flat()))
  const prefix = fc.constantFrom(
    ...['0:0:0:0:0:0', '0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0', '64:ff9b:1:0:0:0', '2002:0:0:0:0:0'],
    ...['2600:1f18:0:0:0:5efe', '2600:1f18:0:0:200:5efe', '2600:1f18:0:0:100:5efe', '2600:1f18:0:0:0:5eff'],
    ...['fe80:0:0:0:0:5efe', '2001:0:4136:e378:8000:63bf'],
  )
  const embedded = fc.tuple(prefix, inside).map(([head, value]) => number6(`${head}:0:0`) + value)
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(0n, most), near, embedded), (value) =>
      assert.equal(admits(text6(value)), expected6(value), text6(value)),
    ),
    { numRuns: 5_000 },
  )
})

const odd = [
  ...[
    '',
    ' ',
    'localhost',
    '127.1',
    '127.0.0.1 ',
    '0x7f000001',
    '2130706433',
    '010.0.0.1',
    '8.8.8.08',
    '8.8.8',
    '8.8.8.8.8',
  ],
  ...['8.8.8.256', '-1.8.8.8', '8.8.8.8/32', '8.8.8.8:443', '[2600::1]', 'fe80::1%eth0', '2600::1%1', '::ffff:8.8.8.8'],
  ...[
    '::8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2600::g',
    ':::',
    '2600:::1',
    '1:2:3:4:5:6:7:8:9',
    '８.8.8.8',
    '0',
  ],
  ...['NaN', 'null', '2002:808:808::1', '2600::1\n'],
]
for (const text of odd) test(`${JSON.stringify(text)} is not admitted`, () => assert.equal(admits(text), false))

test('exactly the networks that the operator exempts are admitted', () => {
  const exempted = addressRule({
    exempt: ['10.1.0.0/16', '::1/128', '2600::7/128'],
    own: ['2600::7', '2600::8', '9.9.9.9'],
  })
  for (const text of ['10.1.0.0', '10.1.255.255', '::1', '2600::7', '2600::9', '8.8.8.8']) assert(exempted(text), text)
  const refused = [
    '10.0.255.255',
    '10.2.0.0',
    '::2',
    '::ffff:10.1.0.1',
    '127.0.0.1',
    '2600::8',
    '2600:0:0::8',
    '9.9.9.9',
  ]
  for (const text of refused) assert(!exempted(text), text)
})
