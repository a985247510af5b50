/** Invitations as mails carry them: REQUEST, CANCEL and REPLY, in any order (docs/use/invitations-by-mail.md). */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys } from './support/acme.ts'
import { assertCounts, meeting, openWithDan, sendCalendar } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import type { World } from './support/world.ts'

const [ada, bo, dan] = [keys.adaRegular, keys.bo, 'mb_dan']

let world: World
beforeEach(async () => {
  world = await openWithDan()
})
afterEach(() => world[Symbol.asyncDispose]())

const organizer = { ORGANIZER: 'mailto:ada@acme.test' }

const mail = (key: string, method: string, fields: Record<string, string>, ...names: string[]) =>
  sendCalendar(world, calendar(`METHOD:${method}`, meeting({ UID: 'm', ...organizer, ...fields }, ...names)), key)

const event = () => world.db.selectFrom('events').selectAll().where('guid', '=', 'm').executeTakeFirst()
const attendees = async () => {
  const found = world.db.selectFrom('event_attendees').select('email').where('event_guid', '=', 'm')
  return (await found.orderBy('position').execute()).map(({ email }) => email.split('@')[0])
}
const stale = /^line 5: VEVENT m: not taken \(1 meeting\): a newer mail of it came before$/

test('an invitation, its change, and a late older one', async () => {
  assertCounts(await mail(bo, 'REQUEST', {}, 'ada', 'bo'), { events_created: 1, notes_created: 1 })
  assertCounts(await mail(ada, 'REQUEST', {}, 'ada', 'bo'), {})
  assertCounts(await mail(bo, 'REQUEST', { SEQUENCE: '2', SUMMARY: 'Moved' }, 'ada', 'bo'), { events_updated: 1 })
  const old: Record<string, string>[] = [{ SEQUENCE: '1' }, { SEQUENCE: '2', DTSTAMP: '20251231T235959Z' }, {}]
  for (const older of old) {
    const { body } = await mail(bo, 'REQUEST', { SUMMARY: 'Old', ...older }, 'ada', 'bo', 'dan')
    assert.deepEqual([body.events_updated, body.events_skipped], [0, 1])
    assert.match(body.problems[0], stale)
  }
  assert.equal((await mail(bo, 'CANCEL', { SEQUENCE: '1', STATUS: 'CANCELLED' }, 'ada', 'bo')).body.events_skipped, 1)
  assert.deepEqual([(await event())!.title, await attendees()], ['Moved', ['ada', 'bo']])
  const newer = { SEQUENCE: '2', SUMMARY: 'Newer', DTSTAMP: '20260101T000001Z' }
  assertCounts(await mail(ada, 'REQUEST', newer, 'ada', 'bo'), { events_updated: 1 })
})

test('a calendar that is not a mail is the current state, and keeps the revision', async () => {
  await mail(bo, 'REQUEST', { SEQUENCE: '5' }, 'ada', 'bo')
  const now = calendar(meeting({ UID: 'm', ...organizer, SUMMARY: 'As it is' }, 'ada', 'bo'))
  assertCounts(await sendCalendar(world, now, bo), { events_updated: 1 })
  assert.match((await mail(bo, 'REQUEST', { SEQUENCE: '4' }, 'ada', 'bo')).body.problems[0], stale)
  assert.deepEqual([(await event())!.title, (await event())!.sequence], ['As it is', 5])
})

test('an invalid revision number or time is ignored', async () => {
  for (const fields of [
    { SEQUENCE: 'x', DTSTAMP: '20260231T000000Z' },
    { SEQUENCE: '-3' },
    { SEQUENCE: '99999999999' },
  ]) {
    assert.equal((await mail(bo, 'REQUEST', fields as never, 'ada', 'bo')).status, 200)
  }
  assert.equal((await event())!.sequence, 2_147_483_647)
})

