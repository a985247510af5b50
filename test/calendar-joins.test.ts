/** Which meetings a recording joins by itself: those that the uploader's own calendar has as they are (docs/decisions/calendar.md). */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { findMeeting } from '../server/making/recorders/find-meeting.ts'
import { findMeetingAt } from '../server/making/uploads/find-meeting.ts'
import { keys } from './support/acme.ts'
import { assertCounts, meeting, openWithDan, sendCalendar, series } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import type { World } from './support/world.ts'

const [ada, bo, dan] = [keys.adaRegular, keys.bo, 'mb_dan']
const link = 'https://acme.zoom.us/j/85746065432'
const later = { DTSTART: '20260112T140000Z', DTEND: '20260112T150000Z' }

let world: World
beforeEach(async () => {
  world = await openWithDan()
})
afterEach(() => world[Symbol.asyncDispose]())

const brings = (key: string, fields: Record<string, string>, ...names: string[]) =>
  sendCalendar(world, calendar(meeting({ UID: 'm', URL: link, ...fields }, ...names)), key)

const uploader = (userId: string) => ({ workspaceId: 'ws_acme', userId }) as Parameters<typeof findMeeting>[1]

/** Whose call joins the meeting at this hour of the day, by its link and by its time alike. */
async function joining(hour = '09'): Promise<string[]> {
  const moment = new Date(`2026-01-12T${hour}:00:00Z`)
  const [room, byTime] = ['zoom\\.us/j/85746065432', false]
  const found = ['ada', 'bo', 'dan'].map(async (name) => {
    const byLink = await findMeeting(world.db, uploader(`u_${name}`), room, moment, { byTime })
    assert.equal(await findMeetingAt(world.db, uploader(`u_${name}`), moment), byLink, name)
    return byLink === null ? [] : [name]
  })
  return (await Promise.all(found)).flat()
}

test('a person joins a meeting of a colleague’s calendar once their own calendar has it too', async () => {
  await brings(ada, {}, 'ada', 'bo', 'dan')
  assert.deepEqual(await joining(), ['ada'])
  assertCounts(await brings(bo, {}, 'ada', 'bo', 'dan'), {})
  assert.deepEqual(await joining(), ['ada', 'bo'])
})

test('after an attendee has changed the time or link, others join once their own calendars agree', async () => {
  await brings(ada, {}, 'ada', 'bo')
  await brings(bo, {}, 'ada', 'bo')
  assert.equal((await brings(bo, later, 'ada', 'bo')).body.events_updated, 1)
  assert.deepEqual([await joining(), await joining('14')], [[], ['bo']])
  assertCounts(await brings(ada, later, 'ada', 'bo'), {})
  assert.deepEqual(await joining('14'), ['ada', 'bo'])
  const changes: Record<string, string>[] = [
    { URL: 'https://acme.zoom.us/j/85746065432?pwd=2' },
    { DTEND: '20260112T160000Z' },
    { DTSTART: '20260112T133000Z' },
  ]
  for (const change of changes) {
    await brings(bo, { ...later, ...change }, 'ada', 'bo')
    assert.deepEqual(await joining('14'), ['bo'], JSON.stringify(change))
    await brings(ada, later, 'ada', 'bo')
    assert.deepEqual(await joining('14'), ['ada'], JSON.stringify(change))
  }
  assert.equal((await brings(bo, { ...later, SUMMARY: 'Renamed' }, 'ada', 'bo')).body.events_updated, 1)
  assert.deepEqual(await joining('14'), ['ada', 'bo'], 'a title moves nothing')
})

test('an all-day event that an attendee gives a time is not the meeting of one’s own calendar', async () => {
  const day = { 'DTSTART;VALUE=DATE': '20260112', 'DTEND;VALUE=DATE': '20260113' }
  const whole = { DTSTART: '20260112T000000Z', DTEND: '20260113T000000Z' }
  const send = (key: string, fields: Record<string, string>) => {
    const [from, to] = ['DTSTART', 'DTEND'].map((name) => new RegExp(`^${name}:.*\\r\\n`, 'm'))
    const text = meeting({ UID: 'm', ...fields }, 'ada', 'bo')
    const all = 'DTSTART;VALUE=DATE' in fields ? text.replace(from!, '').replace(to!, '') : text
    return sendCalendar(world, calendar(all), key)
  }
  await send(ada, day)
  assert.equal((await send(bo, whole)).body.events_updated, 1)
  assert.equal(await findMeetingAt(world.db, uploader('u_ada'), new Date('2026-01-12T09:00:00Z')), null)
})

