/** Microsoft's calendar over real sockets, against a server made from its published documents. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { lostCursor, openMicrosoftCalendarServer, refusal } from '../../../../test/support/microsoft-calendar.ts'
import { at, type GraphEvent, graphEvent, type Series } from '../../../../test/support/microsoft-events.ts'
import { openReceiver } from '../../../../test/support/receiver.ts'
import { Outbound } from '../../../platform/outbound/outbound.ts'
import { microsoftCalendar } from './microsoft.ts'
import {
  type CalendarProvider,
  CursorRefused,
  ProviderError,
  Throttled,
  TokenRefused,
  Unavailable,
} from './provider.ts'

let server: Awaited<ReturnType<typeof openMicrosoftCalendarServer>>
let outbound: Outbound
let microsoft: CalendarProvider
let token: string
const now = new Date('2026-01-10T12:00:00Z')
const clock = () => now
/** Our address, as Microsoft asks it for proof. */
const world = {
  base: { clock },
  request: async (_method: string, path: string) => {
    const query = Object.fromEntries(new URL(path, 'https://minutebook.test').searchParams)
    const text = microsoft.answerAddressCheck(query)
    return { status: text === null ? 404 : 200, text, headers: { 'content-type': 'text/plain; charset=utf-8' } }
  },
}
before(async () => {
  server = await openMicrosoftCalendarServer(() => world as never)
  const networks = { exemptNetworks: ['127.0.0.1/32'], ownAddresses: [], dnsServers: [] }
  outbound = new Outbound({ ...networks, userAgent: 'Minutebook', proxy: null })
  microsoft = microsoftCalendar({ outbound, clock, addresses: server.addresses, tenant: 'common' })
})
beforeEach(() => {
  token = server.access()
})
afterEach(() => {
  server.calendar.clear()
  server.faults.clear()
  server.subscriptions.clear()
  server.receiver.received.length = 0
  server.state.mostOnPage = 100
})
after(async () => {
  await outbound.close()
  await server[Symbol.asyncDispose]()
})

const span = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-03-31T09:00:00Z') }
const beginRead = () => ({ requireTime: () => {}, kept: new Map<string, unknown>() })
const first = {
  span,
  cursor: null,
  next: null,
  get read() {
    return beginRead()
  },
}
const view = '/v1.0/me/calendarView/delta'
const meeting = (id: string, day = '05', more: object = {}) =>
  graphEvent(id, `2026-01-${day}T09:00`, `2026-01-${day}T10:00`, more)
const series = (starts: string[], more: Partial<Series> = {}): Series => ({
  event: graphEvent('s1', '2025-12-01T09:00', '2025-12-01T10:00', { type: 'seriesMaster', subject: 'Stand-up' }),
  starts,
  ...more,
})
const moved = (start: string, originalStart: string): GraphEvent => ({
  ...graphEvent(`s1-${originalStart}`, start, start.replace('09:', '10:')),
  type: 'exception',
  seriesMasterId: 's1',
  iCalUId: 'uid-s1',
  originalStart: `${originalStart}:00Z`,
})

async function readAll(cursor: string | null = null) {
  const found = { changes: [] as { id: string }[], wholeSeries: [] as string[], pages: 0 }
  const read = beginRead()
  for (let next: string | null = null; ; ) {
    const page = await microsoft.readChanges(token, { span, cursor, next, read })
    found.changes.push(...page.changes)
    found.wholeSeries.push(...page.wholeSeries)
    found.pages++
    next = page.next
    if (page.cursor !== null) return { ...found, cursor: page.cursor, ids: found.changes.map(({ id }) => id) }
  }
}
const paths = () => server.receiver.received.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

test('a full read page by page, then only what changed', async () => {
  for (const id of ['a', 'b', 'c']) server.calendar.put(meeting(id))
  server.calendar.put(graphEvent('later', '2026-05-01T09:00', '2026-05-01T10:00'))
  server.state.mostOnPage = 2
  const full = await readAll()
  assert.deepEqual([full.ids, full.pages], [['a', 'b', 'c'], 2])
  const { path, headers } = server.receiver.received[0]!
  assert.equal(path, `${view}?startDateTime=2026-01-01T00%3A00%3A00.000Z&endDateTime=2026-03-31T09%3A00%3A00.000Z`)
  assert.equal(headers.prefer, 'odata.maxpagesize=100, outlook.timezone="UTC", outlook.body-content-type="text"')
  assert.deepEqual((await readAll(full.cursor)).ids, [])
  server.calendar.put(meeting('b', '06'))
  server.calendar.put(meeting('d'))
  server.calendar.remove('c')
  const changed = await readAll(full.cursor)
  assert.deepEqual(changed.ids.toSorted(), ['b', 'c', 'd'])
  assert.deepEqual(
    changed.changes.find(({ id }) => id === 'c'),
    { id: 'c', meeting: null },
  )
})

