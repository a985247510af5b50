/** What a connected calendar may call off, or change for others: only what its person's calendar decides (decision 60). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { type Browser, signedIn } from './support/browser.ts'
import { client as googleClient, openGoogleCalendarServer } from './support/google-calendar.ts'
import { client as microsoftClient, openMicrosoftCalendarServer } from './support/microsoft-calendar.ts'
import { graphEvent } from './support/microsoft-events.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let google: Awaited<ReturnType<typeof openGoogleCalendarServer>>
let microsoft: Awaited<ReturnType<typeof openMicrosoftCalendarServer>>
let [ada, bo]: Browser[] = []
before(async () => {
  google = await openGoogleCalendarServer()
  microsoft = await openMicrosoftCalendarServer(() => world)
})
after(async () => {
  await google[Symbol.asyncDispose]()
  await microsoft[Symbol.asyncDispose]()
})
beforeEach(async () => {
  world = await openWorld({
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    CALENDAR_GOOGLE_CLIENT_ID: googleClient.id,
    CALENDAR_GOOGLE_CLIENT_SECRET: googleClient.secret,
    CALENDAR_MICROSOFT_CLIENT_ID: microsoftClient.id,
    CALENDAR_MICROSOFT_CLIENT_SECRET: microsoftClient.secret,
  })
  Object.assign(world.base.calendars.google, google.addresses)
  Object.assign(world.base.calendars.microsoft, microsoft.addresses)
  google.clear()
  google.state.now = () => world.base.clock()
  microsoft.calendar.clear()
  await world.load(...acme())
  ;[ada, bo] = await Promise.all([signedIn(world, 'ada@acme.test'), signedIn(world, 'bo@acme.test')])
})
afterEach(() => world[Symbol.asyncDispose]())

async function connect(browser: Browser, provider: 'google' | 'microsoft'): Promise<void> {
  const { body } = await browser.post('/api/v1/calendar/connect', { provider })
  const { pathname, search } = new URL((provider === 'google' ? google : microsoft).signIn(body.url))
  const { headers } = await browser.get(pathname + search, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.match(headers.location!, /connected=/)
  await afterwards({ seconds: 1 })
}

async function afterwards(time: { seconds?: number; minutes?: number; hours?: number }): Promise<void> {
  world.advance(time)
  await world.settle()
}

const at = (time: string) => ({ dateTime: time })
/** A meeting of Ada with Bo and Cy, in Google's calendar of Bo. */
const atGoogle = (more: object = {}) => ({
  id: 'm',
  iCalUID: 'm@x',
  summary: 'Review',
  start: at('2026-01-12T10:00:00Z'),
  end: at('2026-01-12T11:00:00Z'),
  organizer: { email: 'ada@acme.test' },
  attendees: ['ada@acme.test', 'bo@acme.test', 'cy@acme.test'].map((email) => ({ email })),
  ...more,
})
const person = (address: string) => ({ type: 'required', emailAddress: { name: '', address } })
const atMicrosoft = (more: object = {}) =>
  graphEvent('m', '2026-01-12T10:00', '2026-01-12T11:00', {
    iCalUId: 'm@x',
    subject: 'Review',
    organizer: person('ada@acme.test'),
    attendees: ['ada@acme.test', 'bo@acme.test', 'cy@acme.test'].map(person),
    ...more,
  })

/** Of each meeting the title, who is invited, and whether Bo's own calendar has it. */
const meetings = async () => {
  const rows = await world.db
    .selectFrom('events')
    .innerJoin('event_attendees as attendee', 'attendee.event_guid', 'events.guid')
    .select(['title', 'email', 'in_own_calendar'])
    .where('guid', '<>', 'evt1_20260105T090000Z')
    .where('cancelled_at', 'is', null)
    .orderBy('guid')
    .orderBy('position')
    .execute()
  return [...Map.groupBy(rows, ({ title }) => title)].map(([title, people]) => ({
    title,
    invited: people.map(({ email }) => email.split('@')[0]),
    bos: people.find(({ email }) => email === 'bo@acme.test')?.in_own_calendar ?? null,
  }))
}
const problems = async () =>
  (await world.get('/api/v1/calendar/feeds', keys.bo)).body.data.flatMap(
    (feed: { problems: string[] }) => feed.problems,
  )
