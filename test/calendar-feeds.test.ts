/** Feeds: read at once, kept, and read again every 15 minutes, from a real HTTPS server (decision 29g on calendars). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { partsOf } from '../server/app/parts-of.ts'
import { textPlaces } from '../server/app/rooms.ts'
import { carryOutSome } from '../server/keeping/personal-data/erasure/carry-out.ts'
import { type FeedJob, wakeForgotten } from '../server/meetings/calendar/feeds/feed-schedule.ts'
import { maxFeeds } from '../server/meetings/calendar/feeds/feeds.ts'
import { readFeed } from '../server/meetings/calendar/read-feed.ts'
import { feedDeps } from '../server/meetings/calendar/room.ts'
import { acme, keys } from './support/acme.ts'
import { calendar, vevent } from './support/calendars.ts'
import { everyRow } from './support/every-row.ts'
import { openReceiver, type Receiver } from './support/receiver.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let receiver: Receiver
let world: World
let content: string
before(async () => {
  receiver = await openReceiver()
})
after(() => receiver[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await openWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'trace', BODY_LIMIT_BYTES: '65536' })
  await world.load(...acme())
  content = calendar(meeting('one'), meeting('two'))
  receiver.received.length = 0
  receiver.answering = (_received, response) => response.end(content)
})
afterEach(() => world[Symbol.asyncDispose]())

const secret = '/private-5f0c/basic.ics?token=7e1d'
const meeting = (UID: string, fields: object = {}) =>
  vevent({ UID, DTSTART: '20260112T090000Z', DTEND: '20260112T100000Z', SUMMARY: UID, ...fields })
const add = (url = receiver.url(secret), key = keys.bo) => world.post('/api/v1/calendar/import', key, { url })
const feeds = async (key = keys.bo) => (await world.get('/api/v1/calendar/feeds', key)).body.data
const guids = async () => {
  const rows = await world.db.selectFrom('events').select('guid').orderBy('guid').execute()
  return rows.map(({ guid }) => guid).filter((guid) => !guid.startsWith('evt1'))
}
const counts = ({ body }: Answer) => [
  body.events_created,
  body.events_updated,
  body.events_cancelled,
  body.notes_created,
]

/** Moves the clock and lets the workers do what is due then. */
async function after_(time: { seconds?: number; minutes?: number; hours?: number }): Promise<number> {
  const before = receiver.received.length
  world.advance(time)
  await world.settle()
  return receiver.received.length - before
}

test('1: an unknown field beside the address of a feed is named', async () => {
  const body = { url: receiver.url(secret), every_minutes: 5 }
  const { status, headers } = await world.post('/api/v1/calendar/import', keys.bo, body)
  assert.deepEqual([status, headers['ignored-fields']], [200, 'every_minutes'])
})

test('a feed is read at once and stored; only the host of its address is shown', async () => {
  const answer = await add()
  assert.deepEqual(counts(answer), [2, 0, 0, 2], answer.text)
  const [feed] = await feeds()
  assert.match(feed.id, /^cal_/)
  assert.deepEqual(
    { ...feed, id: '' },
    {
      id: '',
      host: `127.0.0.1:${receiver.port}`,
      provider: null,
      account: null,
      needs_consent: false,
      problems: [],
      user_id: 'u_bo',
      last_error: null,
      created_at: '2026-01-10T12:00:00.000Z',
      last_read_at: '2026-01-10T12:00:00.000Z',
      next_read_at: '2026-01-10T12:15:00.000Z',
    },
  )
  const { rows } = await world.base.pool.query('select * from calendar_feeds')
  const jobs = await world.base.pool.query('select data from pgboss.job')
  await after_({ minutes: 15 })
  receiver.answering = (_received, response) => response.writeHead(500).end(secret)
  await after_({ minutes: 15 })
  const everywhere = JSON.stringify([
    rows.map((row) => ({ ...row, url: row.url.toString('latin1') })),
    jobs.rows,
    world.logged,
    await feeds(),
  ])
  for (const part of ['private-5f0c', '7e1d']) assert(!everywhere.includes(part), part)
})

