/** Calendars by account with Microsoft as it documents itself: series, push, and what a broken or forged vendor may do. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { type Browser, signedIn } from './support/browser.ts'
import { calendar, vevent } from './support/calendars.ts'
import { client, notificationOf, openMicrosoftCalendarServer, refusal } from './support/microsoft-calendar.ts'
import { type GraphEvent, graphEvent, type Series } from './support/microsoft-events.ts'
import { openReceiver } from './support/receiver.ts'
import { openWorld, type World } from './support/world.ts'

type Microsoft = Awaited<ReturnType<typeof openMicrosoftCalendarServer>>

let microsoft: Microsoft
let world: World
let bo: Browser
before(async () => {
  microsoft = await openMicrosoftCalendarServer(() => world)
})
after(() => microsoft[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await openWorld({
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    LOG_LEVEL: 'trace',
    CALENDAR_MICROSOFT_CLIENT_ID: client.id,
    CALENDAR_MICROSOFT_CLIENT_SECRET: client.secret,
  })
  Object.assign(world.base.calendars.microsoft, microsoft.addresses)
  microsoft.calendar.clear()
  microsoft.faults.clear()
  microsoft.subscriptions.clear()
  Object.assign(microsoft.state, { allows: true, withdrawn: false, mostOnPage: 100, account: 'bo@acme.test' })
  await world.load(...acme())
  bo = await signedIn(world, 'bo@acme.test')
})
afterEach(() => world[Symbol.asyncDispose]())

const view = '/v1.0/me/calendarView/delta'
const person = (address: string) => ({ type: 'required', emailAddress: { name: '', address } })
const attendees = [person('bo@acme.test'), person('ada@acme.test')]
const single = (id: string, start = '2026-01-12T09:00', more: object = {}) =>
  graphEvent(id, start, start.replace(/:00$/, ':30'), { attendees, ...more })

/** The UID of Outlook for a series, and the `iCalUId` that a moved occurrence of 20 January has. */
const [uid, uidOfMoved] = ['00000000', '07EA0114'].map(
  (day) =>
    `040000008200E00074C5B7101A82E008${day}5025D461E473C8010000000000000000100000002A5844B3A444F74A9C246C60886F116B`,
) as [string, string]
const weekly = (starts: string[], exceptions: GraphEvent[] = [], more: object = {}): Series => ({
  event: graphEvent('s1', '2025-12-02T09:00', '2025-12-02T09:30', {
    type: 'seriesMaster',
    iCalUId: uid,
    subject: 'Weekly',
    attendees,
    ...more,
  }),
  starts,
  exceptions,
})
const movedTo = (start: string) => ({
  ...single('s1-2026-01-20T09:00', start, { type: 'exception', seriesMasterId: 's1', subject: 'Weekly, later' }),
  iCalUId: uidOfMoved,
  originalStart: '2026-01-20T09:00:00Z',
})
const all = ['2026-01-13T09:00', '2026-01-20T09:00', '2026-01-27T09:00']

