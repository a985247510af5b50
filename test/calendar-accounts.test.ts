/** Calendars by account, from the first press to the end, with Google as it documents itself (decision 60). */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { withCell } from '../server/app/commands/workspace.ts'
import { partsOf } from '../server/app/parts-of.ts'
import { freezeWorkspace, unfreezeRows } from '../server/keeping/cells/freeze.ts'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { receivePush } from '../server/meetings/calendar/accounts/push.ts'
import { readFeed } from '../server/meetings/calendar/read-feed.ts'
import { feedDeps } from '../server/meetings/calendar/room.ts'
import { lockSight } from '../server/people/caller/change-sight.ts'
import { hashSecret } from '../server/people/caller/keys.ts'
import { acme, keys } from './support/acme.ts'
import { type Browser, openBrowser, signedIn } from './support/browser.ts'
import { calendar, vevent } from './support/calendars.ts'
import { client, openGoogleCalendarServer, refusal } from './support/google-calendar.ts'
import { openWorld, type World } from './support/world.ts'

type Google = Awaited<ReturnType<typeof openGoogleCalendarServer>>

let google: Google
let world: World
let bo: Browser
before(async () => {
  google = await openGoogleCalendarServer()
})
after(() => google[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await openWorld({
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    LOG_LEVEL: 'trace',
    CALENDAR_GOOGLE_CLIENT_ID: client.id,
    CALENDAR_GOOGLE_CLIENT_SECRET: client.secret,
  })
  Object.assign(world.base.calendars.google, google.addresses)
  google.clear()
  google.faults.clear()
  google.channels.clear()
  google.receiver.received.length = 0
  Object.assign(google.state, {
    allows: true,
    withdrawn: false,
    revoked: [],
    subject: null,
    oldest: 0,
    mostOnPage: 2_500,
  })
  google.state.now = () => world.base.clock()
  await world.load(...acme())
  bo = await signedIn(world, 'bo@acme.test')
})
afterEach(() => world[Symbol.asyncDispose]())

const at = (time: string) => ({ dateTime: time, timeZone: 'Europe/Berlin' })
const event = (id: string, more: object = {}) => ({
  id,
  iCalUID: `${id}@google.com`,
  summary: id,
  start: at('2026-01-12T10:00:00+01:00'),
  end: at('2026-01-12T11:00:00+01:00'),
  organizer: { email: 'bo@acme.test', self: true },
  attendees: [
    { email: 'bo@acme.test', self: true, organizer: true },
    { email: 'ada@acme.test', displayName: 'Ada Moreau' },
  ],
  ...more,
})

async function connect(browser = bo): Promise<string> {
  const { status, body, text } = await browser.post('/api/v1/calendar/connect', { provider: 'google' })
  assert.equal(status, 201, text)
  return comeBack(google.signIn(body.url), browser)
}