test('a feed is read again every 15 minutes: changed, new and removed events', async () => {
  await add()
  assert.equal(await after_({ minutes: 14, seconds: 59 }), 0)
  assert.equal(await after_({ seconds: 1 }), 1)
  content = calendar(
    meeting('one', { SUMMARY: 'One' }),
    meeting('three'),
    meeting('past', { DTSTART: '20260110T120000Z', DTEND: '20260110T123000Z' }),
  )
  assert.equal(await after_({ minutes: 15 }), 1)
  assert.deepEqual(await guids(), ['one', 'past', 'three'])
  const [{ title }] = (await world.post('/api/v1/notes', keys.bo, { filters: { event_guid: 'one' } })).body.data
  assert.equal(title, 'One')
  content = calendar(meeting('one', { SUMMARY: 'One' }))
  assert.equal(await after_({ minutes: 15 }), 1)
  assert.deepEqual(await guids(), ['one', 'past'], 'what has begun stays, feeds drop what is over')
  assert.equal((await feeds())[0].last_error, null)
})

test('a feed cancels only its own events', async () => {
  const headers = { 'content-type': 'text/calendar' }
  await world.post('/api/v1/calendar/import', keys.bo, calendar(meeting('file')), { headers })
  await add()
  content = calendar()
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), ['file'])
  content = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), ['file'], 'a broken one calls nothing off')
})

test('an event that cannot be parsed in a feed stays as it was', async () => {
  await add()
  content = calendar(meeting('one', { 'DTSTART;TZID=Nowhere': '20260112T090000', DTSTART: '' }))
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), ['one'])
})

test('an event that could not be parsed for a while, and then is missing, is cancelled', async () => {
  await add()
  content = calendar(meeting('one', { 'DTSTART;TZID=Nowhere': '20260112T090000', DTSTART: '' }), meeting('two'))
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), ['one', 'two'])
  content = calendar(meeting('two'))
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), ['two'])
})

test('an invitation in a feed that is older than the stored one changes and cancels nothing', async () => {
  const invitation = (fields: object) => calendar('METHOD:REQUEST', meeting('one', fields))
  content = invitation({ SEQUENCE: '2' })
  await add()
  content = invitation({ SEQUENCE: '1', SUMMARY: 'Older' })
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), ['one'])
  content = calendar(meeting('two'))
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), ['two'])
})