test('a series comes with all its occurrences, and again without a deleted one; its end is told by its own id', async () => {
  const starts = ['2026-01-05T09:00', '2026-01-12T09:00', '2026-05-04T09:00']
  server.calendar.putSeries(series(starts, { exceptions: [moved('2026-01-20T09:00', '2026-01-19T09:00')] }))
  const full = await readAll()
  assert.deepEqual(full.ids, ['s1-2026-01-05T09:00', 's1-2026-01-12T09:00', 's1-2026-01-19T09:00'])
  assert.deepEqual(full.wholeSeries, ['s1'])
  const all = full.changes as unknown as { meeting: { uid: string; title: string; originalStart: Date } }[]
  assert.deepEqual(
    all.map(({ meeting: { uid, title, originalStart } }) => [uid, title, originalStart.toISOString().slice(0, 10)]),
    [
      ['uid-s1', 'Stand-up', '2026-01-05'],
      ['uid-s1', 'Stand-up', '2026-01-12'],
      ['uid-s1', 's1-2026-01-19T09:00', '2026-01-19'],
    ],
  )
  server.calendar.putSeries(series(['2026-01-12T09:00']))
  const changed = await readAll(full.cursor)
  assert.deepEqual([changed.ids, changed.wholeSeries], [['s1-2026-01-12T09:00'], ['s1']])
  server.calendar.remove('s1')
  const ended = await readAll(changed.cursor)
  assert.deepEqual([ended.changes, ended.wholeSeries], [[{ id: 's1', meeting: null }], []])
})

/** Answers the next request for changes with this page. */
const nextPage = (
  value: unknown,
  links: object = { '@odata.deltaLink': server.receiver.url(`${view}?$deltatoken=1`) },
) => server.faults.set(view, [{ status: 200, body: JSON.stringify({ value, ...links }) }])
const occurrence = (id: string, seriesMasterId: string) => ({
  id,
  type: 'occurrence',
  seriesMasterId,
  start: at('2026-01-05T09:00'),
  end: at('2026-01-05T10:00'),
})

test('a series that is not in the answer is read once; of one that is not found the occurrences are problems, not gone', async () => {
  server.calendar.putSeries(series([]))
  nextPage([occurrence('o1', 's1'), occurrence('o2', 's1'), occurrence('o3', 'gone/1')])
  const { changes, wholeSeries } = await readAll()
  assert.deepEqual(
    changes.map((change) => Object(change).meeting?.title ?? Object(change).problem),
    ['Stand-up', 'Stand-up', '“o3”: its series was not read'],
  )
  assert.deepEqual(wholeSeries, [])
  assert.deepEqual(paths(), [`GET ${view}`, 'GET /v1.0/me/events/s1', 'GET /v1.0/me/events/gone%2F1'])
})

test('a series is asked for once in a read of many pages, as long as there is time', async () => {
  const read = beginRead()
  for (const next of [null, `${server.addresses.graph}/me/calendarView/delta?$skiptoken=1`]) {
    nextPage([occurrence(`of ${next}`, 'gone/1')])
    await microsoft.readChanges(token, { ...first, next, read })
  }
  assert.equal(paths().filter((path) => path.endsWith('/gone%2F1')).length, 1)
  const late = new ProviderError('too late')
  const requireTime = () => assert.fail(late)
  nextPage([occurrence('o', 's9')])
  await assert.rejects(microsoft.readChanges(token, { ...first, read: { ...read, requireTime } }), late)
})