/** @returns where the browser ends */
async function comeBack(address: string, browser = bo): Promise<string> {
  const { pathname, search } = new URL(address)
  const answer = await browser.get(pathname + search, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.equal(answer.status, 302, answer.text)
  return answer.headers.location!
}

const feeds = async (key = keys.bo) => (await world.get('/api/v1/calendar/feeds', key)).body.data
const events = async () => {
  const rows = await world.db
    .selectFrom('events')
    .select(['guid', 'title', 'starts_at', 'cancelled_at'])
    .where('guid', '<>', 'evt1_20260105T090000Z')
    .orderBy('guid')
    .execute()
  return rows.map(({ guid, title, starts_at }) => `${guid} ${title} ${starts_at.toISOString().slice(5, 16)}`)
}
const paths = () => google.receiver.received.splice(0).map(({ method, path }) => `${method} ${path.split('?')[0]}`)

/** Moves the clock and lets the workers do what is due then. @returns how often the calendar was asked */
async function afterwards(time: { seconds?: number; minutes?: number; hours?: number }): Promise<number> {
  google.receiver.received.length = 0
  world.advance(time)
  await world.settle()
  return google.receiver.received.filter(({ path }) => path.startsWith('/calendar/v3/calendars/primary/events?')).length
}

test('an account is connected by one press and read at once', async () => {
  google.put(event('one'))
  assert.deepEqual((await world.get('/api/v1/calendar/providers', keys.bo)).body, {
    providers: [{ name: 'google', title: 'Google' }],
  })
  const back = await connect()
  const [feed] = await feeds()
  assert.equal(back, `/calendar?connected=${feed.id}`)
  assert.equal(feed.last_read_at, null)
  await world.settle()
  assert.deepEqual(await events(), ['one@google.com one 01-12T09:00'])
  const [read] = await feeds()
  assert.deepEqual(
    { ...read, id: '' },
    {
      id: '',
      host: new URL(google.addresses.authorization).host,
      provider: 'google',
      account: 'bo.lindqvist@gmail.test',
      needs_consent: false,
      problems: [],
      user_id: 'u_bo',
      created_at: '2026-01-10T12:00:00.000Z',
      last_read_at: '2026-01-10T12:00:00.000Z',
      next_read_at: '2026-01-10T12:05:00.000Z',
      last_error: null,
    },
  )
})

test('what changes, moves and is called off comes by the cursor alone, every 5 minutes', async () => {
  for (const id of ['one', 'two', 'three']) google.put(event(id))
  const weekly = (day: number, more: object = {}) =>
    event(`weekly_202601${day}T090000Z`, {
      iCalUID: 'weekly@google.com',
      recurringEventId: 'weekly',
      originalStartTime: at(`2026-01-${day}T10:00:00+01:00`),
      start: at(`2026-01-${day}T10:00:00+01:00`),
      end: at(`2026-01-${day}T10:30:00+01:00`),
      summary: 'Weekly',
      ...more,
    })
  for (const day of [13, 20, 27]) google.put(weekly(day))
  await connect()
  assert.equal(await afterwards({}), 1)
  assert.equal((await events()).length, 6)
  assert.equal(await afterwards({ minutes: 4, seconds: 59 }), 0)
  google.put(event('one', { summary: 'One' }))
  google.put(event('two', { start: at('2026-01-12T14:00:00+01:00'), end: at('2026-01-12T15:00:00+01:00') }))
  google.remove('three')
  google.put(weekly(20, { start: at('2026-01-21T10:00:00+01:00'), end: at('2026-01-21T10:30:00+01:00') }))
  google.remove('weekly_20260127T090000Z')
  google.put(event('four'))
  assert.equal(await afterwards({ seconds: 1 }), 1)
  assert.match(google.receiver.received.find(({ path }) => path.includes('events?'))!.path, /syncToken=/)
  assert.deepEqual(await events(), [
    'four@google.com four 01-12T09:00',
    'one@google.com One 01-12T09:00',
    'two@google.com two 01-12T13:00',
    'weekly@google.com_20260113T090000Z Weekly 01-13T09:00',
    'weekly@google.com_20260120T090000Z Weekly 01-21T09:00',
  ])
  assert.equal(await afterwards({ minutes: 5 }), 1)
  assert.equal((await feeds())[0].last_error, null)
})

test('a series is renamed by a change of more than half of its meetings', async () => {
  const weekly = (day: number, summary: string) =>
    event(`weekly_202601${day}T090000Z`, {
      iCalUID: 'weekly@google.com',
      recurringEventId: 'weekly',
      originalStartTime: at(`2026-01-${day}T10:00:00+01:00`),
      start: at(`2026-01-${day}T10:00:00+01:00`),
      end: at(`2026-01-${day}T10:30:00+01:00`),
      summary,
    })
  const title = async () =>
    (await world.db.selectFrom('series').select('title').where('id', '<>', 'se_w').executeTakeFirstOrThrow()).title
  for (const day of [13, 14, 20, 27]) google.put(weekly(day, 'Weekly'))
  await connect()
  await afterwards({})
  for (const [days, expected] of [
    [[20], 'Weekly'],
    [[20, 27], 'Weekly'],
    [[14, 20, 27], 'Planning'],
  ] as const) {
    for (const day of days) google.put(weekly(day, 'Planning'))
    await afterwards({ minutes: 5 })
    assert.equal(await title(), expected)
  }
})

test('everything is read once a day, and when the cursor is refused; what is missing is called off then', async () => {
  for (const id of ['one', 'two']) google.put(event(id))
  google.put(event('begun', { start: at('2026-01-10T12:00:00+01:00'), end: at('2026-01-10T13:00:00+01:00') }))
  await connect()
  await afterwards({})
  assert.equal((await events()).length, 3)
  google.clear()
  google.put(event('two'))
  google.state.oldest = google.state.change
  assert.equal(await afterwards({ minutes: 5 }), 2, 'the cursor, then everything')
  assert.deepEqual(await events(), ['begun@google.com begun 01-10T11:00', 'two@google.com two 01-12T09:00'])
  google.clear()
  google.put(event('three'))
  await afterwards({ hours: 23, minutes: 50 })
  assert.deepEqual((await events()).length, 3, 'a change by the cursor')
  assert.equal(await afterwards({ minutes: 10 }), 1)
  assert.match(google.receiver.received.find(({ path }) => path.includes('events?'))!.path, /timeMin=/)
  assert.deepEqual(await events(), ['begun@google.com begun 01-10T11:00', 'three@google.com three 01-12T09:00'])
})

test('a meeting by the feed of a colleague and by an account is one meeting', async () => {
  const attendee = ['mailto:bo@acme.test', 'mailto:ada@acme.test']
  const times = { DTSTART: '20260113T090000Z', DTEND: '20260113T093000Z', RRULE: 'FREQ=WEEKLY;COUNT=2' }
  const file = calendar(
    vevent({
      UID: 'weekly@google.com',
      SUMMARY: 'Weekly',
      ATTENDEE: attendee,
      ORGANIZER: 'mailto:bo@acme.test',
      ...times,
    }),
  )
  const imported = await world.post('/api/v1/calendar/import', keys.adaRegular, file, {
    headers: { 'content-type': 'text/calendar' },
  })
  assert.equal(imported.body.events_created, 2, imported.text)
  for (const day of [13, 20])
    google.put(
      event(`weekly_202601${day}T090000Z`, {
        iCalUID: 'weekly@google.com',
        recurringEventId: 'weekly',
        originalStartTime: at(`2026-01-${day}T10:00:00+01:00`),
        start: at(`2026-01-${day}T10:00:00+01:00`),
        end: at(`2026-01-${day}T10:30:00+01:00`),
        summary: 'Weekly',
      }),
    )
  await connect()
  await afterwards({})
  assert.deepEqual(await events(), [
    'weekly@google.com_20260113T090000Z Weekly 01-13T09:00',
    'weekly@google.com_20260120T090000Z Weekly 01-20T09:00',
  ])
})

test('a meeting that cannot be read is named, stays as it was, and the others are taken', async () => {
  for (const id of ['one', 'two']) google.put(event(id))
  await connect()
  await afterwards({})
  google.put(event('one', { iCalUID: 'one_20260112T090000Z' }))
  google.put(event('two', { summary: 'Two' }))
  await afterwards({ minutes: 5 })
  const told = ['“one”: its UID ends like the guid of an occurrence, _YYYYMMDDTHHMMSSZ']
  assert.deepEqual([(await feeds())[0].problems, (await feeds())[0].last_error], [told, null])
  const stored = ['one@google.com one 01-12T09:00', 'two@google.com Two 01-12T09:00']
  assert.deepEqual(await events(), stored)
  await afterwards({ minutes: 5 })
  assert.deepEqual((await feeds())[0].problems, told, 'as it is not told again')
  await afterwards({ hours: 24 })
  assert.deepEqual([(await feeds())[0].problems, await events()], [told, stored], 'nor is it called off by a full read')
  google.put(event('one'))
  await afterwards({ hours: 24 })
  assert.deepEqual((await feeds())[0].problems, [])
})

test('an access token is renewed when it ends, and once more when it is refused', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  assert(!paths().includes('POST /token'))
  await afterwards({ hours: 1 })
  assert.equal(paths().filter((path) => path === 'POST /token').length, 1)
  google.tokens.access.clear()
  google.put(event('one', { summary: 'One' }))
  await afterwards({ minutes: 5 })
  assert.equal(paths().filter((path) => path === 'POST /token').length, 1)
  assert.deepEqual(await events(), ['one@google.com One 01-12T09:00'])
})