const review = { title: 'Review', invited: ['ada', 'bo', 'cy'], bos: null as boolean | null }

test('who is invited and tidies a meeting away keeps it for the others; its organizer calls it off', async () => {
  google.put(atGoogle())
  microsoft.calendar.put(atMicrosoft())
  await connect(bo!, 'google')
  await connect(ada!, 'microsoft')
  google.remove('m')
  await afterwards({ minutes: 5 })
  assert.deepEqual([await meetings(), await problems()], [[{ ...review, bos: false }], []])
  await afterwards({ hours: 25 })
  assert.deepEqual(await meetings(), [{ ...review, bos: false }], 'nor does a read of everything call it off')
  microsoft.calendar.remove('m')
  await afterwards({ minutes: 5 })
  assert.deepEqual(await meetings(), [])
})

test('what is over keeps who was there, whatever the account of its organizer says later', async () => {
  const own = { organizer: { email: 'bo@acme.test', self: true } }
  const people = (...names: string[]) => ({ attendees: names.map((name) => ({ email: `${name}@acme.test` })) })
  const there = ['ada', 'bo', 'cy']
  const invited = async () => (await meetings())[0]?.invited
  google.put(atGoogle(own))
  await connect(bo!, 'google')
  google.put(atGoogle({ ...own, ...people('bo', 'cy') }))
  await afterwards({ minutes: 5 })
  assert.deepEqual(await invited(), ['bo', 'cy'], 'one that is to come changes')
  google.put(atGoogle({ ...own, ...people(...there) }))
  await afterwards({ minutes: 5 })
  await afterwards({ hours: (Date.parse('2026-01-12T11:00:00Z') - world.base.clock().getTime()) / 3_600_000 })
  const later = { start: at('2026-01-20T10:00:00Z'), end: at('2026-01-20T11:00:00Z') }
  google.put(atGoogle({ ...own, ...people('bo') }))
  await afterwards({ minutes: 5 })
  assert.deepEqual(await invited(), there)
  google.remove('m')
  await afterwards({ minutes: 5 })
  assert.deepEqual(await invited(), there, 'nor is it called off')
  google.put(atGoogle({ ...own, ...later, ...people('bo') }))
  await afterwards({ minutes: 5 })
  assert.deepEqual([...(await invited())!].sort(), there)
  assert.deepEqual(await problems(), [])
})

test('a meeting that is only missing in a read of everything stays as well; one that nobody else here attends goes', async () => {
  google.put(atGoogle())
  const friend = ['friend@x.test', 'bo@acme.test'].map((email) => ({ email }))
  google.put(atGoogle({ id: 'f', iCalUID: 'f@x', organizer: friend[0], attendees: friend }))
  await connect(bo!, 'google')
  google.clear()
  await afterwards({ hours: 24 })
  assert.deepEqual(await meetings(), [{ ...review, bos: false }])
})

test('Microsoft says when a meeting was called off, which counts for everybody', async () => {
  microsoft.calendar.put(atMicrosoft())
  await connect(bo!, 'microsoft')
  microsoft.calendar.put(atMicrosoft({ isCancelled: true }))
  await afterwards({ minutes: 5 })
  assert.deepEqual(await meetings(), [])
})

test('of two calendars of one person the second keeps what the first has no longer', async () => {
  const own = { organizer: { email: 'bo@acme.test' } }
  google.put(atGoogle(own))
  microsoft.calendar.put(atMicrosoft({ organizer: person('bo@acme.test') }))
  await connect(bo!, 'google')
  await connect(bo!, 'microsoft')
  google.remove('m')
  await afterwards({ minutes: 5 })
  assert.deepEqual(await meetings(), [{ ...review, bos: true }])
  microsoft.calendar.remove('m')
  await afterwards({ minutes: 5 })
  assert.deepEqual(await meetings(), [])
})

const weekly = ['2026-01-13T09:00', '2026-01-20T09:00', '2026-01-27T09:00']
const seriesWith = (starts: string[]) => ({
  event: atMicrosoft({ id: 's1', type: 'seriesMaster', organizer: person('bo@acme.test') }) as { id: string },
  starts,
})
const count = async () => (await meetings())[0]?.invited.length

