/** Where a person's calendars are found, and where their password may go (RFC 6764, decision 69). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Outside, openOutside } from '../../../test/support/outside.ts'
import { Outbound } from '../outbound/outbound.ts'
import type { Threads } from '../threads.ts'
import { DavClient, type DavError } from './dav-client.ts'
import { discover } from './discover.ts'
import { isSameServer } from './same-server.ts'

const names = ['acme.com', 'dav.acme.com', 'other.org']
let outside: Outside
let outbound: Outbound
/** By path without the query, what the server answers with 207; all else is 404. */
let pages: Record<string, string>
let redirect: string | null
before(async () => {
  outside = await openOutside(names)
  outbound = new Outbound({
    exemptNetworks: ['127.0.0.1/32'],
    ownAddresses: [],
    dnsServers: [outside.dns.address],
    userAgent: 'Test',
    proxy: null,
  })
})
after(async () => {
  await outbound.close()
  await outside[Symbol.asyncDispose]()
})
beforeEach(() => {
  pages = {}
  redirect = null
  outside.receiver.received.length = 0
  outside.receiver.answering = ({ method, path, headers }, response) => {
    if (path === '/.well-known/caldav' && redirect !== null && method === 'GET')
      return response.writeHead(301, { location: redirect }).end()
    const page = pages[`${headers.host!.split(':')[0]}${path}`]
    response.writeHead(page === undefined ? 404 : 207).end(page)
  }
})

const at = (host: string, path = '/') => `https://${host}:${outside.receiver.port}${path}`
const says = (property: string) =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>/</d:href><d:propstat>
  <d:prop>${property}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`
const principal = (href: string) =>
  says(`<d:current-user-principal><d:href>${href}</d:href></d:current-user-principal>`)
const home = (href: string) =>
  says(`<c:calendar-home-set><d:href>${href}</d:href></c:calendar-home-set>
  <c:calendar-user-address-set><d:href>mailto:bo@acme.com</d:href><d:href>/p/bo/</d:href></c:calendar-user-address-set>`)

function find(url: string) {
  const client = new DavClient({ outbound, threads: {} as Threads }, { url, username: 'bo', password: 'secret' })
  return discover({ outbound }, client)
}
const whoGotThePassword = () =>
  new Set(
    outside.receiver.received
      .filter(({ headers }) => headers.authorization)
      .map(({ headers }) => headers.host!.split(':')[0]),
  )

test('by the address itself, the well-known one, or the records of the domain', async () => {
  const found = { principal: at('acme.com', '/p/bo/'), homes: [at('acme.com', '/c/bo/')], addresses: ['bo@acme.com'] }
  Object.assign(pages, { 'acme.com/dav/': principal('/p/bo/'), 'acme.com/p/bo/': home('/c/bo/') })
  assert.deepEqual(await find(at('acme.com', '/dav/')), found)
  await assert.rejects(find(at('acme.com')), { message: 'There is no calendar server at this address' })
  redirect = '/dav/'
  assert.deepEqual(await find(at('acme.com')), found)
  redirect = null
  Object.assign(pages, { 'dav.acme.com/srv/': principal('/p/bo/'), 'dav.acme.com/p/bo/': home('/c/bo/') })
  outside.dns.setService('_caldavs._tcp.acme.com', 'dav.acme.com', outside.receiver.port, 'path=/srv/')
  assert.deepEqual((await find(at('acme.com'))).homes, [at('dav.acme.com', '/c/bo/')])
  assert.deepEqual([...whoGotThePassword()].sort(), ['acme.com', 'dav.acme.com'])
})

test('the password goes to hosts that the named server names, of its own site alone', async () => {
  pages['acme.com/dav/'] = principal(at('dav.acme.com', '/p/bo/'))
  pages['dav.acme.com/p/bo/'] = home('/c/bo/')
  assert.deepEqual((await find(at('acme.com', '/dav/'))).homes, [at('dav.acme.com', '/c/bo/')])
  const refused = (error: DavError) => /elsewhere|no calendar server/.test(error.message)
  pages['dav.acme.com/p/bo/'] = home(at('other.org', '/c/bo/'))
  await assert.rejects(find(at('acme.com', '/dav/')), refused)
  pages['acme.com/dav/'] = principal(at('other.org', '/p/bo/'))
  await assert.rejects(find(at('acme.com', '/dav/')), refused)
  redirect = at('other.org', '/dav/')
  await assert.rejects(find(at('acme.com')), refused)
  outside.dns.setService('_caldavs._tcp.acme.com', 'other.org', outside.receiver.port, 'path=/srv/')
  await assert.rejects(find(at('acme.com')), refused)
  assert(!whoGotThePassword().has('other.org'))
})

test('a host is of the same site by its name, and never by an address', () => {
  const isSame = (named: string, other: string) => isSameServer(new URL(named), new URL(other))
  for (const [named, other] of [
    ['https://caldav.icloud.com', 'https://p42-caldav.icloud.com:443/1/'],
    ['https://fastmail.com', 'https://caldav.fastmail.com'],
    ['https://cloud.example.com', 'https://example.com/dav'],
    ['https://10.0.0.7:5232/a', 'https://10.0.0.7:5232/b'],
  ] as const)
    assert(isSame(named, other), other)
  for (const [named, other] of [
    ['https://caldav.icloud.com', 'http://p42-caldav.icloud.com'],
    ['https://caldav.icloud.com', 'https://evil-icloud.com'],
    ['https://fastmail.com', 'https://notfastmail.com'],
    ['https://a.b.example.com', 'https://c.example.com'],
    ['https://10.0.0.7', 'https://11.0.0.7'],
    ['https://10.0.0.7:5232', 'https://10.0.0.7'],
    ['https://[2001:db8::1]', 'https://[2001:db8::2]'],
  ] as const)
    assert(!isSame(named, other), other)
})