test('at most 100 series are read for a page; the occurrences of others are problems', async () => {
  const page = Array.from({ length: 102 }, (_, n) => occurrence(`o${n}`, `s${n}`))
  for (const [occurrences, series] of [
    [99, 99],
    [100, 100],
    [102, 100],
  ] as const) {
    server.receiver.received.length = 0
    nextPage(page.slice(0, occurrences))
    const { changes } = await readAll()
    assert.equal(paths().length, 1 + series)
    assert.deepEqual(changes.at(-1), {
      id: `o${occurrences - 1}`,
      problem: `“o${occurrences - 1}”: its series was not read`,
    })
  }
})

const changed = (id: string, more: object = {}) => ({
  ...graphEvent(id, '2026-01-06T09:00', '2026-01-06T10:00'),
  type: 'exception',
  seriesMasterId: 's1',
  ...more,
})

test('the original time of a changed occurrence is asked for if the answer has none', async () => {
  server.calendar.putSeries(series([], { exceptions: [moved('2026-01-20T09:00', '2026-01-19T09:00')] }))
  const own = 's1-2026-01-19T09:00'
  nextPage([
    changed(own),
    changed('gone'),
    changed('cancelled', { isCancelled: true }),
    changed('removed', { '@removed': { reason: 'deleted' } }),
    changed('said', { originalStart: '2026-01-05T09:00:00Z' }),
  ])
  const { changes } = await readAll()
  assert.deepEqual(
    changes.map((change) => Object(change).meeting?.originalStart.toISOString().slice(0, 10) ?? null),
    ['2026-01-19', null, null, null, '2026-01-05'],
  )
  assert.deepEqual(
    server.receiver.received.map(({ path }) => path).slice(1),
    [own, 'gone'].map((id) => `/v1.0/me/events/${encodeURIComponent(id)}?$select=originalStart,originalStartTimeZone`),
  )
})

test('at most 100 changed occurrences are asked for; the others are problems', async () => {
  nextPage(Array.from({ length: 101 }, (_, n) => changed(`c${n}`)))
  const { changes } = await readAll()
  assert.equal(paths().length, 101)
  for (const change of changes) assert.match(Object(change).problem, /^“c\d+”: Microsoft does not say which occurrence/)
})

test('a series that comes alone says nothing about its occurrences', async () => {
  nextPage([series([]).event])
  const { changes, wholeSeries } = await readAll()
  assert.deepEqual([changes, wholeSeries], [[], []])
})

test('odd items are problems, and the others are read', async () => {
  nextPage([null, 'x', { id: 7 }, { '@removed': { reason: 'deleted' } }, { id: 'a' }, meeting('b')])
  const { changes } = await readAll()
  assert.equal(changes.length, 6)
  assert.deepEqual(
    changes.slice(0, 5).map((change) => Object(change).problem),
    [...Array(4).fill('A meeting without an id was left out'), '“a”: its start cannot be read'],
  )
  assert.equal(changes[5]!.id, 'b')
})

test('a token is never sent to another server', async () => {
  await using other = await openReceiver()
  const own = server.receiver.url(`${view}?$deltatoken=1`)
  const { host } = new URL(own)
  const links = [
    other.url(view),
    own.replace(host, `graph.microsoft.com@${new URL(other.url()).host}`),
    own.replace(host, `someone@${host}`),
    own.replace('/v1.0/', '/beta/'),
    own.replace('/v1.0/', '/v1.0/../login/'),
    own.replace('https:', 'http:'),
    'me/events',
  ]
  const isRefused = { constructor: ProviderError, message: 'Microsoft gave a link to another server' }
  for (const link of links) {
    for (const name of ['@odata.nextLink', '@odata.deltaLink']) {
      nextPage([], { [name]: link })
      await assert.rejects(microsoft.readChanges(token, first), isRefused)
    }
    await assert.rejects(microsoft.readChanges(token, { ...first, cursor: link }), CursorRefused)
    if (URL.canParse(link)) await assert.rejects(microsoft.readChanges(token, { ...first, next: link }), isRefused)
  }
  assert.deepEqual([other.connections, other.received.length], [0, 0])
  assert(paths().every((path) => path === `GET ${view}`))
})

test('a redirect is not followed', async () => {
  await using other = await openReceiver()
  server.faults.set(view, [{ status: 302, headers: { location: other.url(view) } }])
  await assert.rejects(microsoft.readChanges(token, first), { message: 'Microsoft answered 302' })
  assert.equal(other.connections, 0)
})