test('a token that ends between two pages loses nothing', async () => {
  for (const id of ['one', 'two', 'three']) google.put(event(id))
  google.state.mostOnPage = 1
  const { answering } = google.receiver
  let pages = 0
  google.receiver.answering = (received, response) => {
    if (received.path.includes('pageToken=') && pages++ === 1) google.tokens.access.clear()
    return answering(received, response)
  }
  await connect()
  await afterwards({})
  google.receiver.answering = answering
  assert.equal((await events()).length, 3)
})

test('withdrawn consent is told, and nothing is asked any more until the account is connected again', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  Object.assign(google.state, { withdrawn: true })
  google.tokens.access.clear()
  await afterwards({ minutes: 5 })
  const [{ id, needs_consent, next_read_at, last_error }] = await feeds()
  assert.deepEqual(
    [needs_consent, next_read_at, last_error],
    [true, null, 'Google no longer gives access to this calendar: connect it again'],
  )
  await afterwards({ hours: 48 })
  assert.deepEqual(paths(), [])
  google.put(event('one', { summary: 'One' }))
  assert.equal(await connect(), `/calendar?connected=${id}`, 'the same account is the same feed')
  await afterwards({})
  const [again, ...others] = await feeds()
  assert.deepEqual([again.needs_consent, again.last_error, others], [false, null, []])
  assert.deepEqual((await events()).slice(0, 1), ['one@google.com One 01-12T09:00'])
})