async function connect(): Promise<void> {
  const { status, body, text } = await bo.post('/api/v1/calendar/connect', { provider: 'microsoft' })
  assert.equal(status, 201, text)
  const { pathname, search } = new URL(microsoft.signIn(body.url))
  const { headers } = await bo.get(pathname + search, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.match(headers.location!, /^\/calendar\?connected=/)
}

const feed = async () => (await world.get('/api/v1/calendar/feeds', keys.bo)).body.data[0]
const events = async () => {
  const rows = await world.db
    .selectFrom('events')
    .select(['guid', 'title', 'starts_at'])
    .where('guid', '<>', 'evt1_20260105T090000Z')
    .where('cancelled_at', 'is', null)
    .orderBy('guid')
    .execute()
  return rows.map(
    ({ guid, title, starts_at }) => `${guid.replace(uid, 'UID')} ${title} ${starts_at.toISOString().slice(5, 16)}`,
  )
}

/** Moves the clock and lets the workers do what is due then. @returns how often the calendar was asked */
async function afterwards(time: { seconds?: number; minutes?: number; hours?: number } = {}): Promise<number> {
  microsoft.receiver.received.length = 0
  world.advance(time)
  await world.settle()
  return microsoft.receiver.received.filter(({ path }) => path.startsWith(view)).length
}

/** @returns the status of our address */
const push = async (body: object) => (await world.request('POST', '/api/v1/calendar/push/microsoft', { body })).status
const subscriptions = () => [...microsoft.subscriptions.values()]

test('a series: read, one moved, one deleted, renamed, called off', async () => {
  microsoft.calendar.put(single('one'))
  microsoft.calendar.putSeries(weekly(all))
  await connect()
  assert.equal(await afterwards(), 1)
  const [one, first, second, third] = [
    'uid-one one 01-12T09:00',
    'UID_20260113T090000Z Weekly 01-13T09:00',
    'UID_20260120T090000Z Weekly 01-20T09:00',
    'UID_20260127T090000Z Weekly 01-27T09:00',
  ]
  assert.deepEqual(await events(), [first, second, third, one])
  assert.deepEqual((await feed()).problems, [])
  microsoft.calendar.putSeries(weekly([all[0]!, all[2]!], [movedTo('2026-01-21T14:00')]))
  await afterwards({ minutes: 5 })
  const later = 'UID_20260120T090000Z Weekly, later 01-21T14:00'
  assert.deepEqual(await events(), [first, later, third, one])
  microsoft.calendar.putSeries(weekly([all[0]!], [movedTo('2026-01-21T14:00')]))
  await afterwards({ minutes: 5 })
  assert.deepEqual(await events(), [first, later, one])
  microsoft.calendar.putSeries(weekly([all[0]!], [], { subject: 'Planning' }))
  await afterwards({ minutes: 5 })
  assert.deepEqual(await events(), [first.replace('Weekly', 'Planning'), one])
  microsoft.calendar.put(single('one', '2026-01-12T09:00', { isCancelled: true }))
  microsoft.calendar.remove('s1')
  await afterwards({ minutes: 5 })
  assert.deepEqual(await events(), [])
})

test('the calendar file of a colleague and the account have the same meetings', async () => {
  const invited = { ATTENDEE: ['mailto:bo@acme.test', 'mailto:ada@acme.test'], ORGANIZER: 'mailto:bo@acme.test' }
  const times = { DTSTART: '20260113T090000Z', DTEND: '20260113T093000Z', RRULE: 'FREQ=WEEKLY;COUNT=3' }
  const moved = { 'RECURRENCE-ID': '20260120T090000Z', DTSTART: '20260121T140000Z', DTEND: '20260121T143000Z' }
  const file = calendar(
    vevent({ UID: uid, SUMMARY: 'Weekly', ...invited, ...times }),
    vevent({ UID: uid, SUMMARY: 'Weekly, later', ...invited, ...moved }),
  )
  const headers = { 'content-type': 'text/calendar' }
  const imported = await world.post('/api/v1/calendar/import', keys.adaRegular, file, { headers })
  assert.equal(imported.body.events_created, 3, imported.text)
  const before = await events()
  microsoft.calendar.putSeries(weekly([all[0]!, all[2]!], [movedTo('2026-01-21T14:00')]))
  await connect()
  await afterwards()
  assert.deepEqual(await events(), before)
  assert.deepEqual((await feed()).problems, [])
})

test('a changed series says nothing about meetings that have come into the window since everything was read', async () => {
  const day = (date: Date) => date.toISOString().slice(0, 16)
  const starts = Array.from({ length: 13 }, (_, week) => day(new Date(Date.UTC(2026, 0, 16 + 7 * week, 18))))
  microsoft.calendar.putSeries(weekly(starts))
  await connect()
  await afterwards()
  assert.equal((await events()).length, 12, 'the last is 6 hours after the window')
  const people = { ATTENDEE: ['mailto:bo@acme.test', 'mailto:ada@acme.test'], ORGANIZER: 'mailto:bo@acme.test' }
  const times = { DTSTART: '20260116T180000Z', DTEND: '20260116T183000Z', RRULE: 'FREQ=WEEKLY;COUNT=13' }
  await afterwards({ hours: 12 })
  const file = calendar(vevent({ UID: uid, SUMMARY: 'Weekly', ...people, ...times }))
  const headers = { 'content-type': 'text/calendar' }
  const { body } = await world.post('/api/v1/calendar/import', keys.adaRegular, file, { headers })
  assert.equal(body.events_created, 1)
  microsoft.calendar.putSeries(weekly(starts, [], { subject: 'Planning' }))
  await afterwards({ minutes: 5 })
  const found = await events()
  assert.equal(found.length, 13)
  assert.equal(found.filter((each) => each.includes('Planning')).length, 12)
})

test('Microsoft notifies us: a change is read at once, and many notifications are one read', async () => {
  microsoft.calendar.put(single('one'))
  await connect()
  await afterwards()
  const [made] = subscriptions()
  assert.equal(made!.notificationUrl, 'https://minutebook.test/api/v1/calendar/push/microsoft')
  microsoft.calendar.put(single('one', '2026-01-12T15:00'))
  for (let times = 0; times < 5; times++) assert.equal(await push(notificationOf(subscriptions())), 200)
  assert.equal(await push(notificationOf(Array(100).fill(made))), 200)
  assert.equal(await afterwards({ seconds: 30 }), 1)
  assert.deepEqual(await events(), ['uid-one one 01-12T15:00'])
})

test('a service with another address has notifications sent there, and none to the former', async () => {
  await connect()
  await afterwards()
  Object.assign(world.base.config, { publicUrl: 'https://moved.test' })
  await afterwards({ minutes: 5 })
  assert.deepEqual(
    subscriptions().map(({ notificationUrl }) => notificationUrl),
    ['https://moved.test/api/v1/calendar/push/microsoft'],
  )
})

test('a subscription is prolonged when Microsoft asks for it, and made anew when it is lost', async () => {
  await connect()
  await afterwards()
  const [made] = subscriptions()
  const { expirationDateTime } = made!
  assert.equal(await push(notificationOf(subscriptions(), { lifecycleEvent: 'reauthorizationRequired' })), 200)
  await afterwards({ minutes: 5 })
  assert.deepEqual(
    subscriptions().map(({ id }) => id),
    [made!.id],
  )
  assert(subscriptions()[0]!.expirationDateTime > expirationDateTime)
  const lost = notificationOf(subscriptions(), { lifecycleEvent: 'subscriptionRemoved' })
  microsoft.subscriptions.clear()
  assert.equal(await push(lost), 200)
  await afterwards({ minutes: 5 })
  assert.equal(subscriptions().length, 1)
  assert.notEqual(subscriptions()[0]!.id, made!.id)
  assert.equal(await push(lost), 404, 'the lost one is nobody’s')
  for (let half = 0; half < 8; half++) await afterwards({ hours: 12 })
  assert(Date.parse(subscriptions()[0]!.expirationDateTime) > world.base.clock().getTime(), 'it never ends')
  assert.equal(subscriptions().length, 1)
  const { id } = await feed()
  assert.equal((await world.delete(`/api/v1/calendar/feed/${id}`, keys.bo)).status, 200)
  await world.settle()
  assert.equal(subscriptions().length, 0)
})

test('forged notifications change nothing and are told nothing', async () => {
  await connect()
  await afterwards()
  const [made] = subscriptions()
  const { next_read_at } = await feed()
  const forged = [
    notificationOf([{ ...made!, clientState: 'guessed' }]),
    notificationOf([{ ...made!, clientState: '' }]),
    notificationOf([{ ...made!, id: 'unknown' }]),
    notificationOf([{ ...made!, id: 'a\0b' }]),
    notificationOf([{ ...made!, clientState: 'guessed' }], { lifecycleEvent: 'subscriptionRemoved' }),
    {},
    { value: 'x' },
    { value: [] },
  ]
  for (const body of forged) assert.equal(await push(body), 404)
  const raw = (headers: Record<string, string>, body?: unknown) =>
    world.request('POST', '/api/v1/calendar/push/microsoft', { headers, body })
  assert.equal((await raw({ 'content-type': 'application/json' }, '{')).status, 404)
  assert.equal((await raw({}, 'x'.repeat(262_145))).status, 413)
  assert.equal((await world.request('POST', '/api/v1/calendar/push/zoom', { body: {} })).status, 404)
  assert.equal((await feed()).next_read_at, next_read_at)
  assert.equal(await afterwards({ seconds: 30 }), 0)
})

test('our address proves itself by plain text that no browser takes for a page', async () => {
  const asked = '<script>alert(1)</script> & 1+1'
  const { status, text, headers } = await world.request(
    'POST',
    `/api/v1/calendar/push/microsoft?validationToken=${encodeURIComponent(asked)}`,
    { headers: { 'content-type': 'text/plain' } },
  )
  assert.deepEqual([status, text, headers['x-content-type-options']], [200, asked, 'nosniff'])
  assert.match(String(headers['content-type']), /^text\/plain/)
})

/** Answers each request for changes by this. */
function answerAlways(body: (path: string) => object): Disposable {
  const { answering } = microsoft.receiver
  microsoft.receiver.answering = (received, response) => {
    if (!received.path.startsWith(view)) return answering(received, response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body(received.path)))
  }
  return { [Symbol.dispose]: () => Object.assign(microsoft.receiver, { answering }) }
}

