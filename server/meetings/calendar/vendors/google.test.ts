/** Google's calendar over real sockets, against a server made from its published contract. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { openGoogleCalendarServer, refusal } from '../../../../test/support/google-calendar.ts'
import { Outbound } from '../../../platform/outbound/outbound.ts'
import { googleCalendar } from './google.ts'
import {
  AccessWithdrawn,
  type CalendarProvider,
  CursorRefused,
  ProviderError,
  Throttled,
  TokenRefused,
  Unavailable,
} from './provider.ts'

let server: Awaited<ReturnType<typeof openGoogleCalendarServer>>
let outbound: Outbound
let google: CalendarProvider
let token: string
before(async () => {
  server = await openGoogleCalendarServer()
  const networks = { exemptNetworks: ['127.0.0.1/32'], ownAddresses: [], dnsServers: [] }
  outbound = new Outbound({ ...networks, userAgent: 'Minutebook', proxy: null })
  google = googleCalendar({ outbound, clock: () => new Date(0), addresses: server.addresses })
})
beforeEach(() => {
  token = server.access()
})
afterEach(() => {
  server.clear()
  server.faults.clear()
  Object.assign(server.state, { mostOnPage: 2_500, oldest: 0 })
})
after(async () => {
  await outbound.close()
  await server[Symbol.asyncDispose]()
})

const span = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-12-31T09:00:00Z') }
const beginRead = () => ({ requireTime: () => {}, kept: new Map<string, unknown>() })
const first = {
  span,
  cursor: null,
  next: null,
  get read() {
    return beginRead()
  },
}
const events = '/calendar/v3/calendars/primary/events'
const event = (id: string, dateTime = '2026-01-05T09:00:00Z', more: object = {}) => ({
  id,
  iCalUID: `${id}@google.com`,
  summary: `Meeting ${id}`,
  start: { dateTime },
  end: { dateTime },
  htmlLink: 'https://www.google.com/calendar/event?eid=1',
  ...more,
})

async function readAll(cursor: string | null = null) {
  const changes = []
  const read = beginRead()
  for (let next: string | null = null, pages = 1; ; pages++) {
    const page = await google.readChanges(token, { span, cursor, next, read })
    changes.push(...page.changes)
    next = page.next
    if (page.cursor !== null) return { changes, cursor: page.cursor, pages }
  }
}
const idsOf = ({ changes }: { changes: { id: string }[] }) => changes.map(({ id }) => id)

test('a full read page by page, then only what changed', async () => {
  for (const id of ['a', 'b', 'c']) server.put(event(id))
  server.state.mostOnPage = 2
  const full = await readAll()
  assert.deepEqual([idsOf(full), full.pages], [['a', 'b', 'c'], 2])
  assert.deepEqual((await readAll(full.cursor)).changes, [])
  server.put(event('b', '2026-01-06T09:00:00Z'))
  for (const id of ['d', 'e']) server.put(event(id))
  server.remove('c')
  const changed = await readAll(full.cursor)
  assert.deepEqual([idsOf(changed).sort(), changed.pages], [['b', 'c', 'd', 'e'], 2])
  const [moved] = changed.changes.filter(({ id }) => id === 'b')
  assert(moved && 'meeting' in moved)
  assert.deepEqual(moved.meeting?.starts_at, new Date('2026-01-06T09:00:00Z'))
  assert.deepEqual(changed.changes.filter(({ id }) => id === 'c')[0], { id: 'c', meeting: null })
})

test('every field that is read is asked for', async () => {
  const people = {
    organizer: { email: 'ada@acme.test', displayName: 'Ada', self: true },
    attendees: [{ email: 'bo@acme.test' }],
  }
  const link = 'https://meet.google.com/abc-mnop-xyz'
  const conferenceData = { entryPoints: [{ entryPointType: 'video', uri: link }] }
  const originalStartTime = { dateTime: '2026-01-04T09:00:00Z' }
  server.put(event('a', undefined, { ...people, conferenceData, recurringEventId: 's', originalStartTime }))
  server.put(event('b', undefined, { location: link }))
  server.put(event('c', undefined, { description: link }))
  server.put(event('d', undefined, { eventType: 'focusTime' }))
  server.put(event('h', undefined, { hangoutLink: link }))
  const many = Array.from({ length: 1_001 }, () => ({ email: 'p@acme.test' }))
  server.put(event('e', undefined, { attendees: many }))
  const hidden = { organizer: { email: 'ada@acme.test' }, guestsCanSeeOtherGuests: false }
  server.put(event('g', undefined, { attendees: many, ...hidden }))
  const [a, b, c, d, h, e, g] = (await readAll()).changes as { meeting: Record<string, unknown>; problem?: string }[]
  assert.deepEqual(
    [b, c, h].map((each) => each!.meeting.call_url),
    [link, link, link],
  )
  assert.equal(d!.meeting, null)
  assert.equal(g!.meeting.organizer_email, 'ada@acme.test')
  assert.equal(e!.problem, '“Meeting e”: it has more than 1000 attendees')
  const { uid, title, call_url, organizer_email, attendees, seriesId, originalStart } = a!.meeting
  assert.deepEqual([uid, title, call_url, organizer_email], ['a@google.com', 'Meeting a', link, 'ada@acme.test'])
  assert.deepEqual(attendees, [
    { email: 'ada@acme.test', name: 'Ada' },
    { email: 'bo@acme.test', name: '' },
  ])
  assert.deepEqual([seriesId, originalStart], ['s', new Date('2026-01-04T09:00:00Z')])
})

test('both ends of the span are included', async () => {
  for (const [id, start] of [
    ['first', '2026-01-01T00:00:00Z'],
    ['last', '2026-12-31T09:00:00Z'],
    ['before', '2025-12-31T23:59:59Z'],
    ['after', '2026-12-31T09:00:01Z'],
  ] as const)
    server.put({ ...event(id, start), end: { dateTime: new Date(Date.parse(start) + 1_000).toISOString() } })
  assert.deepEqual(idsOf(await readAll()), ['first', 'last'])
})

test('an old sync token is refused', async () => {
  const { cursor } = await readAll()
  server.put(event('a'))
  server.state.oldest = server.state.change
  await assert.rejects(readAll(cursor), CursorRefused)
  server.faults.set(events, [refusal(410, 'updatedMinTooLongAgo')])
  await assert.rejects(google.readChanges(token, { ...first, cursor, next: '1' }), CursorRefused)
  server.faults.set(events, [refusal(410, 'deleted')])
  await assert.rejects(readAll(), (error) => !(error instanceof CursorRefused) && error instanceof ProviderError)
})

test('refusals: who can do something about it', async () => {
  const failing = async (fault: ReturnType<typeof refusal>) => {
    server.faults.set(events, [fault])
    return google.readChanges(token, first).then(
      () => assert.fail('read'),
      (error: unknown) => error,
    )
  }
  for (const [fault, kind, message] of [
    [refusal(401, 'authError'), TokenRefused, 'Google refuses access at the moment'],
    [
      refusal(403, 'insufficientPermissions'),
      AccessWithdrawn,
      'The consent does not allow to read the calendar: connect it again, and allow it',
    ],
    [
      refusal(403, 'accessNotConfigured'),
      ProviderError,
      'The Google Calendar API is not enabled in the project of this service at Google: its operator can enable it',
    ],
    [refusal(403, 'notACalendarUser'), ProviderError, 'This account has no Google calendar'],
    [refusal(403, 'forbidden'), ProviderError, 'Google answered 403'],
    [refusal(400, 'invalid'), ProviderError, 'Google answered 400'],
    [{ status: 503, body: '<html>' }, Unavailable, 'Google answered 503'],
    [{ status: 302, headers: { location: 'https://elsewhere.test' } }, ProviderError, 'Google answered 302'],
    [{ status: 200, body: '<html>' }, ProviderError, 'Google gave an answer that cannot be read'],
    [{ status: 200, body: '{}' }, ProviderError, 'Google did not say how to read on'],
  ] as const) {
    const error = await failing(fault)
    assert.deepEqual([(error as Error).constructor, (error as Error).message], [kind, message])
  }
  await assert.rejects(google.readChanges('another', first), TokenRefused)
})

test('limits are waited for: as long as Google says, or ten minutes', async () => {
  const waits = []
  for (const fault of [
    refusal(403, 'rateLimitExceeded'),
    refusal(403, 'userRateLimitExceeded'),
    refusal(403, 'quotaExceeded'),
    refusal(429, 'rateLimitExceeded'),
    { ...refusal(429, 'rateLimitExceeded'), headers: { 'retry-after': '30' } },
    { status: 503, headers: { 'retry-after': '7' } },
  ]) {
    server.faults.set(events, [fault])
    const error = await google.readChanges(token, first).catch((error: unknown) => error)
    assert(error instanceof Throttled, String(error))
    waits.push(error.retryAfterMs / 1_000)
  }
  assert.deepEqual(waits, [600, 600, 600, 600, 30, 7])
})

test('a watch is made, tells, and is stopped', async () => {
  const address = 'https://minutebook.test/api/v1/calendar/push/google'
  const watch = await google.watch(token, { address, id: 'w-1', secret: 's'.repeat(128) })
  const channel = server.channels.get('w-1')!
  assert.deepEqual(watch, { id: 'w-1', resource: channel.resourceId, until: new Date(Number(channel.expiration)) })
  const secret = 's'.repeat(128)
  const body = Buffer.alloc(0)
  for (const [state, kind] of [
    ['sync', 'watch-confirmed'],
    ['exists', 'changed'],
    ['not_exists', 'changed'],
  ] as const)
    assert.deepEqual(google.readNotifications(server.notification(channel, state), body), [
      { watchId: 'w-1', secret, kind },
    ])
  const genuine = server.notification(channel)
  for (const name of ['x-goog-channel-id', 'x-goog-channel-token', 'x-goog-resource-state'])
    assert.deepEqual(google.readNotifications({ ...genuine, [name]: undefined }, body), [], name)
  assert.deepEqual(google.readNotifications({ ...genuine, 'x-goog-resource-state': 'another' }, body), [])
  assert.equal(await google.prolong(token, watch), null)
  assert.equal(google.answerAddressCheck({ validationToken: 'x' }), null)
  await google.unwatch(token, watch)
  assert.equal(server.channels.size, 0)
  await google.unwatch(token, watch)
  await assert.rejects(google.unwatch('another', watch), TokenRefused)
})

test('an address that Google does not accept is no withdrawn consent', async () => {
  const wanted = { address: 'https://minutebook.test/push', id: 'w-2', secret: 's' }
  server.faults.set(`${events}/watch`, [refusal(401, 'push.webhookUrlUnauthorized')])
  await assert.rejects(google.watch(token, wanted), {
    constructor: ProviderError,
    message: 'Google sends no notifications to the address of this service',
  })
  await assert.rejects(google.watch(token, { ...wanted, address: 'http://minutebook.test' }), {
    constructor: ProviderError,
  })
})