test('a vendor that asks for a pause gets it, and it is no failure', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  const fault = { ...refusal(429, 'rateLimitExceeded'), headers: { 'retry-after': '1800' } }
  google.faults.set('/calendar/v3/calendars/primary/events', [fault])
  assert.equal(await afterwards({ minutes: 5 }), 1)
  const [{ last_error }] = await feeds()
  assert.notEqual(last_error, null)
  assert.equal(await afterwards({ minutes: 29 }), 0)
  assert.equal(await afterwards({ minutes: 1 }), 1)
  assert.equal((await feeds())[0].last_error, null)
  assert.equal(await afterwards({ minutes: 5 }), 1, 'no doubled pause')
})

test('errors are shown and delay the next try, doubling; then the account works again', async () => {
  await connect()
  await afterwards({})
  for (const wait of [5, 10, 20]) {
    google.faults.set('/calendar/v3/calendars/primary/events', [refusal(500, 'backendError')])
    assert.equal(await afterwards({ minutes: wait - 1 }), 0)
    assert.equal(await afterwards({ minutes: 1 }), 1)
    assert.notEqual((await feeds())[0].last_error, null)
  }
  assert.equal(await afterwards({ minutes: 40 }), 1)
  assert.equal((await feeds())[0].last_error, null)
})

const push = (headers: Record<string, string>, provider = 'google', body = '') =>
  world.request('POST', `/api/v1/calendar/push/${provider}`, {
    headers: { 'content-length': `${body.length}`, ...headers },
    ...(body && { body }),
  })
const channel = () => [...google.channels.values()].at(-1)!

test('a notification is read within seconds, and a stream of them is one read', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  assert.equal(channel().address, 'https://minutebook.test/api/v1/calendar/push/google')
  assert.equal((await push(google.notification(channel(), 'sync'))).status, 200)
  assert.equal(await afterwards({ minutes: 1 }), 0, 'the first message is no change')
  google.put(event('one', { summary: 'One' }))
  for (let number = 0; number < 30; number++) assert.equal((await push(google.notification(channel()))).status, 200)
  assert.equal(await afterwards({ seconds: 9 }), 0)
  assert.equal(await afterwards({ seconds: 1 }), 1)
  assert.deepEqual(await events(), ['one@google.com One 01-12T09:00'])
  assert.equal(await afterwards({ minutes: 4, seconds: 59 }), 0)
  assert.equal(await afterwards({ seconds: 1 }), 1)
})

test('a forged notification is not found', async () => {
  await connect()
  await afterwards({})
  const genuine = google.notification(channel())
  const forged: [Record<string, string>, string?][] = [
    [{ ...genuine, 'x-goog-channel-token': 'guessed' }],
    [{ ...genuine, 'x-goog-channel-token': '' }],
    [{ ...genuine, 'x-goog-channel-id': 'another' }],
    [{ ...genuine, 'x-goog-channel-id': '\0' }],
    [{}],
    [genuine, 'microsoft'],
    [genuine, 'none'],
  ]
  for (const [headers, provider] of forged) assert.equal((await push(headers, provider)).status, 404)
  assert.equal(await afterwards({ minutes: 1 }), 0)
  assert.equal((await push(genuine, 'google', 'x'.repeat(262_144))).status, 200)
  assert.equal((await push(genuine, 'google', 'x'.repeat(262_145))).status, 413)
})

test('a watch is made anew before it ends; without one the account is read all the same', async () => {
  google.faults.set('/calendar/v3/calendars/primary/events/watch', [refusal(401, 'push.webhookUrlUnauthorized')])
  await connect()
  await afterwards({})
  assert.deepEqual([google.channels.size, (await feeds())[0].last_error], [0, null])
  assert.equal(await afterwards({ minutes: 5 }), 1)
  await afterwards({ hours: 24 })
  const first = channel()
  await afterwards({ hours: 96 })
  assert.deepEqual([...google.channels.keys()], [first.id])
  await afterwards({ hours: 24 })
  const second = channel()
  assert.notEqual(second.id, first.id)
  assert.deepEqual([...google.channels.keys()], [second.id], 'the old one is stopped')
  assert.equal((await push(google.notification(first))).status, 404)
  assert.equal((await push(google.notification(second))).status, 200)
})