test('a mail to all attendees cancels the meeting once', async () => {
  await mail(bo, 'REQUEST', {}, 'ada', 'bo')
  assertCounts(await mail(bo, 'CANCEL', { SEQUENCE: '1', STATUS: 'CANCELLED' }, 'ada', 'bo'), { events_cancelled: 1 })
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '1', STATUS: 'CANCELLED' }, 'ada', 'bo'), {})
  // The organizer is not always named.
  await mail(ada, 'REQUEST', {}, 'ada', 'bo')
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '1' }, 'bo'), { events_cancelled: 1 })
  await mail(ada, 'REQUEST', {}, 'ada', 'bo')
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '1' }), { events_cancelled: 1 })
})

test('a mail to removed attendees removes only them', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo', 'dan')
  for (const STATUS of ['CANCELLED', '']) {
    assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '1', STATUS }, 'dan'), STATUS ? { events_updated: 1 } : {})
    assert.deepEqual(await attendees(), ['ada', 'bo'])
  }
  const { id } = (await world.post('/api/v1/notes', bo, { filters: { event_guid: 'm' } })).body.data[0]
  assert.equal((await world.get(`/api/v1/note/${id}`, dan)).status, 404)
  assert.equal((await event())!.cancelled_at, null)
})

test('a mail that calls off a meeting for calendars and rooms alone takes it from nobody', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo')
  const team = 'mailto:c_0a1b@group.calendar.google.com'
  const nobody: Record<string, string>[] = [
    { 'ATTENDEE;CN=Team': team, ORGANIZER: 'mailto:' },
    { 'ATTENDEE;CN=Team': team, ORGANIZER: team },
    { 'ATTENDEE;CN=Team': team, ORGANIZER: 'urn:uuid:1' },
    { 'ATTENDEE;CN=Team': team },
    { 'ATTENDEE;CUTYPE=ROOM': 'mailto:room1@acme.test' },
    { 'ATTENDEE;CUTYPE=RESOURCE': team },
  ]
  for (const fields of nobody) {
    const { body } = await mail(ada, 'CANCEL', { SEQUENCE: '1', ...fields })
    assert.deepEqual([body.events_skipped, body.events_cancelled], [1, 0], JSON.stringify([fields, body]))
    assert.match(body.problems[0], /^line 5: VEVENT m: (it is called off for no person|the address of)/)
  }
  assert.deepEqual(await attendees(), ['ada', 'bo'])
  assert.equal((await event())!.cancelled_at, null)
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '1' }), { events_cancelled: 1 })
})

test('an invitee removes only themself, and cancels nothing', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo', 'dan')
  const forged = (await mail(bo, 'CANCEL', { SEQUENCE: '9' }, 'dan')).body
  assert.match(forged.problems[0], /not called off \(1 meeting\)/)
  assert.match((await mail(bo, 'CANCEL', { SEQUENCE: '9' }, 'ada', 'bo', 'dan')).body.problems[0], /not called off/)
  assert.deepEqual(await attendees(), ['ada', 'bo', 'dan'])
  assertCounts(await mail(bo, 'CANCEL', { SEQUENCE: '9' }, 'bo', 'ada'), { events_updated: 1 })
  assert.deepEqual(await attendees(), ['ada', 'dan'])
})

test('the remaining attendees keep their order, in whatever order the database returns them', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo', 'dan')
  // Neither the order in which they were written nor that of their addresses.
  await world.db.updateTable('event_attendees').set({ position: -1 }).where('email_folded', 'like', 'bo@%').execute()
  assertCounts(await mail(dan, 'CANCEL', { SEQUENCE: '1' }, 'dan'), { events_updated: 1 })
  assert.deepEqual(await attendees(), ['bo', 'ada'])
})

test('an invitee cannot make the mails of the organizer outdated', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo', 'dan')
  const last = { SEQUENCE: '2147483647', DTSTAMP: '99981231T000000Z' }
  await mail(bo, 'REQUEST', { ...last, SUMMARY: 'Of Bo' }, 'ada', 'bo', 'dan')
  assertCounts(await mail(ada, 'REQUEST', { SEQUENCE: '1', SUMMARY: 'Of Ada' }, 'ada', 'bo', 'dan'), {
    events_updated: 1,
  })
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '2' }, 'bo'), { events_updated: 1 })
  assert.deepEqual([(await event())!.title, await attendees()], ['Of Ada', ['ada', 'dan']])
})

