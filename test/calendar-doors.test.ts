/** An import never opens a door (decision 29g): what somebody may try with calendars of other people’s meetings. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { seriesOf } from '../server/calendar/series.ts'
import { acme, keys } from './acme.ts'
import { calendar, vevent } from './calendars.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await world.load(...acme())
  const dan = {
    users: [{ id: 'u_dan', email: 'dan@acme.test', full_name: 'Dan' }],
    api_keys: [{ id: 'k_dan', user: 'u_dan', name: 'dan', secret: 'mb_dan' }],
  }
  await world.load({ subdomain: 'acme', name: 'Acme', ...dan })
})
afterEach(() => world[Symbol.asyncDispose]())

const [ada, bo, dan] = [keys.adaRegular, keys.bo, 'mb_dan']
const upload = async (key: string, ...events: string[]) => {
  const headers = { 'content-type': 'text/calendar' }
  const answer = await world.post('/api/v1/calendar/import', key, calendar(...events), { headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const meeting = (fields: Record<string, string | string[]>, ...emails: string[]) =>
  vevent({
    DTSTART: '20260112T090000Z',
    DTEND: '20260112T100000Z',
    SUMMARY: 'Secret',
    ...fields,
    ATTENDEE: emails.map((email) => `mailto:${email}@acme.test`),
  })
const series = (fields: Record<string, string | string[]>, ...emails: string[]) =>
  meeting({ UID: 's', RRULE: 'FREQ=WEEKLY;COUNT=3', ...fields }, ...emails)

async function seen(key: string): Promise<string[]> {
  const { body } = await world.post('/api/v1/notes', key, { pagination: { page_size: 50 } })
  const made = body.data.filter(({ created_at }: { created_at: string }) => created_at.startsWith('2026-01-10'))
  return made.map(({ event_guid }: { event_guid: string }) => event_guid).sort()
}

const weeks = ['s_20260112T090000Z', 's_20260119T090000Z', 's_20260126T090000Z']
const stored = () =>
  world.db.selectFrom('events').select(['guid', 'title', 'series_id', 'starts_at']).orderBy('guid').execute()
const share = (by: string, user: string, series_id: string) =>
  world.db
    .insertInto('series_shares')
    .values({ workspace_id: 'ws_acme', series_id, user_id: user, by_user_id: by })
    .execute()

test('adding oneself to somebody’s meeting is skipped and told of, and so is calling it off', async () => {
  await upload(ada, meeting({ UID: 'm' }, 'ada', 'bo'))
  const before = await stored()
  for (const attempt of [
    meeting({ UID: 'm', SUMMARY: 'Mine' }, 'dan'),
    meeting({ UID: 'm' }, 'ada', 'bo', 'dan'),
    meeting({ UID: 'm', STATUS: 'CANCELLED' }, 'dan'),
  ]) {
    const result = await upload(dan, attempt)
    assert.deepEqual([result.events_skipped, result.events_updated, result.events_cancelled], [1, 0, 0])
    assert.match(result.problems[0], /^line 4: VEVENT m: it is known here, and you are not among its attendees$/)
  }
  assert.deepEqual(await stored(), before)
  assert.deepEqual(await seen(dan), [])
  assert.deepEqual(await seen(ada), ['m'])
})

test('an attendee changes it, and a super admin anything', async () => {
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

test('the guid of a future meeting, taken before those who are invited bring it', async () => {
  await upload(dan, meeting({ UID: 'm', SUMMARY: 'Bait' }, 'dan', 'ada'))
  assert.deepEqual(await seen(dan), ['m'])
  assert.equal((await upload(ada, meeting({ UID: 'm' }, 'ada', 'bo'))).events_updated, 1)
  assert.deepEqual([await seen(dan), await seen(ada), await seen(bo)], [[], ['m'], ['m']])
  await upload(dan, meeting({ UID: 'n' }, 'dan'))
  assert.equal(
    (await upload(ada, meeting({ UID: 'n' }, 'ada', 'bo'))).events_skipped,
    1,
    'told of, and nothing of it shown',
  )
  assert.deepEqual([await seen(ada), await seen(dan)], [['m'], ['n']])
})

test('an occurrence under the UID of a series that one does not attend', async () => {
  await upload(ada, series({}, 'ada', 'bo'))
  const before = await stored()
  const more = { DTSTART: '20260205T090000Z', DTEND: '20260205T100000Z' }
  const attempts = [
    series(more, 'dan'),
    meeting({ UID: 's', 'RECURRENCE-ID': '20260202T090000Z' }, 'dan', 'ada'),
    meeting({ UID: 's' }, 'dan'),
    meeting({ UID: 's_20260202T090000Z' }, 'dan'),
  ]
  for (const attempt of attempts.slice(0, 3)) {
    const result = await upload(dan, attempt)
    assert(result.events_skipped > 0)
    assert.match(result.problems[0], /known here/)
  }
  assert.deepEqual(await stored(), before)
  // An event by itself with a name like an occurrence's is an event by itself.
  await upload(dan, attempts[3]!)
  assert.equal((await stored()).find(({ guid }) => guid === 's_20260202T090000Z')!.series_id, null)
  await share('u_dan', 'u_dan', before.find(({ guid }) => guid === weeks[0])!.series_id!)
  assert.deepEqual(await seen(dan), ['s_20260202T090000Z'])
})

test('a series begun by somebody who is not invited is not joined: sharing it shows nothing', async () => {
  // Dan knows the UID, invites Ada to all meetings and himself to one more, which no calendar of Ada’s will name.
  await upload(
    dan,
    series({}, 'ada', 'dan'),
    meeting({ UID: 's', 'RECURRENCE-ID': '20260301T090000Z', DTSTART: '20260301T090000Z', DTEND: '' }, 'ada', 'dan'),
  )
  assert.equal((await upload(ada, series({}, 'ada', 'bo'))).events_updated, 3)
  const own = seriesOf('s', 'u_dan')
  await share('u_dan', 'u_dan', own)
  const of = new Map((await stored()).map(({ guid, series_id }) => [guid, series_id]))
  assert.deepEqual(
    weeks.map((guid) => of.get(guid)),
    weeks.map(() => seriesOf('s', 'u_ada')),
  )
  assert.deepEqual(
    (await seen(dan)).filter((guid) => weeks.includes(guid)),
    [],
  )
  assert.deepEqual(await upload(ada, series({}, 'ada', 'bo')), {
    events_created: 0,
    events_updated: 0,
    events_cancelled: 0,
    events_skipped: 0,
    notes_created: 0,
    problems: [],
  })
})

test('those who are invited share one series, whoever brings it first', async () => {
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

test('a series of the operator’s own world goes on under its id', async () => {
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

test('some meetings of a series that one attends, others that one does not', async () => {
  const second = meeting(
    { UID: 's', 'RECURRENCE-ID': '20260119T090000Z', DTSTART: '20260119T090000Z', DTEND: '20260119T100000Z' },
    'ada',
  )
  await upload(ada, series({}, 'ada', 'bo'), second)
  const result = await upload(bo, series({ SUMMARY: 'Renamed' }, 'ada', 'bo'))
  assert.deepEqual([result.events_updated, result.events_skipped], [2, 1])
  assert.match(result.problems[0], /line 4: VEVENT s: 1 of its meetings/)
  assert.deepEqual(await seen(bo), [weeks[0], weeks[2]])
  const off = await upload(bo, series({ STATUS: 'CANCELLED' }, 'bo'))
  assert.deepEqual([off.events_cancelled, off.events_skipped], [2, 1])
  assert.deepEqual(await seen(ada), [weeks[1]])
})

test('another workspace’s events are not there', async () => {
  await upload(ada, meeting({ UID: 'm' }, 'ada'))
  const result = await upload(keys.zoe, meeting({ UID: 'm' }, 'ada', 'bo'))
  assert.deepEqual([result.events_created, result.events_skipped], [1, 0])
  assert.deepEqual(await seen(ada), ['m'])
})

test('one calendar that names the same meeting twice', async () => {
  const result = await upload(dan, series({}, 'dan'), meeting({ UID: weeks[1]!, SUMMARY: 'Other' }, 'dan'))
  assert.deepEqual([result.events_created, result.events_skipped], [3, 1])
  assert.deepEqual(
    (await stored()).filter(({ title }) => title === 'Other'),
    [],
  )
})