test('a disconnected account is given up at the vendor, by its owner or a super admin alone; meetings stay', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  world.advance({ seconds: 1 })
  const [{ id }] = await feeds()
  assert.equal((await world.delete(`/api/v1/calendar/feed/${id}`, keys.adaRegular)).status, 404)
  assert.equal((await bo.delete(`/api/v1/calendar/feed/${id}`)).status, 200)
  assert.deepEqual(google.state.revoked, [], 'not while a person waits')
  await afterwards({})
  assert.deepEqual([google.channels.size, google.state.revoked.length], [0, 1])
  assert.deepEqual([await feeds(), await events()], [[], ['one@google.com one 01-12T09:00']])
  assert.equal(await afterwards({ minutes: 10 }), 0)
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  const rows = data.filter(({ action }: { action: string }) => action.startsWith('calendar.'))
  assert.deepEqual(
    rows.map(({ action, user_id, details }: Record<string, unknown>) => [action, user_id, details]),
    ['calendar.disconnect', 'calendar.connect'].map((each) => [each, 'u_bo', { feed_id: id, provider: 'google' }]),
  )
})

test('consent is withdrawn only with the last feed of an account; a vendor that is away is asked again', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  await connect()
  await connect(ada)
  await afterwards({})
  const [{ id }] = await feeds()
  await bo.delete(`/api/v1/calendar/feed/${id}`)
  await afterwards({})
  assert.deepEqual([google.state.revoked.length, google.channels.size], [0, 1])
  const [{ id: other }] = await feeds(keys.adaRegular)
  google.faults.set('/calendar/v3/channels/stop', [refusal(500, 'backendError')])
  google.faults.set('/revoke', [refusal(503, 'backendError'), refusal(400, 'invalid_token')])
  assert.equal((await ada.delete(`/api/v1/calendar/feed/${other}`)).status, 200)
  await assert.rejects(afterwards({}), { message: 'Google answered 500' })
  assert.deepEqual(await feeds(keys.adaRegular), [])
  const again = () =>
    world.base.pool.query("update pgboss.job set state = 'retry' where data->>'id' = $1 and data ? 'watch'", [other])
  await again()
  await afterwards({})
  assert.deepEqual([google.channels.size, google.state.revoked.length], [0, 0], 'what is refused is not asked again')
  await again()
  await afterwards({})
  assert.equal(google.state.revoked.length, 1)
})

test('who presses Cancel, gives no calendar or no lasting access connects nothing', async () => {
  Object.assign(google.state, { allows: false })
  assert.equal(await connect(), '/calendar?refused=denied')
  Object.assign(google.state, { allows: true })
  const answers: [object, string][] = [
    [{ refresh_token: undefined }, 'no_access'],
    [{ scope: 'openid email' }, 'no_access'],
    [{ id_token: undefined }, 'failed'],
    [{ access_token: undefined }, 'failed'],
    [{ token_type: 'mac' }, 'failed'],
  ]
  const { answering } = google.receiver
  for (const [changes, reason] of answers) {
    google.receiver.answering = (received, response) => {
      const end = response.end.bind(response)
      if (received.path === '/token')
        response.end = ((body: string) => end(JSON.stringify({ ...JSON.parse(body), ...changes }))) as never
      return answering(received, response)
    }
    assert.equal(await connect(), `/calendar?refused=${reason}`, JSON.stringify(changes))
  }
  await afterwards({})
  assert.equal(google.state.revoked.length, 2, 'what is not enough is given back')
  google.receiver.answering = answering
  google.faults.set('/token', [
    { status: 500, body: 'secret' },
    { status: 401, body: '{"error":"invalid_client"}' },
  ])
  assert.equal(await connect(), '/calendar?refused=failed')
  assert.equal(await connect(), '/calendar?refused=failed')
  assert.deepEqual(await feeds(), [])
  const told = world.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'A calendar was not connected')
  assert.match(told.at(-1).said, /invalid_client/)
})

test('only who began a connection ends it, in that browser, within ten minutes, once', async () => {
  const begin = async (browser: Browser) =>
    google.signIn((await browser.post('/api/v1/calendar/connect', { provider: 'google' })).body.url)
  const ada = await signedIn(world, 'ada@acme.test')
  const back = await begin(bo)
  assert.equal(await comeBack(back, ada), '/calendar?refused=expired', 'without the cookie')
  for (const [name, value] of bo.cookies) if (name.includes('calendar')) ada.cookies.set(name, value)
  assert.equal(await comeBack(back, ada), '/calendar?refused=wrong_person')
  const gone = openBrowser(world)
  for (const [name, value] of bo.cookies) if (name.includes('calendar')) gone.cookies.set(name, value)
  assert.equal(await comeBack(back, gone), '/calendar?refused=wrong_person', 'signed out')
  const forged = new URL(back)
  forged.searchParams.set('state', 'guessed')
  assert.equal(await comeBack(forged.href), '/calendar?refused=expired')
  assert.match(await comeBack(back), /connected=/)
  assert.equal(await comeBack(back), '/calendar?refused=expired', 'a second time')
  const late = await begin(bo)
  world.advance({ minutes: 10 })
  assert.equal(await comeBack(late), '/calendar?refused=expired')
  assert.equal((await feeds()).length, 1)
})