test('under legal hold no attendee is removed', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo', 'dan')
  await world.db.updateTable('users').set({ legal_hold: 'A case' }).where('id', '=', 'u_dan').execute()
  for (const key of [ada, dan]) {
    assert.match((await mail(key, 'CANCEL', { SEQUENCE: '1' }, 'dan')).body.problems[0], /not called off/)
  }
  assert.deepEqual(await attendees(), ['ada', 'bo', 'dan'])
})

test('a mail cancels one occurrence of a series, and an older mail of the series does not restore it', async () => {
  const weekly = { UID: 's', RRULE: 'FREQ=WEEKLY;COUNT=3' }
  await mail(ada, 'REQUEST', weekly, 'ada', 'bo')
  const one = { UID: 's', 'RECURRENCE-ID': '20260119T090000Z', DTSTART: '20260119T140000Z', DTEND: '20260119T150000Z' }
  assertCounts(await mail(ada, 'REQUEST', { ...one, SEQUENCE: '1' }, 'ada', 'bo'), { events_updated: 1 })
  const again = (await mail(bo, 'REQUEST', weekly, 'ada', 'bo')).body
  assert.deepEqual([again.events_updated, again.events_skipped], [0, 1])
  assertCounts(await mail(ada, 'CANCEL', { ...one, SEQUENCE: '2' }, 'ada', 'bo'), { events_cancelled: 1 })
})

/** So that the event stays when it is called off. */
async function writeInto(guid: string): Promise<void> {
  const [{ id }] = (await world.post('/api/v1/notes', ada, { filters: { event_guid: guid } })).body.data
  const body = { content_native_markdown: '::agenda{version=1}\n\nKept' }
  assert.equal((await world.post(`/api/v1/note/${id}/agenda`, ada, body)).status, 200)
}

test('an invitation that is older than the cancelling mail does not restore the event', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo')
  await writeInto('m')
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '2' }, 'ada', 'bo'), { events_cancelled: 1 })
  for (const key of [ada, bo]) {
    assert.match((await mail(key, 'REQUEST', { SEQUENCE: '1' }, 'ada', 'bo')).body.problems[0], stale)
  }
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '4' }, 'ada', 'bo'), {})
  assert.match((await mail(ada, 'REQUEST', { SEQUENCE: '3' }, 'ada', 'bo')).body.problems[0], stale)
  assert.notEqual((await event())!.cancelled_at, null)
  assertCounts(await mail(ada, 'REQUEST', { SEQUENCE: '5' }, 'ada', 'bo'), { events_updated: 1 })
  assert.deepEqual([(await event())!.cancelled_at, (await event())!.sequence], [null, 5])
})

test('a calendar that is not a mail cancels without a revision, and a mail adds its revision', async () => {
  await mail(ada, 'REQUEST', { SEQUENCE: '2' }, 'ada', 'bo')
  await writeInto('m')
  const off = calendar(meeting({ UID: 'm', ...organizer, SEQUENCE: '9', STATUS: 'CANCELLED' }, 'ada', 'bo'))
  assertCounts(await sendCalendar(world, off, ada), { events_cancelled: 1 })
  assert.equal((await event())!.sequence, 2)
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '3' }, 'ada', 'bo'), {})
  // Only who may call it off sets its revision.
  assertCounts(await mail(bo, 'CANCEL', { SEQUENCE: '2147483647' }, 'ada', 'bo'), {})
  assert.match((await mail(ada, 'REQUEST', { SEQUENCE: '2' }, 'ada', 'bo')).body.problems[0], stale)
  assertCounts(await mail(ada, 'REQUEST', { SEQUENCE: '4' }, 'ada', 'bo'), { events_updated: 1 })
})