test('a link to another server gets no token, and nothing of that read is stored', async () => {
  await using other = await openReceiver()
  await connect()
  {
    using _ = answerAlways(() => ({ value: [single('one')], '@odata.nextLink': other.url(view) }))
    await afterwards()
  }
  assert.equal((await feed()).last_error, 'Microsoft gave a link to another server')
  assert.deepEqual([other.connections, await events()], [0, []])
})

test('pages that never end are left after 200', async () => {
  await connect()
  {
    const next = `${microsoft.addresses.graph}/me/calendarView/delta?$skiptoken=again`
    using _ = answerAlways(() => ({ value: [], '@odata.nextLink': next }))
    assert.equal(await afterwards(), 200)
  }
  assert.equal((await feed()).last_error, 'The calendar has more than 200 pages')
})

test('an answer of 300 MB is left where it goes beyond the limit', async () => {
  await connect()
  const { answering } = microsoft.receiver
  let sent = 0
  microsoft.receiver.answering = async (received, response) => {
    if (!received.path.startsWith(view)) return answering(received, response)
    response.writeHead(200, { 'content-type': 'application/json' })
    const [piece, cut] = [Buffer.alloc(1_048_576, ' '), once(response, 'close')]
    for (; sent < 300 && !response.destroyed; sent++)
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), cut])
    response.end()
  }
  await afterwards()
  microsoft.receiver.answering = answering
  assert.match((await feed()).last_error, /^Microsoft gave an answer of more than \d+ bytes$/)
  assert(sent < 100, `${sent} MB`)
})