test('a connection is begun by a signed-in person, at a vendor that is set up', async () => {
  const post = (key: string, body: object) => world.post('/api/v1/calendar/connect', key, body)
  const byKey = await post(keys.bo, { provider: 'google' })
  assert.deepEqual(
    [byKey.status, byKey.body.message],
    [403, 'A calendar is connected in a browser: sign in, and connect it on the page Calendar'],
  )
  for (const provider of ['microsoft', 'other', '']) {
    const { status, text } = await bo.post('/api/v1/calendar/connect', { provider })
    assert.equal(status, 400, text)
  }
  const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
  assert.equal((await bo.post('/api/v1/calendar/connect', { provider: 'google' }, foreign)).status, 403)
})

test('an account counts as a feed: the twentieth is taken, one more is not', async () => {
  await connect()
  const row = await world.db.selectFrom('calendar_feeds').selectAll().executeTakeFirstOrThrow()
  const more = (count: number) =>
    world.db
      .insertInto('calendar_feeds')
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...row,
          id: `cal_${count}_${index}`,
          account: `${count}.${index}`,
          problems: JSON.stringify(row.problems) as never,
        })),
      )
      .execute()
  await more(18)
  google.state.account = 'another@gmail.test'
  assert.match(await connect(), /connected=/)
  google.state.account = 'third@gmail.test'
  assert.equal(await connect(), '/calendar?refused=too_many')
  await afterwards({})
  assert.equal(google.state.revoked.length, 1)
  google.state.account = 'Another@Gmail.test'
  assert.match(await connect(), /connected=/, 'one that is there')
  google.state.account = 'bo.lindqvist@gmail.test'
})

test('no token, secret or cursor is shown or logged', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  Object.assign(google.state, { withdrawn: true })
  google.tokens.access.clear()
  await afterwards({ minutes: 5 })
  await bo.delete(`/api/v1/calendar/feed/${(await feeds())[0].id}`)
  const jobs = await world.base.pool.query('select data from pgboss.job')
  const rows = await world.base.pool.query('select * from audit_log')
  const everywhere = JSON.stringify([world.logged, jobs.rows, rows.rows])
  for (const secret of ['ya29.', '1//', 'GOCSPX', channel().token]) assert(!everywhere.includes(secret), secret)
})

test('the owner is erased: the account goes, and access is given back', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await afterwards({})
  assert.deepEqual([google.channels.size, google.state.revoked.length], [0, 1])
  assert.equal((await world.db.selectFrom('calendar_feeds').select('id').execute()).length, 0)
})

test('a person who is deactivated or disconnects while the account is read gets nothing more', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  const { answering } = google.receiver
  const meanwhile = async (task: () => Promise<unknown>) => {
    let isDone = false
    google.receiver.answering = async (received, response) => {
      if (received.path.includes('events?') && !isDone) {
        isDone = true
        await task()
      }
      return answering(received, response)
    }
    google.put(event('one', { summary: 'Changed' }))
    await afterwards({ minutes: 5 })
    google.receiver.answering = answering
    assert.deepEqual(await events(), ['one@google.com one 01-12T09:00'])
  }
  const setActive = (active: boolean) =>
    world.db.updateTable('users').set({ active }).where('id', '=', 'u_bo').execute()
  await meanwhile(() => setActive(false))
  await setActive(true)
  await meanwhile(async () => world.delete(`/api/v1/calendar/feed/${(await feeds())[0].id}`, keys.bo))
})

test('a world carries the account without its access, which the same person gives again', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  const { secretKey } = world.base
  const pieces = exportWorld(world.db, { subdomain: 'acme', withSecrets: true, secretKey })
  const exported = JSON.parse(await readText(Readable.from(pieces)))
  const [feed] = exported.workspaces[0].calendar_feeds
  assert.deepEqual(
    [feed.provider, feed.account, feed.events],
    ['google', 'bo.lindqvist@gmail.test', ['one@google.com']],
  )
  assert(!JSON.stringify(exported).includes('1//'))
  const tokens = () => world.db.selectFrom('calendar_feeds').select('tokens').executeTakeFirstOrThrow()
  const before = await tokens()
  await world.load(...exported.workspaces)
  assert.deepEqual(await tokens(), before, 'an account that is connected stays so')
  await world.db.deleteFrom('calendar_feeds').execute()
  await world.load(...exported.workspaces)
  const [{ needs_consent, next_read_at }] = await feeds()
  assert.deepEqual([needs_consent, next_read_at], [true, null])
  google.clear()
  assert.equal(await connect(), `/calendar?connected=${feed.id}`)
  await afterwards({})
  assert.deepEqual(await events(), [], 'what is missing was called off')
})

