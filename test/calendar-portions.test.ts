/** A large calendar is written in portions: others get their turn between them, and one that stopped is continued. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { readCalendar } from '../server/meetings/calendar/icalendar/read-calendar.ts'
import {
  applyCalendar,
  around,
  type ImportSteps,
  wholeFeed,
} from '../server/meetings/calendar/importing/import-calendar.ts'
import { portionLimits } from '../server/meetings/calendar/importing/portions.ts'
import { changeSight } from '../server/people/caller/change-sight.ts'
import type { Db, Tx } from '../server/platform/postgres/db.ts'
import { acme, keys } from './support/acme.ts'
import { assertCounts, sendCalendar, single } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import { openReceiver } from './support/receiver.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' })
  await world.load(...acme())
})
afterEach(() => world[Symbol.asyncDispose]())

/** Small meetings in a portion; what has no attendees gets its importer. */
const inPortion = Math.floor(portionLimits.size / portionLimits.ofEvent)
const smallOnes = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => single({ UID: `m${index}`, ...more }))
/** Every hour: one UID, of which a portion has a part. */
const hourly = (count: number, more: object = {}) =>
  single({ UID: 'hourly', RRULE: `FREQ=HOURLY;COUNT=${count}`, ...more })
const own = sql`guid not like 'evt1%'`
const countOwn = async (db: Db) =>
  (await sql<{ own: number }>`select count(*)::integer as own from events where ${own}`.execute(db)).rows[0]!.own

