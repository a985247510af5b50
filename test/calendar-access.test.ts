/** An import never gives access to a meeting (decision 29g): what somebody may try with calendars of other people’s meetings. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { seriesOf } from '../server/meetings/calendar/importing/plan-import.ts'
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
const seen = (key: string) => seenBy(world, key)
const upload = async (key: string, ...events: string[]) => {
  const answer = await sendCalendar(world, calendar(...events), key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const weeks = ['s_20260112T090000Z', 's_20260119T090000Z', 's_20260126T090000Z']
const stored = () =>
  world.db.selectFrom('events').select(['guid', 'title', 'series_id', 'starts_at']).orderBy('guid').execute()
const share = (by: string, user: string, series_id: string) =>
  world.db
    .insertInto('series_shares')
    .values({ workspace_id: 'ws_acme', series_id, user_id: user, by_user_id: by })
    .execute()

test('adding oneself to another person’s meeting is skipped and reported', async () => {
  await upload(ada, meeting({ UID: 'm' }, 'ada', 'bo'))
  const before = await stored()
  for (const attempt of [meeting({ UID: 'm', SUMMARY: 'Mine' }, 'dan'), meeting({ UID: 'm' }, 'ada', 'bo', 'dan')]) {
    const result = await upload(dan, attempt)
    assert.deepEqual([result.events_skipped, result.events_updated, result.events_cancelled], [1, 0, 0])
    assert.deepEqual(result.problems, ['line 4: VEVENT m: not taken (1 meeting): this calendar may not bring it'])
  }
  assert.deepEqual(await stored(), before)
  assert.deepEqual(await seen(dan), [])
  assert.deepEqual(await seen(ada), ['m'])
})

test('29g: a meeting that is cancelled or outside the window gets the same answer whether others have it or not', async () => {
  const far = { DTSTART: '20300101T090000Z', DTEND: '20300101T100000Z' }
  const second = { 'RECURRENCE-ID': '20260119T090000Z', DTSTART: '20260119T090000Z', DTEND: '20260119T100000Z' }
  await upload(ada, meeting({ UID: 'known' }, 'ada', 'bo'), series({ UID: 'known-s' }, 'ada', 'bo'))
  const before = await stored()
  const attempts = (UID: string) => [
    [meeting({ UID, STATUS: 'CANCELLED' }, 'dan')],
    ['METHOD:CANCEL', meeting({ UID }, 'dan')],
    [meeting({ UID, ...far }, 'dan')],
    [series({ UID: `${UID}-s`, STATUS: 'CANCELLED' }, 'dan')],
    [meeting({ UID: `${UID}-s`, ...second, STATUS: 'CANCELLED' }, 'dan')],
    [meeting({ UID: `${UID}-s`, ...second, ...far }, 'dan')],
    [series({ UID: `${UID}-s`, ...far, EXDATE: '20300108T090000Z' }, 'dan')],
  ]
  for (const [index, attempt] of attempts('known').entries()) {
    const known = await upload(dan, ...attempt)
    const unknown = await upload(dan, ...attempts('other')[index]!)
    assert.deepEqual(known, unknown, attempt.join('\n'))
    assert.deepEqual([known.events_skipped, known.problems], [0, []], 'there is nothing to do')
  }
  assert.deepEqual(await stored(), before)
})

test('an attendee may change it, and a super admin may do anything', async () => {
  await upload(ada, meeting({ UID: 'm' }, 'ada', 'bo'))
  assert.equal((await upload(bo, meeting({ UID: 'm', SUMMARY: 'Ours' }, 'bo', 'ada'))).events_updated, 1)
  assert.equal((await upload(keys.ada, meeting({ UID: 'm' }, 'dan'))).events_updated, 1)
  assert.deepEqual(await seen(dan), ['m'])
  assert.equal(
    (await upload(keys.ada, meeting({ UID: 'm', SUMMARY: 'Theirs' }, 'dan'))).events_updated,
    1,
    'by the right of the key',
  )
  assert.equal((await upload(ada, meeting({ UID: 'm' }, 'ada'))).events_skipped, 1, 'the same person’s regular key')
  const onBehalf = { headers: { 'content-type': 'text/calendar', 'x-on-behalf-of': 'u_bo' } }
  const answer = await world.post('/api/v1/calendar/import', keys.ada, calendar(meeting({ UID: 'm' }, 'bo')), onBehalf)
  assert.equal(answer.body.events_skipped, 1, 'acting for somebody is no super admin')
})

test('a guid that another person used first does not block the later import by the invited people', async () => {
  await upload(dan, meeting({ UID: 'm', SUMMARY: 'Bait' }, 'dan', 'ada'))
  assert.deepEqual(await seen(dan), ['m'])
  const result = await upload(ada, meeting({ UID: 'm' }, 'ada', 'bo'))
  assert.equal(result.events_updated, 1)
  // Dan brought it first, so only a super admin takes him out; the calendar's owner is told that he is there.
  assert.match(
    result.problems[0],
    /^line 4: VEVENT m: attendees stay \(1 meeting: dan@acme\.test\): only its organizer/,
  )
  assert.deepEqual([await seen(dan), await seen(ada), await seen(bo)], [['m'], ['m'], ['m']])
  assert.equal((await upload(keys.ada, meeting({ UID: 'm' }, 'ada', 'bo'))).events_updated, 1)
  assert.deepEqual([await seen(dan), await seen(ada), await seen(bo)], [[], ['m'], ['m']])
  await upload(dan, meeting({ UID: 'n' }, 'dan'))
  assert.equal(
    (await upload(ada, meeting({ UID: 'n' }, 'ada', 'bo'))).events_skipped,
    1,
    'told of, and nothing of it shown',
  )
  assert.deepEqual([await seen(ada), await seen(dan)], [['m'], ['n']])
})

test('the UID of a series that one does not attend gives only one’s own events', async () => {
  await upload(ada, series({}, 'ada', 'bo'))
  const before = await stored()
  const foreign = await upload(dan, series({ SUMMARY: 'Mine' }, 'dan'))
  assert.deepEqual([foreign.events_created, foreign.events_skipped], [0, 3])
  assert.deepEqual(foreign.problems, ['line 4: VEVENT s: not taken (3 meetings): this calendar may not bring it'])
  const later = { DTSTART: '20260205T090000Z', DTEND: '20260205T100000Z' }
  const attempts = [
    [meeting({ UID: 's' }, 'dan'), null],
    [series(later, 'dan'), seriesOf('s', 'u_dan')],
    [meeting({ UID: 's', 'RECURRENCE-ID': '20260202T090000Z' }, 'dan'), seriesOf('s', 'u_dan')],
  ] as const
  for (const [attempt, series_id] of attempts) {
    assert.deepEqual((await upload(dan, attempt)).problems, [])
    const after = await stored()
    const isKnown = ({ guid }: { guid: string }) => before.some((event) => event.guid === guid)
    assert.deepEqual(after.filter(isKnown), before)
    const own = after.filter((event) => !isKnown(event))
    assert.deepEqual(new Set(own.map((event) => event.series_id)), new Set([series_id]))
  }
  assert.deepEqual(
    (await seen(dan)).filter((guid) => weeks.includes(guid)),
    [],
  )
  await share('u_dan', 'u_dan', before.find(({ guid }) => guid === weeks[0])!.series_id!)
  assert.deepEqual(
    (await seen(dan)).filter((guid) => weeks.includes(guid)),
    [],
  )
})

test('a UID that ends like the guid of an occurrence is refused', async () => {
  for (const end of ['_20261129T090000Z', '_99999999T999999Z']) {
    const result = await upload(dan, meeting({ UID: `s${end}` }, 'dan'), meeting({ UID: `free${end}` }, 'dan'))
    assert.deepEqual([result.events_created, result.events_skipped], [0, 2])
    assert.match(result.problems[0], /^line 4: VEVENT s_\d+T\d+Z: its UID ends like the guid of an occurrence/)
  }
  const fine = ['s_20261129T090000', 's-20261129T090000Z', 's_20261129T090000Z@acme.test', 's_120261129T090000Z']
  const result = await upload(dan, ...fine.map((UID) => meeting({ UID }, 'dan')))
  assert.deepEqual([result.events_created, result.problems], [4, []])
})

test('a planted occurrence does not block the rest of the series', async () => {
  const plant = meeting(
    { UID: 's', 'RECURRENCE-ID': '20260119T090000Z', DTSTART: '20260119T090000Z', DTEND: '' },
    'dan',
  )
  await upload(dan, plant)
  // One under a UID of its own, from before that was refused.
  const event = { guid: weeks[2], title: 'Old', start: '2026-01-26T09:00:00Z', end: '2026-01-26T10:00:00Z' }
  const old = { ...event, attendees: [{ email: 'dan@acme.test' }] }
  await world.load({ subdomain: 'acme', name: 'Acme', events: [old] })
  const planted = (await stored()).filter(({ guid }) => guid === weeks[1] || guid === weeks[2])
  const result = await upload(ada, series({ RRULE: 'FREQ=WEEKLY;COUNT=4' }, 'ada', 'bo'))
  assert.deepEqual([result.events_created, result.notes_created, result.events_skipped], [2, 2, 2])
  assert.deepEqual(result.problems, ['line 4: VEVENT s: not taken (2 meetings): this calendar may not bring it'])
  assert.deepEqual(await seen(ada), [weeks[0], 's_20260202T090000Z'])
  assert.deepEqual(await seen(bo), await seen(ada))
  assert.deepEqual(
    (await stored()).filter(({ guid }) => planted.some((event) => event.guid === guid)),
    planted,
  )
  const again = await upload(ada, series({ RRULE: 'FREQ=WEEKLY;COUNT=4' }, 'ada', 'bo'))
  assert.deepEqual([again.events_created, again.events_updated, again.events_cancelled], [0, 0, 0])
})

test('new events do not join a series that an uninvited person began', async () => {
  // Dan knows the UID, and invites Ada and himself to one meeting more, which no calendar of Ada’s will name.
  const more = { UID: 's', 'RECURRENCE-ID': '20260301T090000Z', DTSTART: '20260301T090000Z', DTEND: '' }
  await upload(dan, meeting(more, 'ada', 'dan'))
  const result = await upload(ada, series({}, 'ada', 'bo'))
  assert.deepEqual([result.events_created, result.events_skipped], [3, 1], 'the one more is not Ada’s to call off')
  await share('u_dan', 'u_dan', seriesOf('s', 'u_dan'))
  const of = new Map((await stored()).map(({ guid, series_id }) => [guid, series_id]))
  assert.deepEqual(
    weeks.map((guid) => of.get(guid)),
    weeks.map(() => seriesOf('s', 'u_ada')),
  )
  assert.deepEqual(
    (await seen(dan)).filter((guid) => weeks.includes(guid)),
    [],
  )
  const again = await upload(ada, series({}, 'ada', 'bo'))
  assert.deepEqual([again.events_created, again.events_updated, again.events_cancelled], [0, 0, 0])
})

test('invited people share one series, whoever imports it first', async () => {
  await upload(ada, series({}, 'ada', 'bo'))
  const [before] = [await stored()]
  const again = await upload(bo, series({}, 'bo', 'ada'))
  assert.deepEqual([again.events_updated, again.events_skipped], [0, 0])
  assert.deepEqual(await stored(), before)
  const longer = await upload(bo, series({ RRULE: 'FREQ=WEEKLY;COUNT=4' }, 'ada', 'bo'))
  assert.equal(longer.events_created, 1)
  const ids = (await stored()).filter(({ guid }) => guid.startsWith('s_')).map(({ series_id }) => series_id)
  assert.deepEqual(new Set(ids), new Set([seriesOf('s', 'u_ada')]))
})

test('a series from an imported world continues under its id', async () => {
  const [event] = await world.db.selectFrom('events').select(['guid', 'title']).execute()
  const text = meeting(
    {
      UID: 'evt1',
      SUMMARY: event!.title,
      DTSTART: '20260105T090000Z',
      DTEND: '20260105T093000Z',
      RRULE: 'FREQ=WEEKLY;COUNT=2',
    },
    'ada',
    'bo',
  )
  assert.equal((await upload(bo, text)).events_created, 1)
  const ids = (await stored()).map(({ series_id }) => series_id)
  assert.deepEqual(ids, ['se_w', 'se_w'])
})

test('a series in which one attends some meetings and not others', async () => {
  const second = meeting(
    { UID: 's', 'RECURRENCE-ID': '20260119T090000Z', DTSTART: '20260119T090000Z', DTEND: '20260119T100000Z' },
    'ada',
  )
  await upload(ada, series({}, 'ada', 'bo'), second)
  const result = await upload(bo, series({ SUMMARY: 'Renamed' }, 'ada', 'bo'))
  assert.deepEqual([result.events_updated, result.events_skipped], [2, 1])
  assert.deepEqual(result.problems, ['line 4: VEVENT s: not taken (1 meeting): this calendar may not bring it'])
  assert.deepEqual(await seen(bo), [weeks[0], weeks[2]])
  const taken = await upload(bo, meeting({ UID: 'b', RRULE: 'FREQ=WEEKLY;COUNT=3' }, 'bo'))
  assert.equal(taken.events_created, 3)
  await upload(keys.ada, meeting({ UID: 'b', 'RECURRENCE-ID': '20260119T090000Z' }, 'ada'))
  const off = await upload(bo, meeting({ UID: 'b', STATUS: 'CANCELLED' }, 'bo'))
  assert.deepEqual([off.events_cancelled, off.events_skipped], [2, 0])
  assert.deepEqual(await seen(ada), ['b_20260119T090000Z', ...weeks])
})

test('events of another workspace are not used', async () => {
  await upload(ada, meeting({ UID: 'm' }, 'ada'))
  const result = await upload(keys.zoe, meeting({ UID: 'm' }, 'ada', 'bo'))
  assert.deepEqual([result.events_created, result.events_skipped], [1, 0])
  assert.deepEqual(await seen(ada), ['m'])
})

test('a calendar that has the same meeting twice', async () => {
  const result = await upload(dan, series({}, 'dan'), meeting({ UID: weeks[1]!, SUMMARY: 'Other' }, 'dan'))
  assert.deepEqual([result.events_created, result.events_skipped], [3, 1])
  assert.deepEqual(
    (await stored()).filter(({ title }) => title === 'Other'),
    [],
  )
})