test('in a mail that cancels several occurrences, each one names its own attendees', async () => {
  await mail(ada, 'REQUEST', { UID: 's', RRULE: 'FREQ=WEEKLY;COUNT=3' }, 'ada', 'bo', 'dan')
  await writeInto('s_20260119T090000Z')
  const one = (day: string, SEQUENCE: string, ...names: string[]) => {
    const time = { 'RECURRENCE-ID': `${day}T090000Z`, DTSTART: `${day}T090000Z`, DTEND: `${day}T100000Z` }
    return meeting({ UID: 's', ...organizer, ...time, SEQUENCE }, ...names)
  }
  const both = calendar('METHOD:CANCEL', one('20260112', '3', 'dan'), one('20260119', '2', 'ada', 'bo', 'dan'))
  assertCounts(await sendCalendar(world, both, ada), { events_updated: 1, events_cancelled: 1 })
  const rows = await sql<{ guid: string; sequence: number; off: boolean; names: string }>`
    select guid, sequence, cancelled_at is not null as off,
      (select string_agg(split_part(email, '@', 1), ' ' order by position) from event_attendees
        where event_guid = guid) as names from events where guid like 's\\_%' order by guid`.execute(world.db)
  assert.deepEqual(
    rows.rows.map(({ guid, sequence, off, names }) => `${guid.slice(2, 10)} ${sequence} ${off} ${names}`),
    ['20260112 3 false ada bo', '20260119 2 true ada bo dan', '20260126 0 false ada bo dan'],
  )
})

test('the reply of an attendee adds no event, and the reply of a non-attendee changes none', async () => {
  const reply = (await mail(ada, 'REPLY', {}, 'bo')).body
  assert.deepEqual([reply.events_skipped, await event()], [1, undefined])
  assert.match(reply.problems[0], /METHOD:REPLY tells of no event/)
  assertCounts(await mail(dan, 'REQUEST', {}, 'ada', 'bo'), { events_created: 1, notes_created: 1 })
  assert.deepEqual((await world.post('/api/v1/notes', dan, { filters: { event_guid: 'm' } })).body.data, [])
  assert.match(
    (await mail(dan, 'REQUEST', { SEQUENCE: '1' }, 'dan')).body.problems[0],
    /this calendar may not bring it/,
  )
  assertCounts(await mail(dan, 'CANCEL', { SEQUENCE: '1' }, 'dan'), {})
  assertCounts(await mail(keys.ada, 'CANCEL', { SEQUENCE: '1' }, 'ada', 'bo'), { events_cancelled: 1 })
})

/** A mail about the weekly series `s` of Ada and Bo, or about one of its occurrences. */
const told = (method: string, DTSTAMP: string, ...events: Record<string, string>[]) =>
  sendCalendar(
    world,
    calendar(
      `METHOD:${method}`,
      ...events.map((fields) => meeting({ UID: 's', ...organizer, DTSTAMP, ...fields }, 'ada', 'bo')),
    ),
    ada,
  )
const weekly = (SEQUENCE: string) => ({ SEQUENCE, RRULE: 'FREQ=WEEKLY;COUNT=3' })
const occurrence = (day: string, hour: string, SEQUENCE: string) => ({
  SEQUENCE,
  'RECURRENCE-ID': `${day}T090000Z`,
  DTSTART: `${day}T${hour}0000Z`,
  DTEND: `${day}T${hour}3000Z`,
})
const startsOf = async () => {
  const rows = await world.db.selectFrom('events').selectAll().where('guid', 'like', 's\\_%').orderBy('guid').execute()
  return rows.map(({ starts_at }) => starts_at.toISOString().slice(5, 13))
}