const bo = { workspaceId: 'ws_acme', user: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo' }, superAdmin: false }
function apply(text: string, steps: Partial<ImportSteps> = {}) {
  const when = around(world.base.clock(), 90)
  const content = readCalendar(Buffer.from(text), when.window)
  return applyCalendar(world.db, content, bo, when, { begin: async () => true, ...steps })
}

/** What people see of the events and of their notes. */
async function stored() {
  const { rows } = await sql<{ guid: string; series: string | null }>`
    select event.guid, event.title, event.starts_at, event.series_id as series, event.cancelled_at, note.title as note,
      note.series_id, array(select email from event_attendees attendee where attendee.workspace_id = event.workspace_id
        and attendee.event_guid = event.guid order by position) as attendees,
      array(select reader_id from sight where workspace_id = note.workspace_id and id = note.id order by 1) as readers,
      array(select feed_id from calendar_feed_events held where held.workspace_id = event.workspace_id
        and held.event_guid = event.guid) as feeds
    from events event join notes note on note.workspace_id = event.workspace_id and note.event_guid = event.guid
    where ${own} order by event.guid`.execute(world.db)
  return rows
}

/** Ends the import at the beginning of this transaction, as the end of the process does. */
const dyingAt = (number: number): Partial<ImportSteps> => {
  let count = 0
  return {
    begin: async () => {
      if (++count > number) throw new Error('The process died')
      return true
    },
  }
}

test('no transaction writes more than a portion, at and above its limit', async () => {
  const transactions = async () => {
    const { rows } = await sql<{ events: number }>`
      select count(*)::integer as events from events where ${own} group by xmin::text order by 1`.execute(world.db)
    return rows.map(({ events }) => events)
  }
  // Each has its importer as its one attendee, but weighs what the calendar names.
  for (const [count, expected] of [
    [inPortion - 1, [inPortion - 1]],
    [inPortion, [inPortion]],
    [inPortion + 1, [1, inPortion]],
  ] as const) {
    assertCounts(await sendCalendar(world, calendar(...smallOnes(count)), keys.bo), {
      events_created: count,
      notes_created: count,
    })
    assert.deepEqual(await transactions(), expected)
    await sql`delete from notes`.execute(world.db)
    await sql`delete from events where ${own}`.execute(world.db)
  }
  // A crowded meeting is a portion of its own, and a series is in several.
  const crowd = Array.from({ length: 995 }, (_, index) => `mailto:guest${index}@elsewhere.test`)
  await sendCalendar(
    world,
    calendar(single({ UID: 'a' }), single({ UID: 'crowd', ATTENDEE: crowd }), single()),
    keys.ada,
  )
  assert.deepEqual(await transactions(), [1, 1, 1])
  assert.equal((await apply(calendar(hourly(250))))!.events_created, 250)
  assert.deepEqual(await transactions(), [1, 1, 1, 50, 100, 100])
})

test('whoever waits for the lock when a portion begins gets it before the next one', async () => {
  const seen: Promise<number>[] = []
  const begin = async () => {
    seen.push(changeSight(world.db, 'ws_acme', countOwn))
    return true
  }
  await apply(calendar(...smallOnes(3 * inPortion)), { begin })
  assert.deepEqual(
    await Promise.all(seen),
    [1, 2, 3, 3].map((portions) => portions * inPortion),
  )
})

test('an import that dies at any moment leaves whole meetings, and the next one makes what one in peace makes', async () => {
  const first = calendar(hourly(150), ...smallOnes(100))
  const later = calendar(hourly(120, { SUMMARY: 'Renamed' }), ...smallOnes(100, { DTSTART: '20260112T083000Z' }))
  for (const text of [first, later]) await apply(text)
  const expected = await stored()
  assert.equal(expected.length, 220)
  for (let number = 0; number < 4; number++) {
    await sql`delete from notes`.execute(world.db)
    await sql`delete from events where ${own}`.execute(world.db)
    for (const text of [first, later]) {
      await assert.rejects(apply(text, dyingAt(number)), /died/)
      assert.equal((await stored()).length, await countOwn(world.db), 'each has its note')
      await apply(text)
    }
    assert.deepEqual(await stored(), expected, `died at ${number}`)
  }
})

test('a feed that loses many meetings lets go of them in portions, also after it died in between', async () => {
  const [id, url_key] = ['cal_1', Buffer.from('x')]
  await world.db
    .insertInto('calendar_feeds')
    .values({
      workspace_id: 'ws_acme',
      id,
      user_id: 'u_bo',
      host: 'x',
      url: url_key,
      url_key,
      next_read_at: world.base.clock(),
      created_at: world.base.clock(),
    })
    .execute()
  const source = wholeFeed(id)
  await apply(calendar(...smallOnes(3 * inPortion)), { source })
  const { length } = await stored()
  assert.equal(length, 3 * inPortion)
  const left = calendar(...smallOnes(2))
  // One transaction for what is there, then one of those that are gone.
  await assert.rejects(apply(left, { source, ...dyingAt(2) }), /died/)
  // What is stored weighs its one attendee too.
  const gone = Math.floor(portionLimits.size / (portionLimits.ofEvent + 1))
  assert.equal((await stored()).length, length - gone)
  const result = await apply(left, { source })
  assert.equal(result!.events_cancelled, length - gone - 2)
  assert.deepEqual(
    (await stored()).map(({ guid }) => guid),
    ['m0', 'm1'],
  )
})

test('a person who is deactivated in the middle imports no further', async () => {
  const deactivate = (tx: Tx) => tx.updateTable('users').set({ active: false }).where('id', '=', 'u_bo').execute()
  let isAsked = false
  const begin = async (tx: Tx) => {
    if (isAsked) return false
    isAsked = true
    await deactivate(tx)
    return true
  }
  assert.equal(await apply(calendar(...smallOnes(2 * inPortion)), { begin }), null)
  assert.equal(await countOwn(world.db), inPortion)
})

test('a feed counts as read when all of it is written: one that failed in the middle is read in full', async () => {
  await using receiver = await openReceiver()
  let content = calendar()
  let version = 1
  const asked: (string | undefined)[] = []
  receiver.answering = ({ headers }, response) => {
    asked.push(headers['if-none-match'] as string | undefined)
    response.setHeader('etag', `"${version}"`).end(content)
  }
  const later = async (minutes: number) => {
    world.advance({ minutes })
    await world.settle()
  }
  assertCounts(await world.post('/api/v1/calendar/import', keys.bo, { url: receiver.url('/a.ics') }), {})
  content = calendar(...smallOnes(3 * inPortion))
  version = 2
  await sql`alter table events add constraint dies check (guid <> ${sql.lit(`m${2 * inPortion}`)})`.execute(world.db)
  try {
    await later(15)
  } finally {
    await sql`alter table events drop constraint dies`.execute(world.db)
  }
  assert.equal(await countOwn(world.db), 2 * inPortion)
  const [feed] = (await world.get('/api/v1/calendar/feeds', keys.bo)).body.data
  assert.match(feed.last_error, /^The calendar could not be read/)
  await later(30)
  assert.equal(await countOwn(world.db), 3 * inPortion)
  await later(15)
  assert.deepEqual(asked, [undefined, '"1"', '"1"', '"2"'])
})