test('unchanged content is imported only once a day, because the window moves', async () => {
  content = calendar(meeting('daily', { RRULE: 'FREQ=DAILY' }))
  const version = { etag: '"v1"', 'last-modified': 'Sat, 10 Jan 2026 11:00:00 GMT' }
  receiver.answering = ({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') return response.writeHead(304).end()
    return response.writeHead(200, version).end(content)
  }
  await add()
  const before = await guids()
  await after_({ minutes: 15 })
  const [first, second] = receiver.received
  assert.deepEqual([first!.headers['if-none-match'], first!.headers['if-modified-since']], [undefined, undefined])
  assert.deepEqual(
    [second!.headers['if-none-match'], second!.headers['if-modified-since']],
    ['"v1"', version['last-modified']],
  )
  assert.equal((await feeds())[0].last_read_at, '2026-01-10T12:15:00.000Z')
  for (let quarter = 2; quarter < 96; quarter++) await after_({ minutes: 15 })
  assert.deepEqual(await guids(), before)
  await after_({ minutes: 15 })
  assert.equal(receiver.received.at(-1)!.headers['if-none-match'], undefined)
  assert.equal((await guids()).length, before.length + 1)
})

test('errors are shown and delay the next try, doubling up to a day; then the feed works again', async () => {
  await add()
  const faults: [number | string, RegExp][] = [
    [500, /^The calendar's server answered with status 500$/],
    [404, /status 404/],
    [304, /status 304/],
    ['hello', /^The calendar cannot be read: line 1: /],
    ['BEGIN:VCALENDAR\r\nBEGIN:A\0B\r\nEND:C\r\n', /line 3: END:A\ufffdB is expected/],
    [`${calendar()}${' '.repeat(65_536)}`, /^The calendar is larger than 65536 bytes$/],
  ]
  for (const [fault, words] of faults) {
    receiver.answering = (_received, response) =>
      typeof fault === 'number' ? response.writeHead(fault).end() : response.end(fault)
    assert.equal(await after_({ minutes: 15 }), 1, String(words))
    assert.match((await feeds())[0].last_error, words)
    receiver.answering = (_received, response) => response.end(content)
    assert.equal(await after_({ minutes: 29 }), 0)
    assert.equal(await after_({ minutes: 1 }), 1)
    assert.equal((await feeds())[0].last_error, null)
  }
  receiver.answering = (_received, response) => response.writeHead(503).end()
  const waits = [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]
  for (const wait of waits) {
    assert.equal(await after_({ minutes: wait - 1 }), 0, `${wait}`)
    assert.equal(await after_({ minutes: 1 }), 1, `${wait}`)
  }
  receiver.answering = (_received, response) => response.end(content)
  assert.equal(await after_({ minutes: 1_440 }), 1)
  assert.equal((await feeds())[0].last_error, null)
  assert.equal(await after_({ minutes: 15 }), 1)
})

test('a feed that cannot be read when it is added is refused and not stored', async () => {
  const refused: [url: string, words: RegExp | string][] = [
    ['http://calendar.example.com/a.ics', /^Calendar URL must start with https/],
    ['https://user:pw@calendar.example.com/a.ics', /must not contain a user name/],
    ['ftp://x', /https/],
    ['', /https/],
    ['https://10.0.0.1/a.ics', 'Calendar URL cannot point to private IP address'],
    ['https://[::1]/a.ics', 'Calendar URL cannot point to private IP address'],
    ['webcal://localhost/a.ics', 'Calendar URL cannot point to private IP address'],
    ['https://printer.local/a.ics', 'Calendar URL cannot point to private IP address'],
    [receiver.url('/gone'), "The calendar's server answered with status 410"],
    [receiver.url('/broken'), /^The calendar cannot be read: line 1: /],
    [receiver.url('/away'), 'Calendar URL cannot point to private IP address'],
    [receiver.url('/round'), /^There were more than 3 redirects$/],
  ]
  receiver.answering = ({ path }, response) => {
    const moved = { '/away': 'https://169.254.169.254/latest', '/round': '/round' }[path]
    if (moved) return response.writeHead(302, { location: moved }).end()
    return path === '/gone' ? response.writeHead(410).end() : response.end('broken')
  }
  for (const [url, words] of refused) {
    const answer = await add(url)
    assert.equal(answer.status, 400, url)
    if (typeof words === 'string') assert.equal(answer.body.message, words, url)
    else assert.match(answer.body.message, words, url)
  }
  assert.deepEqual([await feeds(), await guids()], [[], []])
})

test('redirects are followed, and webcal is https', async () => {
  receiver.answering = ({ path }, response) =>
    path === '/real' ? response.end(content) : response.writeHead(301, { location: '/real' }).end()
  assert.deepEqual(counts(await add(receiver.url('/old').replace('https:', 'webcal:'))), [2, 0, 0, 2])
  assert.deepEqual(counts(await add(receiver.url('/old'))), [0, 0, 0, 0])
  assert.equal((await feeds()).length, 1, 'the same address is the same feed')
})

test('the number of feeds is limited for each person separately', async () => {
  content = calendar()
  for (let index = 0; index < maxFeeds; index++) assert.equal((await add(receiver.url(`/${index}`))).status, 200)
  const beyond = await add(receiver.url('/more'))
  assert.deepEqual([beyond.status, beyond.body.message], [400, 'You have 20 calendar feeds; remove one first'])
  assert.equal((await add(receiver.url('/0'))).status, 200, 'one that is there')
  assert.equal((await add(receiver.url('/more'), keys.adaRegular)).status, 200)
  assert.deepEqual([(await feeds()).length, (await feeds(keys.adaRegular)).length], [20, 1])
  assert.equal((await world.get('/api/v1/calendar/feeds?page_size=50', keys.ada)).body.data.length, 21)
  const [first] = (await world.get('/api/v1/calendar/feeds?page_size=1', keys.bo)).body.data
  assert.equal((await world.delete(`/api/v1/calendar/feed/${first.id}`, keys.bo)).status, 200)
  assert.equal((await add(receiver.url('/more'))).status, 200)
})

test('its owner or a super admin removes a feed; nobody else can find it', async () => {
  await add()
  const [{ id }] = await feeds()
  for (const key of [keys.adaRegular, keys.zoe]) {
    const answer = await world.delete(`/api/v1/calendar/feed/${id}`, key)
    assert.deepEqual([answer.status, answer.body.message], [404, 'Feed not found'])
    assert.deepEqual(await feeds(key), [])
  }
  for (const odd of ['none', '%00', 'x'.repeat(500)])
    assert.equal((await world.delete(`/api/v1/calendar/feed/${odd}`, keys.bo)).status, 404)
  const removed = await world.delete(`/api/v1/calendar/feed/${id}`, keys.ada)
  assert.deepEqual([removed.status, removed.body], [200, { feed_id: id, deleted: true }])
  assert.equal((await world.delete(`/api/v1/calendar/feed/${id}`, keys.bo)).status, 404)
  assert.equal(await after_({ minutes: 30 }), 0)
  assert.deepEqual(await guids(), ['one', 'two'], 'what it brought stays')
})

test('a feed is not read while its owner is deactivated', async () => {
  await add()
  const setActive = (active: boolean) =>
    world.db.updateTable('users').set({ active }).where('id', '=', 'u_bo').execute()
  await setActive(false)
  assert.equal(await after_({ minutes: 15 }), 0)
  await setActive(true)
  assert.equal(await after_({ minutes: 15 }), 1)
})

test('a feed gives no extra rights: it acts as its owner, and later without super admin rights', async () => {
  content = calendar(
    meeting('evt1', { 'RECURRENCE-ID': '20260105T090000Z', ATTENDEE: 'mailto:dan@acme.test' }),
    meeting('mine', { ATTENDEE: 'mailto:bo@acme.test' }),
  )
  const [skipped] = (await add(receiver.url('/bo'), keys.zoe)).body.problems
  assert.equal(skipped, undefined, 'another workspace does not have it')
  const headers = { 'content-type': 'text/calendar' }
  await world.post(
    '/api/v1/calendar/import',
    keys.adaRegular,
    calendar(meeting('adas', { ATTENDEE: 'mailto:ada@acme.test' })),
    { headers },
  )
  content = calendar(meeting('adas', { SUMMARY: 'Taken', ATTENDEE: 'mailto:bo@acme.test' }))
  const answer = await add(receiver.url('/door'))
  assert.deepEqual([answer.body.events_skipped, answer.body.events_updated], [1, 0])
  await after_({ minutes: 15 })
  await add(receiver.url('/admin'), keys.ada)
  const stored = () =>
    world.db.selectFrom('events').select('title').where('guid', '=', 'adas').executeTakeFirstOrThrow()
  assert.equal((await stored()).title, 'Taken', 'the key may')
  content = calendar(meeting('adas', { SUMMARY: 'Taken again', ATTENDEE: 'mailto:ada@acme.test' }))
  await world.db.deleteFrom('calendar_feeds').where('user_id', '=', 'u_bo').execute()
  await after_({ minutes: 15 })
  assert.equal((await stored()).title, 'Taken', 'the feed may not')
})

test('a feed removes no attendees and cancels no meetings that its owner may not change', async () => {
  const both = { ATTENDEE: ['mailto:ada@acme.test', 'mailto:bo@acme.test'] }
  const weekly = { ...both, RRULE: 'FREQ=WEEKLY;COUNT=2' }
  const all = calendar(meeting('adas', both), meeting('gone', both), meeting('weekly', weekly))
  await world.post('/api/v1/calendar/import', keys.adaRegular, all, { headers: { 'content-type': 'text/calendar' } })
  content = all
  await add()
  content = calendar(
    meeting('adas', { ATTENDEE: 'mailto:bo@acme.test', SUMMARY: 'Bo’s' }),
    meeting('weekly', { ...weekly, RRULE: 'FREQ=WEEKLY;COUNT=1' }),
  )
  const before = await guids()
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), before)
  const attendees = await world.db
    .selectFrom('event_attendees')
    .select('email')
    .where('event_guid', '=', 'adas')
    .orderBy('email')
    .execute()
  assert.deepEqual(
    attendees.map(({ email }) => email),
    ['ada@acme.test', 'bo@acme.test'],
  )
  assert.deepEqual(
    world.logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'A calendar feed was read')
      .at(-1).problems,
    3,
    'each is told once: who stays, and what is not called off, by UID',
  )
  // Bo’s own go, as those do that a first importer’s feed drops.
  content = calendar(meeting('bos', both))
  await after_({ minutes: 15 })
  assert((await guids()).includes('bos'))
  content = calendar()
  await after_({ minutes: 15 })
  assert.deepEqual(await guids(), before)
})