test('what was not taken is said without the name of a colleague who was erased', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  google.put(event('one', { summary: 'Talk with Bo Lindqvist', iCalUID: 'one_20260112T090000Z' }))
  await connect(ada)
  await afterwards({})
  assert.match((await feeds(keys.adaRegular))[0].problems[0], /^“Talk with Bo Lindqvist”: /)
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  assert.match((await feeds(keys.adaRegular))[0].problems[0], /^“Talk with Deleted person”: /)
})

test('of two reads at once one is stored', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  const { answering } = google.receiver
  const waiting = Promise.withResolvers<void>()
  let asked = 0
  google.receiver.answering = async (received, response) => {
    if (received.path.includes('events?') && ++asked === 2) waiting.resolve()
    if (received.path.includes('events?')) await waiting.promise
    return answering(received, response)
  }
  google.put(event('one', { summary: 'One' }))
  world.advance({ minutes: 5 })
  const read = async () => {
    const row = await world.db.selectFrom('calendar_feeds').select(['id', 'next_read_at']).executeTakeFirstOrThrow()
    const next_read_at = world.base.clock()
    await world.db.updateTable('calendar_feeds').set({ next_read_at, reading_until: null }).execute()
    await readFeed(feedDeps(partsOf(world.base)), {
      workspaceId: 'ws_acme',
      id: row.id,
      at: next_read_at.toISOString(),
    })
  }
  const first = read()
  while (asked < 1) await setTimeout(5)
  await Promise.all([first, read()])
  google.receiver.answering = answering
  const results = world.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'A calendar feed was read')
  // Its portions may have been stored by the other one, which then came second with the last of them.
  const stored = results.slice(1).filter(({ events_updated }) => events_updated !== undefined)
  assert.equal(stored.length, 1, JSON.stringify(results))
  assert.deepEqual(await events(), ['one@google.com One 01-12T09:00'])
})

test('a workspace that moves connects nothing, reads nothing, and lets vendors try again', async () => {
  await connect()
  await afterwards({})
  const { url } = (await bo.post('/api/v1/calendar/connect', { provider: 'google' })).body
  const back = new URL(google.signIn(url))
  await withCell(world.base, (cell) => freezeWorkspace(cell, 'ws_acme', null, () => {}))
  try {
    assert.equal((await bo.get(back.pathname + back.search)).status, 503)
    assert.equal((await push(google.notification(channel()))).status, 503)
    google.receiver.received.length = 0
    world.advance({ minutes: 4 })
    await world.settle()
    assert.deepEqual(paths(), [])
    assert.equal((await pushBoth()).status, 503)
    const { rows } = await world.base.pool.query("select next_read_at from calendar_feeds where id = 'cal_zoe'")
    assert.deepEqual(rows, [{ next_read_at: new Date(world.base.clock().getTime() + 10_000) }], 'others are served')
  } finally {
    await withCell(world.base, (cell) => unfreezeRows(cell.db, 'ws_acme'))
  }
  assert.equal((await push(google.notification(channel()))).status, 200)
})

test('a vendor that refuses new tokens too may be ill: the account stays connected and is tried again', async () => {
  await connect()
  await afterwards({})
  const refused = refusal(401, 'authError')
  google.faults.set('/calendar/v3/calendars/primary/events', [refused, refused])
  await afterwards({ minutes: 5 })
  const [{ needs_consent, last_error }] = await feeds()
  assert.deepEqual([needs_consent, last_error], [false, 'Google refuses access at the moment'])
  await afterwards({ minutes: 10 })
  assert.equal((await feeds())[0].last_error, null)
})

test('a workspace with a host of its own has its own way back', async () => {
  const own = await signedIn(world, 'bo@acme.test', 'acme.localhost')
  const { url } = (await own.post('/api/v1/calendar/connect', { provider: 'google' })).body
  const back = google.signIn(url)
  assert.match(back, /^https:\/\/acme\.localhost\/api\/v1\/calendar\/connect\/callback\?/)
  for (const [name, value] of own.cookies) bo.cookies.set(name, value)
  assert.equal(await comeBack(back), '/calendar?refused=expired', 'at another host')
  assert.match(await comeBack(back, own), /connected=/)
})

