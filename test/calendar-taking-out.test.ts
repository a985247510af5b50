/**
 * Only the organizer, the first importer and a super admin take people out of a meeting or call it off (decision 29g on
 * calendars).
 */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { keys } from './support/acme.ts'
import { meeting, openWithDan, seenBy, sendCalendar, series } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import type { World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await openWithDan()
})
afterEach(() => world[Symbol.asyncDispose]())

const [ada, bo, dan] = [keys.adaRegular, keys.bo, 'mb_dan']
const weeks = ['s_20260112T090000Z', 's_20260119T090000Z', 's_20260126T090000Z']
const seen = (key: string) => seenBy(world, key)
const upload = async (key: string, ...events: string[]) => {
  const answer = await sendCalendar(world, calendar(...events), key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const counts = async (key: string, ...events: string[]) => {
  const { events_created, events_updated, events_cancelled, events_skipped } = await upload(key, ...events)
  return [events_created, events_updated, events_cancelled, events_skipped]
}
const invited = async (guid: string) => {
  const rows = await world.db
    .selectFrom('event_attendees')
    .select('email')
    .where('event_guid', '=', guid)
    .orderBy('position')
    .execute()
  return rows.map(({ email }) => email.replace('@acme.test', '')).sort()
}
const event = (guid: string) =>
  world.db
    .selectFrom('events')
    .select(['title', 'starts_at', 'organizer_email', 'imported_by', 'series_id', 'cancelled_at'])
    .where('guid', '=', guid)
    .executeTakeFirst()

const organizer = (name: string) => ({ ORGANIZER: `mailto:${name}@ACME.test` })
const rule = 'only its organizer, the person who first brought it and a super admin may'

test('an invitee’s calendar removes only its owner; its other changes apply, and the answer names who stays', async () => {
  await upload(ada, meeting({ UID: 'm', ...organizer('ada') }, 'ada', 'bo'))
  const alone = meeting({ UID: 'm', SUMMARY: 'Moved', DTSTART: '20260112T093000Z', ...organizer('bo') }, 'bo', 'dan')
  const result = await upload(bo, alone)
  assert.deepEqual([result.events_updated, result.events_skipped], [1, 0])
  assert.deepEqual(result.problems, [
    `line 4: VEVENT m: attendees stay (1 meeting: ada@acme.test): ${rule} take people out`,
    `line 4: VEVENT m: the organizer stays (1 meeting): ${rule} change that`,
  ])
  const { title, starts_at, organizer_email } = (await event('m'))!
  assert.deepEqual(
    [title, starts_at.toISOString(), organizer_email],
    ['Moved', '2026-01-12T09:30:00.000Z', 'ada@ACME.test'],
  )
  assert.deepEqual(await invited('m'), ['ada', 'bo', 'dan'])
  for (const key of [ada, bo, dan]) assert.deepEqual(await seen(key), ['m'])
  assert.deepEqual(await counts(bo, alone), [0, 0, 0, 0], 'the same again changes nothing')

  assert.deepEqual(await counts(bo, meeting({ UID: 'm', SUMMARY: 'Moved' }, 'dan')), [0, 1, 0, 0])
  assert.deepEqual(await invited('m'), ['ada', 'dan'], 'one may leave')
  assert.deepEqual([await seen(ada), await seen(bo), await seen(dan)], [['m'], [], ['m']])
  assert.deepEqual(await counts(bo, meeting({ UID: 'm' }, 'bo')), [0, 0, 0, 1], 'and does not come back alone')
})

test('a calendar without attendees removes nobody, unless its owner has the right to', async () => {
  await upload(ada, meeting({ UID: 'm', ...organizer('ada') }, 'ada', 'bo'))
  const result = await upload(bo, meeting({ UID: 'm', SUMMARY: 'Renamed' }))
  assert.deepEqual([result.events_updated, result.problems], [1, []])
  assert.deepEqual(await invited('m'), ['ada', 'bo'])
  await upload(ada, meeting({ UID: 'm' }))
  assert.deepEqual(await invited('m'), ['ada'])
})

test('the right is with the organizer, the first importer and a super admin key', async () => {
  const two = (UID: string, more = {}) => meeting({ UID, ...organizer('ada'), ...more }, 'ada', 'bo', 'dan')
  for (const [UID, key, rest] of [
    ['organizer', ada, 'ada'],
    ['first', dan, 'dan'],
  ] as const) {
    await upload(dan, two(UID))
    assert.deepEqual(await counts(key, meeting({ UID }, rest)), [0, 1, 0, 0])
    assert.deepEqual(await invited(UID), [rest])
  }
  await upload(dan, two('admin'), two('off'))
  const onBehalf = { headers: { 'content-type': 'text/calendar', 'x-on-behalf-of': 'u_bo' } }
  const acting = await world.post(
    '/api/v1/calendar/import',
    keys.ada,
    calendar(two('off', { STATUS: 'CANCELLED' })),
    onBehalf,
  )
  assert.equal(acting.body.events_cancelled, 0, 'acting for an attendee is no more than an attendee')
  assert.deepEqual(await counts(keys.ada, meeting({ UID: 'admin' }, 'bo')), [0, 1, 0, 0])
  assert.deepEqual(await invited('admin'), ['bo'])
  assert.deepEqual(await counts(ada, two('off', { STATUS: 'CANCELLED' })), [0, 0, 1, 0])
})

test('the first importer is stored, but has no rights without attending', async () => {
  await upload(dan, meeting({ UID: 'm', ...organizer('ada') }, 'dan', 'ada', 'bo'))
  await upload(bo, meeting({ UID: 'm', SUMMARY: 'B' }, 'bo'))
  await upload(ada, meeting({ UID: 'm', SUMMARY: 'A', ...organizer('ada') }, 'ada', 'bo'))
  assert.equal((await event('m'))!.imported_by, 'u_dan')
  assert.deepEqual(await counts(dan, meeting({ UID: 'm', STATUS: 'CANCELLED' }, 'dan')), [0, 0, 0, 0])
  assert.deepEqual(await counts(bo, meeting({ UID: 'm', STATUS: 'CANCELLED' }, 'bo')), [0, 0, 0, 1])
})

test('a deleted account is no longer stored as first importer', async () => {
  const event_ = { guid: 'x', title: 'X', start: '2026-01-26T09:00:00Z', end: '2026-01-26T10:00:00Z' }
  await world.load({ subdomain: 'acme', name: 'Acme', events: [{ ...event_, imported_by: 'dan@acme.test' }] })
  assert.equal((await event('x'))!.imported_by, 'u_dan')
  await world.db.deleteFrom('users').where('id', '=', 'u_dan').execute()
  assert.equal((await event('x'))!.imported_by, null)
})

test('a person who only attends a meeting cannot remove others from it', async () => {
  await upload(dan, meeting({ UID: 'm' }, 'dan', 'bo'))
  assert.deepEqual(await counts(bo, meeting({ UID: 'm', STATUS: 'CANCELLED' }, 'bo')), [0, 0, 0, 1])
  await upload(dan, meeting({ UID: 'm' }, 'bo'))
  assert.deepEqual(await counts(bo, meeting({ UID: 'm', STATUS: 'CANCELLED' }, 'bo')), [0, 0, 1, 0])
})

test('an old event without a known importer belongs to its organizer', async () => {
  const guid = 'evt1_20260105T090000Z'
  const same = (...names: string[]) =>
    meeting({ UID: 'evt1', 'RECURRENCE-ID': '20260105T090000Z', DTSTART: '20260105T090000Z', DTEND: '' }, ...names)
  await upload(bo, same('bo'))
  assert.deepEqual(await invited(guid), ['ada', 'bo', 'guest@elsewhere.test'])
  await upload(ada, same('ada', 'bo'))
  assert.deepEqual(await invited(guid), ['ada', 'bo'])
})

test('an invitee cannot cancel a meeting in any way', async () => {
  await upload(ada, series({ ...organizer('ada') }, 'ada', 'bo'), meeting({ UID: 'm' }, 'ada', 'bo'))
  // What some of them add is Bo’s own, and called off by the next.
  const attempts: [events: string[], refused: number][] = [
    [[meeting({ UID: 'm', STATUS: 'CANCELLED', SEQUENCE: '99' }, 'bo')], 1],
    [['METHOD:CANCEL', meeting({ UID: 'm' }, 'ada', 'bo')], 1],
    [[series({ STATUS: 'CANCELLED' }, 'ada', 'bo')], 3],
    [[series({ EXDATE: '20260119T090000Z' }, 'ada', 'bo')], 1],
    [[series({ RRULE: 'FREQ=WEEKLY;COUNT=1' }, 'ada', 'bo')], 2],
    [[series({ RRULE: 'FREQ=WEEKLY;COUNT=3;INTERVAL=2' }, 'ada', 'bo')], 1],
    [[series({ DTSTART: '20260112T100000Z', DTEND: '20260112T110000Z', RRULE: 'FREQ=WEEKLY;COUNT=1' }, 'bo')], 3],
    [[meeting({ UID: 's', DTSTART: '20260111T090000Z', DTEND: '' }, 'bo')], 3],
    [[meeting({ UID: 's', 'RECURRENCE-ID': weeks[1]!.slice(2), STATUS: 'CANCELLED' }, 'bo')], 1],
    [[meeting({ UID: 's', 'RECURRENCE-ID;RANGE=THISANDFUTURE': weeks[1]!.slice(2), STATUS: 'CANCELLED' }, 'bo')], 0],
    [
      [
        series({}, 'ada', 'bo'),
        meeting({ UID: 's', 'RECURRENCE-ID;RANGE=THISANDFUTURE': weeks[1]!.slice(2), STATUS: 'CANCELLED' }, 'bo'),
      ],
      2,
    ],
  ]
  for (const [events, refused] of attempts) {
    const result = await upload(bo, ...events)
    const label = events.join()
    assert.equal(result.events_skipped, refused, label)
    const number = refused === 1 ? '1 meeting' : `${refused} meetings`
    if (refused > 0)
      assert.match(result.problems[0], new RegExp(`: not called off \\(${number}\\): ${rule} call it off$`))
    const left = await seen(ada)
    for (const guid of ['m', ...weeks]) assert(left.includes(guid), `${guid} after ${label}`)
  }
  for (const guid of ['m', ...weeks]) {
    assert.equal((await event(guid))!.cancelled_at, null)
    assert.deepEqual(await invited(guid), ['ada', 'bo'])
  }
})

test('a meeting that an invitee moves out of the window stays for everybody, and can return', async () => {
  await upload(ada, series({}, 'ada', 'bo'), meeting({ UID: 'm' }, 'ada', 'bo'))
  const far = { DTSTART: '20300101T090000Z', DTEND: '20300101T100000Z' }
  await upload(
    bo,
    meeting({ UID: 'm', ...far }, 'bo'),
    meeting({ UID: 's', 'RECURRENCE-ID': weeks[1]!.slice(2), ...far }, 'bo'),
  )
  assert.deepEqual(await seen(ada), ['m', ...weeks])
  for (const guid of ['m', weeks[1]!])
    assert.equal((await event(guid))!.starts_at.toISOString(), '2030-01-01T09:00:00.000Z')
  assert.deepEqual(await counts(ada, series({}, 'ada', 'bo'), meeting({ UID: 'm' }, 'ada', 'bo')), [0, 2, 0, 0])
})

test('a planted meeting in a series gives no access to the rest of it', async () => {
  const more = meeting({ UID: 's', 'RECURRENCE-ID': '20260105T090000Z', ...organizer('dan') }, 'dan', 'ada')
  await upload(dan, more)
  await upload(ada, series({ ...organizer('ada') }, 'ada', 'bo'))
  for (const guid of weeks) {
    const { organizer_email, imported_by } = (await event(guid))!
    assert.deepEqual([organizer_email, imported_by, await invited(guid)], ['ada@ACME.test', 'u_ada', ['ada', 'bo']])
  }
  assert.deepEqual(await seen(dan), ['s_20260105T090000Z'])
  const again = series({ ...organizer('dan'), STATUS: 'CANCELLED' }, 'dan')
  assert.deepEqual(await counts(dan, again), [0, 0, 1, 0], 'his own goes')
  assert.deepEqual(await seen(ada), weeks)
})

test('an invitee’s calendar removes no meeting from its series', async () => {
  await upload(ada, series({}, 'ada', 'bo'))
  const before = (await event(weeks[0]!))!.series_id
  await upload(bo, series({ SUMMARY: 'Ours' }, 'bo'))
  assert.deepEqual([(await event(weeks[0]!))!.series_id, (await event(weeks[0]!))!.title], [before, 'Ours'])
  const rows = await world.db.selectFrom('series').select('id').where('id', 'like', 'se_cal_%').execute()
  assert.deepEqual(rows, [{ id: before }])
})

test('the limit of attendees also holds when they are added in several imports', async () => {
  const crowd = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `p${from + index}`)
  await upload(ada, meeting({ UID: 'm' }, 'ada', 'bo', ...crowd(0, 500)))
  assert.deepEqual(await counts(bo, meeting({ UID: 'm' }, 'bo', ...crowd(500, 998))), [0, 1, 0, 0])
  assert.equal((await invited('m')).length, 1_000)
  const result = await upload(bo, meeting({ UID: 'm', SUMMARY: 'More' }, 'bo', 'p998'))
  assert.deepEqual([result.events_updated, result.events_skipped], [0, 1])
  assert.deepEqual(result.problems, ['line 4: VEVENT m: not taken (1 meeting): it would have more than 1000 attendees'])
  assert.deepEqual(await counts(bo, meeting({ UID: 'm', SUMMARY: 'Same' }, 'bo')), [0, 1, 0, 0])
  assert.equal((await invited('m')).length, 1_000)
})

test('51: while a hold covers a meeting nobody can be removed from it and nobody can cancel it', async () => {
  await upload(ada, meeting({ UID: 'm', ...organizer('ada') }, 'ada', 'bo', 'dan'))
  const without = meeting({ UID: 'm', SUMMARY: 'Ours', ...organizer('ada') }, 'ada', 'dan')
  const cancelled = meeting({ UID: 'm', STATUS: 'CANCELLED', ...organizer('ada') }, 'ada', 'bo', 'dan')
  const hold = async (path: string, legal_hold: string | null) =>
    assert.equal((await world.patch(`/api/v1/${path}`, keys.ada, { legal_hold })).status, 200)
  for (const path of ['user/u_bo', 'workspace']) {
    await hold(path, 'Case 4711')
    // Also the person under hold themself, and an administrator: the hold has to be lifted first.
    for (const key of [ada, bo, keys.ada]) {
      await upload(key, without)
      await upload(key, cancelled)
      assert.deepEqual(await invited('m'), ['ada', 'bo', 'dan'])
      assert.deepEqual((await event('m'))!.cancelled_at, null)
    }
    assert.equal((await event('m'))!.title, 'Ours')
    await hold(path, null)
  }
  await upload(ada, without)
  assert.deepEqual(await invited('m'), ['ada', 'dan'])
})

test('51: a hold of somebody who is not invited and made the note covers the meeting as well', async () => {
  await upload(ada, meeting({ UID: 'm', ...organizer('ada') }, 'ada', 'bo'))
  await world.db.updateTable('notes').set({ created_by: 'u_dan' }).where('event_guid', '=', 'm').execute()
  assert.equal((await world.patch('/api/v1/user/u_dan', keys.ada, { legal_hold: 'Case 4711' })).status, 200)
  await upload(ada, meeting({ UID: 'm', ...organizer('ada') }, 'ada'))
  assert.deepEqual(await invited('m'), ['ada', 'bo'])
  await upload(ada, meeting({ UID: 'm', STATUS: 'CANCELLED', ...organizer('ada') }, 'ada', 'bo'))
  assert.deepEqual((await event('m'))!.cancelled_at, null)
})