test('two workers and stale jobs read a feed once; a lost job is sent again', async () => {
  await add()
  const { db, clock, jobs } = world.base
  const deps = feedDeps(partsOf(world.base))
  const [{ id, next_read_at }] = await feeds()
  const job: FeedJob = { workspaceId: 'ws_acme', id, at: next_read_at }
  world.advance({ minutes: 15 })
  await Promise.all([1, 2, 3].map(() => readFeed(deps, job)))
  assert.equal(receiver.received.length, 2)
  await readFeed(deps, job)
  assert.equal(receiver.received.length, 2)
  await world.base.pool.query('delete from pgboss.job')
  assert.equal(await after_({ minutes: 75 }), 0)
  await wakeForgotten(db, { jobs, now: clock() })
  await world.settle()
  assert.equal(receiver.received.length, 2, 'an hour late is not lost')
  world.advance({ seconds: 1 })
  await wakeForgotten(db, { jobs, now: clock() })
  await world.settle()
  assert.equal(receiver.received.length, 3)
  assert.equal(await after_({ minutes: 15 }), 1, 'and goes on from there')
})

test('an imported feed is read within an hour and cancels its missing events; without its address it is not read', async () => {
  const event = { title: 'gone', start: '2026-01-12T09:00:00Z', end: '2026-01-12T10:00:00Z' }
  const attendees = [{ email: 'bo@acme.test' }]
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    events: [{ ...event, guid: 'gone', attendees }],
    calendar_feeds: [
      { id: 'cal_on', owner: 'u_bo', url: receiver.url(secret), events: ['gone'] },
      { id: 'cal_off', owner: 'u_bo', host: `127.0.0.1:${receiver.port}` },
    ],
  })
  world.advance({ minutes: 47 })
  await wakeForgotten(world.db, { jobs: world.base.jobs, now: world.base.clock() })
  assert.equal(await after_({}), 1)
  assert.deepEqual(await guids(), ['one', 'two'])
  const next = (await feeds()).map(({ id, next_read_at }: Record<string, string>) => [id, next_read_at])
  assert.deepEqual(Object.fromEntries(next), { cal_on: '2026-01-10T13:02:00.000Z', cal_off: null })
  assert(!JSON.stringify(world.logged).includes('7e1d'))
  // Its owner adds the address again: that is another feed, and the one without is theirs to remove.
  assert.equal((await add(receiver.url('/again.ics'))).status, 200)
  assert.equal((await world.delete('/api/v1/calendar/feed/cal_off', keys.bo)).status, 200)
  assert.equal((await feeds()).length, 2)
})