test('a calendar that does not name every attendee does not match the meeting', async () => {
  // Dan was in the series once, knows its UID, and brings the next meeting before anybody else.
  await sendCalendar(world, calendar(series({ URL: link }, 'ada', 'bo', 'dan')), dan)
  const own = calendar(series({ URL: link }, 'ada', 'bo'))
  for (const key of [ada, bo]) {
    assert.match(
      (await sendCalendar(world, own, key)).body.problems[0],
      /attendees stay \(3 meetings: dan@acme\.test\)/,
    )
    assert.deepEqual(await joining(), ['dan'])
  }
  await sendCalendar(world, calendar(series({ URL: link })), ada)
  assert.deepEqual(await joining(), ['dan'], 'a calendar without attendees says nothing of who is in')
})

test('a meeting that is no longer in one’s own calendar', async () => {
  await brings(ada, {}, 'ada', 'bo')
  await brings(bo, {}, 'ada', 'bo')
  assert.match((await brings(bo, { STATUS: 'CANCELLED' }, 'ada', 'bo')).body.problems[0], /not called off/)
  assert.deepEqual(await joining(), ['ada'])
})

test('a cancelled meeting that another person imports again is not joined', async () => {
  await brings(ada, {}, 'ada', 'bo')
  const { id } = (await world.post('/api/v1/notes', ada, { filters: { event_guid: 'm' } })).body.data[0]
  await world.post(`/api/v1/note/${id}/agenda`, ada, { content_native_markdown: '::agenda{version=1}\n\nKept' })
  await brings(ada, { STATUS: 'CANCELLED' }, 'ada', 'bo')
  assert.deepEqual(await joining(), [])
  assert.equal((await brings(bo, {}, 'ada', 'bo')).body.events_updated, 1)
  assert.deepEqual(await joining(), ['bo'])
})

test('attendees are added, removed and added again', async () => {
  await brings(ada, {}, 'ada', 'bo')
  await brings(bo, {}, 'ada', 'bo')
  await brings(ada, {}, 'dan', 'ada', 'bo')
  assert.deepEqual(await joining(), ['ada', 'bo'], 'who stays keeps it')
  await brings(ada, {}, 'ada')
  await brings(ada, {}, 'ada', 'bo')
  assert.deepEqual(await joining(), ['ada'])
})

test('imported events belong to their importer, or to all invited people, until a calendar changes them', async () => {
  const event = {
    guid: 'm',
    title: 'Secret',
    start: '2026-01-12T09:00:00Z',
    end: '2026-01-12T10:00:00Z',
    call_url: link,
  }
  const attendees = ['ada', 'bo'].map((name) => ({ email: `${name}@acme.test` }))
  const load = (more: object) =>
    world.load({ subdomain: 'acme', name: 'Acme', events: [{ ...event, attendees, ...more }] })
  await load({ imported_by: 'u_ada' })
  assert.deepEqual(await joining(), ['ada'])
  await load({ imported_by: null })
  assert.deepEqual(await joining(), ['ada', 'bo'])
  await brings(bo, {}, 'ada', 'bo')
  assert.deepEqual(await joining(), ['ada', 'bo'])
  await brings(bo, later, 'ada', 'bo', 'dan')
  assert.deepEqual(await joining('14'), ['bo'])
})

test('the same calendar writes nothing again, and its importers are no change for followers', async () => {
  await brings(ada, {}, 'ada', 'bo')
  await brings(bo, {}, 'ada', 'bo')
  const rows = async () => {
    const found = await sql<object>`
      select 'event' as row, xmin::text, xmax::text, ctid::text from events union all
      select 'attendee', xmin::text, xmax::text, ctid::text from event_attendees order by 1, 4`.execute(world.db)
    return found.rows
  }
  const before = await rows()
  for (const key of [ada, bo]) assertCounts(await brings(key, {}, 'ada', 'bo'), {})
  const attendeesOf = (all: object[]) => all.filter((each) => 'row' in each && each.row === 'attendee')
  assert.deepEqual(attendeesOf(await rows()), attendeesOf(before))
  const follow = async (cursor?: string) =>
    (await world.get(`/api/v1/changes?copy=false${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, ada)).body
  await brings(ada, {}, 'ada', 'bo', 'dan')
  const { page_info } = await follow()
  await brings(dan, {}, 'ada', 'bo', 'dan')
  assert.deepEqual(await joining(), ['ada', 'bo', 'dan'])
  assert.deepEqual((await follow(page_info.cursor)).data, [])
})