test('an occurrence has a revision of its own, whatever that of its series', async () => {
  await told('REQUEST', '20260101T000000Z', weekly('3'))
  const moved = occurrence('20260119', '15', '1')
  assertCounts(await told('REQUEST', '20260102T000000Z', weekly('3'), moved), { events_updated: 3 })
  assert.deepEqual(await startsOf(), ['01-12T09', '01-19T15', '01-26T09'])
  // It is compared with itself: first the number, then the time.
  const later = occurrence('20260119', '16', '2')
  assertCounts(await told('REQUEST', '20260103T000000Z', later), { events_updated: 1 })
  const older = [
    await told('REQUEST', '20260104T000000Z', moved),
    await told('REQUEST', '20260102T000000Z', occurrence('20260119', '17', '2')),
  ]
  for (const { body } of older) assert.match(body.problems[0], /a newer mail of it came before/)
  assertCounts(await told('CANCEL', '20260105T000000Z', occurrence('20260126', '09', '1')), { events_cancelled: 1 })
  assert.deepEqual(await startsOf(), ['01-12T09', '01-19T16'])
})

test('a mail of the series undoes an occurrence only if it is newer', async () => {
  await told('REQUEST', '20260101T000000Z', weekly('3'))
  await told('REQUEST', '20260103T000000Z', occurrence('20260119', '15', '0'))
  await writeInto('s_20260126T090000Z')
  await told('CANCEL', '20260103T000000Z', occurrence('20260126', '09', '0'))
  for (const DTSTAMP of ['20260101T000000Z', '20260102T000000Z', '20260103T000000Z']) {
    const { body } = await told('REQUEST', DTSTAMP, { ...weekly('0'), SUMMARY: 'Old' })
    assert.match(body.problems[0], /\(3 meetings\): a newer mail/)
    const { body: same } = await told('REQUEST', DTSTAMP, weekly('3'))
    assert.match(same.problems[0], /\(2 meetings\): a newer mail/)
  }
  assert.deepEqual(await startsOf(), ['01-12T09', '01-19T15', '01-26T09'])
  assertCounts(await told('REQUEST', '20260104T000000Z', weekly('3')), { events_updated: 3 })
  assert.deepEqual(await startsOf(), ['01-12T09', '01-19T09', '01-26T09'])
})

test('a mail that calls a meeting off need not say when it would have been', async () => {
  const off = { DTSTART: '', DTEND: '' }
  await mail(ada, 'REQUEST', {}, 'ada', 'bo')
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '1', ...off }, 'ada', 'bo'), { events_cancelled: 1 })
  await told('REQUEST', '20260101T000000Z', weekly('3'))
  const one = { ...off, 'RECURRENCE-ID': '20260119T090000Z' }
  assertCounts(await told('CANCEL', '20260102T000000Z', one), { events_cancelled: 1 })
  const inBerlin = { ...off, 'RECURRENCE-ID;TZID=Europe/Berlin': '20260126T100000' }
  assertCounts(await told('CANCEL', '20260102T000000Z', inBerlin), { events_cancelled: 1 })
  assert.deepEqual(await startsOf(), ['01-12T09'])
  assertCounts(await told('CANCEL', '20260103T000000Z', { ...off, SEQUENCE: '4' }), { events_cancelled: 1 })
  await mail(ada, 'REQUEST', { SEQUENCE: '2' }, 'ada', 'bo', 'dan')
  assertCounts(await mail(ada, 'CANCEL', { SEQUENCE: '3', ...off }, 'dan'), { events_updated: 1 })
  const { body } = await mail(ada, 'REQUEST', { SEQUENCE: '4', ...off }, 'ada', 'bo')
  assert.match(body.message ?? body.problems[0], /DTSTART/)
})

test('a mail that cancels only for people whose addresses cannot be read cancels nothing', async () => {
  await mail(ada, 'REQUEST', {}, 'ada', 'bo')
  const off = meeting({ UID: 'm', ...organizer, SEQUENCE: '1' }).replace(
    'END:VEVENT',
    'ATTENDEE:invalid:nomail\r\nEND:VEVENT',
  )
  const { body } = await sendCalendar(world, calendar('METHOD:CANCEL', off), ada)
  assert.deepEqual([body.events_cancelled, body.events_skipped], [0, 1])
  assert.deepEqual(body.problems, ['line 5: VEVENT m: the address of ATTENDEE at line 13 cannot be read'])
})