test('a feed that is removed while it is read changes nothing more', async () => {
  await add()
  const [{ id }] = await feeds()
  receiver.answering = async (_received, response) => {
    await world.delete(`/api/v1/calendar/feed/${id}`, keys.bo)
    response.end(calendar(meeting('three')))
  }
  assert.equal(await after_({ minutes: 15 }), 1)
  assert.deepEqual(await guids(), ['one', 'two'])
})

test('if the owner is erased while a feed is read or added, nothing of it is stored', async () => {
  await add()
  const erase = async () => {
    assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
    await carryOutSome({ ...world.base, texts: textPlaces, stopping: new AbortController().signal }, 'ws_acme', 'u_bo')
  }
  const invited = calendar(meeting('three', { ATTENDEE: 'mailto:bo@acme.test' }))
  let isErased = false
  receiver.answering = async (_received, response) => {
    if (!isErased) await erase()
    isErased = true
    response.end(invited)
  }
  await after_({ minutes: 15 })
  assert.equal(await left(/bo@acme|calendar_feeds .*u_bo/i), 0)

  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_eve', email: 'eve@acme.test', full_name: 'Eve' }],
    api_keys: [{ user: 'u_eve', secret: 'mb_eve' }],
  })
  receiver.answering = async (_received, response) => {
    await world.delete('/api/v1/user/u_eve', keys.ada)
    await world.settle()
    response.end(calendar(meeting('four', { ATTENDEE: 'mailto:eve@acme.test' })))
  }
  assert.equal((await add(receiver.url(secret), 'mb_eve')).status, 401)
  assert.equal(await left(/eve@acme|calendar_feeds .*u_eve/i), 0)
})

const left = async (trace: RegExp) => (await everyRow(world.db)).filter((row) => trace.test(row)).length

test('a feed whose address was sealed with another key shows an error', async () => {
  await add()
  await world.db
    .updateTable('calendar_feeds')
    .set({ url: Buffer.alloc(60, 1) })
    .execute()
  await after_({ minutes: 15 })
  assert.match((await feeds())[0].last_error, /^A stored secret was sealed with another SECRET_KEY/)
})
