/** Reads of connected accounts that last, fail or meet each other (decision 60). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { partsOf } from '../server/app/parts-of.ts'
import type { FeedJob } from '../server/meetings/calendar/feeds/feed-schedule.ts'
import { readFeed } from '../server/meetings/calendar/read-feed.ts'
import { feedDeps } from '../server/meetings/calendar/room.ts'
import { acme, keys } from './support/acme.ts'
import { type Browser, signedIn } from './support/browser.ts'
import { client, openGoogleCalendarServer, refusal } from './support/google-calendar.ts'
import { openWorld, type World } from './support/world.ts'

let google: Awaited<ReturnType<typeof openGoogleCalendarServer>>
let world: World
let bo: Browser
before(async () => {
  google = await openGoogleCalendarServer()
})
after(() => google[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await openWorld({
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    CALENDAR_GOOGLE_CLIENT_ID: client.id,
    CALENDAR_GOOGLE_CLIENT_SECRET: client.secret,
    LOG_LEVEL: 'trace',
  })
  Object.assign(world.base.calendars.google, google.addresses)
  google.clear()
  google.channels.clear()
  google.state.now = () => world.base.clock()
  await world.load(...acme())
  bo = await signedIn(world, 'bo@acme.test')
  await connect()
})
afterEach(() => world[Symbol.asyncDispose]())

async function connect() {
  const { body } = await bo.post('/api/v1/calendar/connect', { provider: 'google' })
  const { pathname, search } = new URL(google.signIn(body.url))
  await bo.get(pathname + search, { headers: { 'sec-fetch-site': 'cross-site' } })
  await world.settle()
}

const event = (id: string, more: object = {}) => ({
  id,
  iCalUID: `${id}@google.com`,
  summary: id,
  start: { dateTime: '2026-01-12T09:00:00Z' },
  end: { dateTime: '2026-01-12T10:00:00Z' },
  organizer: { email: 'bo@acme.test', self: true },
  ...more,
})

const feed = async () => (await world.get('/api/v1/calendar/feeds', keys.bo)).body.data[0]
const titles = async () => {
  const rows = await world.db.selectFrom('events').select('title').where('guid', 'like', '%@google.com').execute()
  return rows.map(({ title }) => title).sort()
}
const afterwards = async (time: Parameters<World['advance']>[0]) => {
  world.advance(time)
  await world.settle()
}

/** Something happens at each request for meetings, until the test ends. */
function atEachRead(task: (path: string) => Promise<unknown>) {
  const { answering } = google.receiver
  google.receiver.answering = async (received, response) => {
    if (received.path.includes('/events?')) await task(received.path)
    return answering(received, response)
  }
  return { [Symbol.dispose]: () => void Object.assign(google.receiver, { answering }) }
}

/** Begins the read that is planned for the feed. */
async function beginRead(): Promise<void> {
  const { id, next_read_at: at } = await feed()
  const job: FeedJob = { workspaceId: 'ws_acme', id, at }
  world.advance({ minutes: 5 })
  await readFeed(feedDeps(partsOf(world.base)), job)
}

test('an account that is being read is not read a second time, however many notifications come', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  using _reading = atEachRead(async () => {
    reads++
    begun.resolve()
    await held.promise
  })
  google.put(event('one'))
  const reading = beginRead()
  await begun.promise
  const [channel] = google.channels.values()
  for (let number = 0; number < 3; number++) {
    const headers = { ...google.notification(channel!), 'content-length': '0' }
    assert.equal((await world.request('POST', '/api/v1/calendar/push/google', { headers })).status, 200)
    await afterwards({ seconds: 11 })
  }
  assert.equal(reads, 1)
  held.resolve()
  await reading
  assert.deepEqual(await titles(), ['one'])
  google.put(event('two'))
  await afterwards({ minutes: 1 })
  assert.deepEqual([reads, await titles()], [2, ['one', 'two']], 'what was told during the read comes soon after it')
})

test('a read whose process died counts for half an hour, and not longer', async () => {
  const reading_until = new Date(world.base.clock().getTime() + 1_800_000)
  await world.db.updateTable('calendar_feeds').set({ reading_until }).execute()
  google.put(event('one'))
  await afterwards({ minutes: 5 })
  for (let minute = 6; minute < 30; minute++) await afterwards({ minutes: 1 })
  assert.deepEqual(await titles(), [])
  await afterwards({ minutes: 1 })
  assert.deepEqual(await titles(), ['one'])
})

test('a full read that fails hinders no read of what changed, is told, and tried again in an hour', async () => {
  google.put(event('one'))
  await afterwards({ minutes: 5 })
  const fulls: string[] = []
  const asked = '/calendar/v3/calendars/primary/events'
  using _failing = atEachRead(async (path) => {
    if (!path.includes('timeMin=')) return
    fulls.push(path)
    google.faults.set(asked, [refusal(500, 'backendError')])
  })
  await afterwards({ hours: 24 })
  google.put(event('one', { summary: 'changed' }))
  await afterwards({ minutes: 5 })
  const told = ['Not everything could be read: Google answered 500']
  assert.deepEqual([await titles(), (await feed()).problems, (await feed()).last_error], [['changed'], told, null])
  assert.equal(fulls.length, 1)
  await afterwards({ minutes: 50 })
  assert.equal(fulls.length, 1)
  await afterwards({ minutes: 5 })
  assert.deepEqual([fulls.length, (await feed()).problems], [2, told])
})

test('a cursor that is refused when everything failed leaves the first error', async () => {
  await afterwards({ minutes: 5 })
  google.faults.set('/calendar/v3/calendars/primary/events', [
    refusal(500, 'backendError'),
    refusal(410, 'fullSyncRequired'),
  ])
  await afterwards({ hours: 24 })
  assert.equal((await feed()).last_error, 'Google answered 500')
})

test('any other failure is told too, and delays the next read; the log has its reason', async () => {
  await world.base.pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'the reason'; end $$; create trigger failing before insert on events execute function fail()`)
  google.put(event('one'))
  await afterwards({ minutes: 5 })
  const { last_error, next_read_at } = await feed()
  assert.deepEqual(
    [last_error, next_read_at],
    [
      'The calendar could not be read: the operator of this service finds the reason in its log',
      new Date(world.base.clock().getTime() + 600_000).toISOString(),
    ],
  )
  assert(world.logged.some((line) => line.includes('the reason') && JSON.parse(line).level === 50))
  await world.base.pool.query('drop function fail cascade')
  await afterwards({ minutes: 10 })
  assert.deepEqual([(await feed()).last_error, await titles()], [null, ['one']])
})

test('what was not taken is said once', async () => {
  for (const summary of ['bad', 'bad', 'worse', 'bad']) {
    google.put(event('bad', { summary, iCalUID: 'bad_20260112T090000Z' }))
    await afterwards({ minutes: 5 })
  }
  const { problems } = await feed()
  assert.deepEqual(
    problems.map((problem: string) => problem.split(':')[0]),
    ['“bad”', '“worse”'],
  )
})