/** A workspace beside acme, whose calendar comes with acme's in one notification. */
async function pushBoth() {
  const own = { watch_id: 'w', watch_secret: hashSecret(channel().token), tokens: Buffer.alloc(1), url: null }
  const row = { id: 'cal_zoe', user_id: 'u_zoe', host: 'g', provider: 'google' as const, account: 'z', ...own }
  const later = new Date(world.base.clock().getTime() + 240_000)
  const { id: workspace_id } = await world.db
    .selectFrom('workspaces')
    .select('id')
    .where('subdomain', '=', 'zeta')
    .executeTakeFirstOrThrow()
  const stored = { ...row, workspace_id, next_read_at: later, created_at: later }
  await world.db.insertInto('calendar_feeds').values(stored).execute()
  return receiveAll([channel().id, 'w']).then(
    () => ({ status: 200 }),
    (error: { status: number }) => error,
  )
}

/** A request with notifications of these watches. */
function receiveAll(watches: string[]) {
  const accounts = new Map(feedDeps(partsOf(world.base)).accounts)
  const { provider, client: known } = accounts.get('google')!
  const secret = channel().token
  const readNotifications = () => watches.map((watchId) => ({ watchId, secret, kind: 'changed' as const }))
  accounts.set('google', { client: known, provider: { ...provider, oauth: provider.oauth, readNotifications } })
  const request = { provider: 'google', query: {}, headers: {}, body: Buffer.alloc(0) }
  return receivePush({ ...feedDeps(partsOf(world.base)), accounts }, request)
}

test('of one request a hundred notifications are looked at, each calendar once', async () => {
  await connect()
  await afterwards({})
  const send = (others: number) =>
    receiveAll([...Array.from({ length: others }, (_, index) => `${index}`), channel().id])
  assert.equal(await send(98), null)
  assert.equal(await send(99), null)
  await assert.rejects(send(100), { status: 404 })
})

test('two accounts with one address are two feeds, and one with another address is the same', async () => {
  google.put(event('one'))
  await connect()
  await afterwards({})
  google.state.subject = 'another'
  await connect()
  await afterwards({})
  assert.equal((await feeds()).length, 2)
  google.state.account = 'renamed@gmail.test'
  await connect()
  const accounts = (await feeds()).map(({ account }: { account: string }) => account)
  assert.deepEqual(accounts.sort(), ['bo.lindqvist@gmail.test', 'renamed@gmail.test'])
  Object.assign(google.state, { account: 'bo.lindqvist@gmail.test', subject: null })
})

test('an account that is disconnected while its watch is made leaves no watch', async () => {
  const { answering } = google.receiver
  google.receiver.answering = async (received, response) => {
    if (received.path.endsWith('/watch')) await bo.delete(`/api/v1/calendar/feed/${(await feeds())[0].id}`)
    return answering(received, response)
  }
  await connect()
  await afterwards({})
  google.receiver.answering = answering
  assert.deepEqual([await feeds(), google.channels.size], [[], 0])
})

test('a world puts no address in the place of a connected account', async () => {
  await connect()
  await afterwards({})
  const [{ id }] = await feeds()
  const acmeWith = (feed: object) =>
    world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', calendar_feeds: [{ id, owner: 'u_bo', ...feed }] })
  const message = `workspaces[0].calendar_feeds[0]: the feed ${id} is a connected account; disconnect it first`
  await assert.rejects(acmeWith({ url: 'https://calendar.test/a.ics' }), { message })
  const other = { provider: 'google', account: 'other@gmail.test', host: 'accounts.google.com' }
  await assert.rejects(acmeWith(other), { message })
  await bo.delete(`/api/v1/calendar/feed/${id}`)
  await acmeWith({ url: 'https://calendar.test/a.ics' })
  assert.equal((await feeds())[0].host, 'calendar.test')
})

test('at most 101 problems are kept', async () => {
  await connect()
  await afterwards({})
  for (let read = 0; read < 2; read++) {
    for (let index = 0; index < 60; index++)
      google.put(event(`e${read}.${index}`, { iCalUID: `e_20260112T0900${10 + (index % 50)}Z` }))
    await afterwards({ minutes: 5 })
    assert.equal((await feeds())[0].problems.length, [60, 101][read])
  }
})

test('a read that tells nothing does not wait for who changes sight in the workspace', async () => {
  await connect()
  await afterwards({})
  const before = (await feeds())[0].last_read_at
  await world.db.transaction().execute(async (tx) => {
    await lockSight(tx, 'ws_acme')
    await afterwards({ minutes: 5 })
  })
  const [{ last_read_at }] = await feeds()
  assert(last_read_at > before)
})