test('a series that comes with one of its meetings alone calls none off: everything is read, which tells', async () => {
  microsoft.calendar.putSeries(seriesWith(weekly))
  await connect(bo!, 'microsoft')
  assert.equal(await count(), 9)
  const { read } = microsoft.calendar
  microsoft.calendar.read = function (query, ...more) {
    const page = read.call(this, query, ...more)
    const isThere = (event: object) => !query.has('$deltatoken') || !/s1-2026-01-(13|27)/.test(Object(event).id)
    return page && { ...page, value: page.value.filter(isThere) }
  }
  microsoft.calendar.putSeries(seriesWith(weekly))
  await afterwards({ minutes: 5 })
  assert.equal(await count(), 9)
  microsoft.calendar.putSeries(seriesWith(weekly.slice(0, 2)))
  await afterwards({ minutes: 5 })
  assert.equal(await count(), 6)
  microsoft.calendar.read = read
})

test('a series that cannot be found for a moment calls nothing off', async () => {
  microsoft.calendar.putSeries(seriesWith(weekly))
  await connect(bo!, 'microsoft')
  const { read } = microsoft.calendar
  microsoft.calendar.read = function (...given) {
    const page = read.apply(this, given)
    return page && { ...page, value: page.value.filter((event) => Object(event).type !== 'seriesMaster') }
  }
  microsoft.faults.set('/v1.0/me/events/s1', [{ status: 404, body: '{"error":{"code":"ErrorItemNotFound"}}' }])
  await afterwards({ hours: 24 })
  microsoft.calendar.read = read
  assert.equal(await count(), 9)
  assert.match((await problems())[0], /its series was not read/)
})

test('a guest who sees no other guests takes nobody out', async () => {
  const hidden = { guestsCanSeeOtherGuests: false, attendees: [{ email: 'bo@acme.test', self: true }] }
  google.put(atGoogle(hidden))
  microsoft.calendar.put(atMicrosoft())
  await connect(bo!, 'google')
  assert.deepEqual((await meetings())[0]!.invited, ['ada', 'bo'])
  await connect(ada!, 'microsoft')
  google.put(atGoogle({ ...hidden, summary: 'Review 2' }))
  await afterwards({ minutes: 5 })
  const [found] = await meetings()
  assert.deepEqual([found!.title, found!.invited.toSorted()], ['Review 2', review.invited])
  assert.deepEqual(await problems(), [])
})

test('Microsoft’s hidden guests stay as well', async () => {
  microsoft.calendar.put(atMicrosoft())
  await connect(bo!, 'microsoft')
  const hidden = { hideAttendees: true, isOrganizer: false, attendees: [person('bo@acme.test')] }
  microsoft.calendar.put(atMicrosoft(hidden))
  await afterwards({ minutes: 5 })
  assert.deepEqual((await meetings())[0]!.invited, review.invited)
})

test('an account whose address is not one of its person here brings nothing that it could not change again', async () => {
  const other = { organizer: { email: 'friend@x.test' }, attendees: [{ email: google.state.account, self: true }] }
  for (const id of ['m', 'n']) google.put(atGoogle({ ...other, id, iCalUID: `${id}@x` }))
  google.put(atGoogle({ id: 'o', iCalUID: 'o@x', summary: 'Alone', organizer: undefined, attendees: undefined }))
  await connect(bo!, 'google')
  const titles = async () => (await meetings()).map(({ title }) => title)
  assert.deepEqual(await titles(), ['Alone'])
  const unknown = 'its address is not one of yours here, so ask an administrator to add it'
  assert.deepEqual(await problems(), [`The account ${google.state.account}: not taken (2 meetings): ${unknown}`])
  const other_addresses = [google.state.account]
  const added = await world.request('PATCH', '/api/v1/user/u_bo', {
    headers: { 'x-api-key': keys.ada },
    body: { other_addresses },
  })
  assert.equal(added.status, 200, added.text)
  await afterwards({ hours: 24 })
  assert.deepEqual([await titles(), await problems()], [['Review', 'Alone'], []])
})

test('a meeting that invites none of the addresses of its account’s person is named and not taken', async () => {
  microsoft.calendar.put(atMicrosoft({ attendees: [person('everybody@acme.test')] }))
  await connect(bo!, 'microsoft')
  assert.deepEqual(await meetings(), [])
  assert.deepEqual(await problems(), ['Review: not taken (1 meeting): it invites none of your addresses here'])
})