test('withdrawn consent and a refusal of the administrator are told apart', async () => {
  await connect()
  await afterwards()
  microsoft.faults.set(view, [refusal(403, 'ErrorAccessDenied')])
  await afterwards({ minutes: 5 })
  const refused = await feed()
  assert.deepEqual(
    [refused.needs_consent, refused.last_error],
    [false, 'Microsoft does not allow reading this calendar: ask the administrator of your account'],
  )
  microsoft.state.withdrawn = true
  microsoft.tokens.access.clear()
  await afterwards({ hours: 1 })
  const { needs_consent, last_error } = await feed()
  assert.deepEqual(
    [needs_consent, last_error],
    [true, 'Microsoft no longer gives access to this calendar: connect it again'],
  )
  await connect()
  await afterwards()
  assert.equal((await feed()).needs_consent, false)
})

test('texts that the database cannot hold stop nothing: half an emoji in a cut title, a NUL in what a stranger sends', async () => {
  Object.assign(microsoft.state, { account: `bo\0@acme.test${'x'.repeat(2_000)}` })
  microsoft.calendar.put(single('one', '2026-01-12T09:00', { subject: 'Cut \ud83d' }))
  microsoft.calendar.put(single('two', '2026-01-12T10:00', { subject: 'Nul \0', iCalUId: 'two\0' }))
  microsoft.calendar.put(single('three'))
  await connect()
  await afterwards()
  assert.deepEqual(await events(), [
    'two\ufffd Nul \ufffd 01-12T10:00',
    'uid-one Cut \ufffd 01-12T09:00',
    'uid-three three 01-12T09:00',
  ])
  const { account, last_error } = await feed()
  assert.deepEqual([account.length, account.slice(0, 13), last_error], [1_024, 'bo\ufffd@acme.test', null])
})