test('an answer that is no page', async () => {
  for (const body of ['', '[]', '{}', 'null', '{"value":[]}', '{"value":{},"@odata.deltaLink":"x"}', '<html>']) {
    server.faults.set(view, [{ status: 200, body }])
    await assert.rejects(microsoft.readChanges(token, first), {
      message: 'Microsoft gave an answer that cannot be read',
    })
  }
})

test('an old cursor, in each form that is published', async () => {
  server.calendar.put(meeting('a'))
  const { cursor } = await readAll()
  server.calendar.forgetTokens()
  await assert.rejects(readAll(cursor), CursorRefused)
  for (const answer of [
    lostCursor,
    refusal(400, 'syncStateNotFound'),
    refusal(400, 'SyncStateInvalid'),
    refusal(410, ''),
    refusal(400, 'resyncRequired'),
  ]) {
    server.faults.set(view, [answer])
    await assert.rejects(readAll(cursor), CursorRefused)
  }
})

test('a token that Microsoft does not take, and limits with the time to wait', async () => {
  await assert.rejects(microsoft.readChanges('EwB.other', first), TokenRefused)
  for (const [status, headers, ms] of [
    [429, { 'retry-after': '15' }, 15_000],
    [503, { 'retry-after': '120' }, 120_000],
    [503, {}, 60_000],
    [509, {}, 60_000],
  ] as const) {
    server.faults.set(view, [{ ...refusal(status, 'ApplicationThrottled'), headers }])
    await assert.rejects(
      microsoft.readChanges(token, first),
      (error) => error instanceof Throttled && error.retryAfterMs === ms,
    )
  }
})

test('a refusal is a sentence for the person', async () => {
  for (const [answer, message] of [
    [
      refusal(403, 'ErrorAccessDenied'),
      'Microsoft does not allow reading this calendar: ask the administrator of your account',
    ],
    [refusal(404, 'MailboxNotEnabledForRESTAPI'), 'This account has no mailbox in Microsoft 365 or Outlook.com'],
    [refusal(404, 'ErrorItemNotFound'), 'Microsoft answered 404'],
    [refusal(500, 'UnknownError'), 'Microsoft answered 500'],
    [{ status: 502, body: '<html>Bad gateway</html>' }, 'Microsoft answered 502'],
  ] as const) {
    server.faults.set(view, [answer])
    const kind = /5\d\d$/.test(message) ? Unavailable : ProviderError
    await assert.rejects(microsoft.readChanges(token, first), { constructor: kind, message })
  }
})

const wanted = {
  address: 'https://minutebook.test/api/v1/calendar/push/microsoft',
  id: 'ours',
  secret: 's'.repeat(128),
}

test('a subscription is made, prolonged and ended; its address proves itself', async () => {
  const watch = await microsoft.watch(token, wanted)
  const [made] = server.subscriptions.values()
  assert.deepEqual([made!.id, made!.clientState], [watch.id, wanted.secret])
  const minutes = (watch.until.getTime() - now.getTime()) / 60_000
  assert(minutes > 4_000 && minutes <= 4_230)
  const later = await microsoft.prolong(token, { ...watch, until: now })
  assert.deepEqual(later, watch)
  await microsoft.unwatch(token, watch)
  assert.equal(server.subscriptions.size, 0)
  assert.equal(await microsoft.prolong(token, watch), null)
  await microsoft.unwatch(token, watch)
})

test('only a check of the address is answered', () => {
  const answers = [{ validationToken: 'a & <b>+1' }, { validationToken: '' }, { validationToken: ['a'] }, {}]
  assert.deepEqual(answers.map(microsoft.answerAddressCheck), ['a & <b>+1', null, null, null])
})

test('the addresses of the consent are those of the tenant', () => {
  const addresses = { login: 'https://login.microsoftonline.com', graph: 'https://graph.microsoft.com/v1.0' }
  const { oauth } = microsoftCalendar({ outbound, clock, addresses, tenant: 'acme.test' })
  assert.deepEqual(oauth, {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    authorization: 'https://login.microsoftonline.com/acme.test/oauth2/v2.0/authorize',
    token: 'https://login.microsoftonline.com/acme.test/oauth2/v2.0/token',
    revocation: null,
    scope: 'openid email offline_access Calendars.Read',
    parameters: { prompt: 'select_account' },
  })
})
