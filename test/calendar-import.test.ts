/** A calendar file becomes events, series and notes, and its changes theirs (decision 29g). The clock stands at 2026-01-10 12:00. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { portionLimits } from '../server/meetings/calendar/importing/portions.ts'
import { acme, keys } from './support/acme.ts'
import { assertCounts, everythingIn, sendCalendar, single } from './support/calendar-world.ts'
import { calendar, vevent } from './support/calendars.ts'
import { statementsOf } from './support/statements.ts'
import { somebodyWaits } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await world.load(...acme())
})
afterEach(() => world[Symbol.asyncDispose]())

const upload = (text: string | Buffer, key = keys.adaRegular) => sendCalendar(world, text, key)

async function noteOf(guid: string, key = keys.adaRegular) {
  const include = { event_attendees: true }
  return (await world.post('/api/v1/notes', key, { filters: { event_guid: guid }, include })).body.data[0]
}

const people = {
  'ATTENDEE;CN=Ada Moreau': 'mailto:ada@acme.test',
  'ATTENDEE;CN=Bo': 'MAILTO:BO@acme.test',
  ATTENDEE: 'mailto:guest@elsewhere.test',
}

test('an event and its note, as all invited people see them', async () => {
  const text = calendar(
    single({
      ...people,
      'ORGANIZER;CN=Bo': 'mailto:bo@acme.test',
      'X-GOOGLE-CONFERENCE': 'https://meet.google.com/abc-defg-hij',
    }),
  )
  assertCounts(await upload(text), { events_created: 1, notes_created: 1 })
  const note = await noteOf('one@acme.test')
  assert.deepEqual(
    { ...note, id: '' },
    {
      id: '',
      title: 'Launch',
      created_at: '2026-01-10T12:00:00.000Z',
      updated_at: '2026-01-10T12:00:00.000Z',
      event_guid: 'one@acme.test',
      event_start: '2026-01-12T09:00:00.000Z',
      event_end: '2026-01-12T09:30:00.000Z',
      event_is_all_day: false,
      call_url: 'https://meet.google.com/abc-defg-hij',
      organizer_email: 'bo@acme.test',
      series_id: null,
      recording_ids: [],
      event_attendees: ['ada@acme.test', 'BO@acme.test', 'guest@elsewhere.test'],
    },
  )
  assert.equal((await noteOf('one@acme.test', keys.bo))?.id, note.id)
  const whole = (await world.get(`/api/v1/note/${note.id}`, keys.bo)).body.note
  assert.equal(whole.content_native_markdown, '')
})

test('a series: a guid for each original start, one series id, a note each, times by the zone', async () => {
  const series = vevent({
    UID: 'weekly@acme.test',
    'DTSTART;TZID=Europe/Berlin': '20260105T093000',
    'DTEND;TZID=Europe/Berlin': '20260105T100000',
    RRULE: 'FREQ=WEEKLY',
    'EXDATE;TZID=Europe/Berlin': '20260119T093000',
    SUMMARY: 'Weekly',
  })
  const moved = vevent({
    UID: 'weekly@acme.test',
    'RECURRENCE-ID;TZID=Europe/Berlin': '20260126T093000',
    DTSTART: '20260127T140000Z',
    DTEND: '20260127T150000Z',
    SUMMARY: 'Weekly, long',
  })
  // 5 January to 6 April are 14 Mondays; one is taken out.
  assertCounts(await upload(calendar(series, moved)), { events_created: 13, notes_created: 13 })
  const first = await noteOf('weekly@acme.test_20260105T083000Z')
  assert.deepEqual(first.event_attendees, ['ada@acme.test'], 'without attendees the importer is the one')
  const later = await noteOf('weekly@acme.test_20260126T083000Z')
  assert.deepEqual([later.title, later.event_start], ['Weekly, long', '2026-01-27T14:00:00.000Z'])
  assert.equal(later.series_id, first.series_id)
  assert.match(first.series_id, /^[A-Za-z0-9_-]{1,64}$/)
  assert.equal(
    (await noteOf('weekly@acme.test_20260330T073000Z')).event_start,
    '2026-03-30T07:30:00.000Z',
    'summer time',
  )
  assert.equal(await noteOf('weekly@acme.test_20260119T083000Z'), undefined)
})

test('the same file changes nothing, and a changed file only the differences', async () => {
  const weekly = (fields: object = {}) =>
    vevent({
      UID: 'w',
      DTSTART: '20260112T090000Z',
      RRULE: 'FREQ=WEEKLY;COUNT=4',
      SUMMARY: 'Weekly',
      ...people,
      ...fields,
    })
  await upload(calendar(single(people), weekly()))
  const before = await everythingIn(world)
  world.advance({ minutes: 5 })
  assertCounts(await upload(calendar(single(people), weekly())), {})
  assertCounts(await upload(calendar(weekly(), single(people))), {})
  assert.deepEqual(await everythingIn(world), before)

  const renamed = vevent({
    UID: 'w',
    'RECURRENCE-ID': '20260119T090000Z',
    DTSTART: '20260119T091500Z',
    SUMMARY: 'Weekly',
    ...people,
  })
  assertCounts(await upload(calendar(single(people), weekly(), renamed)), { events_updated: 1 })
  const notes = await world.db
    .selectFrom('notes')
    .select(['event_guid', 'updated_at'])
    .where('event_guid', 'like', 'w\\_%')
    .execute()
  const touched = notes.filter(({ updated_at }) => updated_at.toISOString() === '2026-01-10T12:05:00.000Z')
  assert.deepEqual(
    touched.map(({ event_guid }) => event_guid),
    ['w_20260119T090000Z'],
  )
})

test('changes of time, title, link, organizer and attendees, and of who sees it', async () => {
  await upload(calendar(single(people)))
  const { id } = await noteOf('one@acme.test')
  const changed = single({
    DTSTART: '20260113T100000Z',
    DTEND: '20260113T110000Z',
    SUMMARY: 'Launch, moved',
    ORGANIZER: 'mailto:ada@acme.test',
    ATTENDEE: 'mailto:ada@acme.test',
    LOCATION: 'https://zoom.us/j/123',
  })
  assertCounts(await upload(calendar(changed)), { events_updated: 1 })
  const note = await noteOf('one@acme.test')
  assert.deepEqual(
    [note.id, note.title, note.event_start, note.event_end, note.call_url, note.organizer_email, note.event_attendees],
    [
      id,
      'Launch, moved',
      '2026-01-13T10:00:00.000Z',
      '2026-01-13T11:00:00.000Z',
      'https://zoom.us/j/123',
      'ada@acme.test',
      ['ada@acme.test'],
    ],
  )
  assert.equal(await noteOf('one@acme.test', keys.bo), undefined, 'who is invited no more sees it no more')
  const untitled = calendar(single({ SUMMARY: '', ATTENDEE: 'mailto:ada@acme.test' }))
  assertCounts(await upload(untitled), { events_updated: 1 })
  const { id: untitledId, title } = await noteOf('one@acme.test')
  assert.equal(title, 'Untitled event')
  assertCounts(await upload(untitled), {})
  assert.equal((await world.delete(`/api/v1/note/${untitledId}`, keys.ada)).status, 200)
  assert.equal((await record()).status, 201)
  await world.settle()
  assert.equal((await noteOf('one@acme.test')).title, 'Untitled event')
})

const record = (more: object = {}) =>
  world.post('/api/v1/recordings/upload', keys.adaRegular, {
    title: 'Call',
    event_guid: 'one@acme.test',
    transcript: { speech_segments: [{ speaker: 'Ada', text: 'We rent.', start_time: 0, end_time: 4 }] },
    ...more,
  })

test('29g: an upload and the calling off of its meeting, or the deletion of its channel, at once', async () => {
  const whileDeleting = (table: 'events' | 'channels', more: object) =>
    world.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('publications').execute()
      await sql`delete from ${sql.table(table)} where ${table === 'events' ? sql`guid = 'one@acme.test'` : sql`id = 'ch_eng'`}`.execute(
        tx,
      )
      const recorded = record(more)
      await Promise.race([somebodyWaits(world.db), recorded])
      return [recorded]
    })
  await upload(calendar(single(people)))
  const [intoChannel] = await whileDeleting('channels', { channel_id: 'ch_eng' })
  assert.deepEqual(
    [(await intoChannel!).status, (await intoChannel!).body.errors?.[0]?.location],
    [400, 'body.channel_id'],
  )
  await world.db.deleteFrom('notes').where('event_guid', '=', 'one@acme.test').execute()
  const [intoEvent] = await whileDeleting('events', {})
  assert.deepEqual([(await intoEvent!).status, (await intoEvent!).body.errors?.[0]?.location], [400, 'body.event_guid'])

  await upload(calendar(single(people)))
  const [calledOff] = await world.db.transaction().execute(async (tx) => {
    const ids = { workspace_id: 'ws_acme', recording_id: 'r_new', submitted_by: 'u_ada', event_guid: 'one@acme.test' }
    const now = world.base.clock()
    const about = { title: '', title_folded: '', status: 'PENDING' as const, created_at: now, updated_at: now }
    await tx
      .insertInto('uploads')
      .values({ ...ids, ...about })
      .execute()
    const calling = upload(calendar(single({ ...people, STATUS: 'CANCELLED', SEQUENCE: '1' })))
    await Promise.race([somebodyWaits(world.db), calling])
    return [calling]
  })
  assert.equal((await calledOff!).status, 200)
})

test('SUMMARY renames the note unless a person has renamed it', async () => {
  await upload(calendar(single(people)))
  await world.db
    .updateTable('notes')
    .set({ title: 'Ours', title_folded: 'ours', titled_by_person: true })
    .where('event_guid', '=', 'one@acme.test')
    .execute()
  assertCounts(await upload(calendar(single(people))), {})
  assertCounts(await upload(calendar(single({ ...people, SUMMARY: 'Launch 2' }))), { events_updated: 1 })
  assert.equal((await noteOf('one@acme.test')).title, 'Ours')
  const { title } = await world.db
    .selectFrom('events')
    .select('title')
    .where('guid', '=', 'one@acme.test')
    .executeTakeFirstOrThrow()
  assert.equal(title, 'Launch 2')
})

test('cancelled: an empty note is deleted with its event, one with content stays; the event can return', async () => {
  const cancelled = (method: string) =>
    method === 'STATUS'
      ? calendar(single({ ...people, STATUS: 'CANCELLED' }))
      : calendar('METHOD:CANCEL', single(people))
  for (const method of ['STATUS', 'METHOD']) {
    await upload(calendar(single(people)))
    assertCounts(await upload(cancelled(method)), { events_cancelled: 1 })
    assert.equal(await noteOf('one@acme.test'), undefined)
    assertCounts(await upload(cancelled(method)), {})
    assertCounts(await upload(calendar(single(people))), { events_created: 1, notes_created: 1 })
  }
  const fill: Record<string, (note: string) => Promise<unknown>> = {
    'an agenda': (note) =>
      world.db
        .updateTable('notes')
        .set({ agenda: '[{"type":"paragraph","depth":0,"text":"x"}]' })
        .where('id', '=', note)
        .execute(),
    'an action item': (note) =>
      world.load({ subdomain: 'acme', name: 'Acme', action_items: [{ note, text: 'Do it' }] }),
    'a recording': (note) => world.load({ subdomain: 'acme', name: 'Acme', recordings: [{ note, title: 'x' }] }),
  }
  for (const [content, add] of Object.entries(fill)) {
    const text = (more: object = {}) => calendar(single({ ...people, UID: content, ...more }))
    await upload(text())
    const { id } = await noteOf(content)
    await add(id)
    assertCounts(await upload(text({ STATUS: 'CANCELLED' })), { events_cancelled: 1 })
    assert.equal((await noteOf(content)).id, id, content)
    assertCounts(await upload(text({ STATUS: 'CANCELLED' })), {})
    assertCounts(await upload(text()), { events_updated: 1 })
    assertCounts(await upload(text()), {})
  }
  const upload_ = { recording_id: 'r_x', submitted_by: 'u_ada', title: 'x', status: 'FAILED', event: 'upload' }
  await upload(calendar(single({ ...people, UID: 'upload' })))
  await world.load({ subdomain: 'acme', name: 'Acme', uploads: [upload_] })
  assertCounts(await upload(calendar(single({ ...people, UID: 'upload', STATUS: 'CANCELLED' }))), {
    events_cancelled: 1,
  })
})

test('occurrences are cancelled by an override, by EXDATE or by the end of a rule; events that have begun stay', async () => {
  const weekly = (fields: Record<string, string>, ...more: string[]) =>
    calendar(vevent({ UID: 'w', DTSTART: '20251229T090000Z', RRULE: 'FREQ=WEEKLY;COUNT=6', ...fields }), ...more)
  assertCounts(await upload(weekly({})), { events_created: 6, notes_created: 6 })
  const off = vevent({
    UID: 'w',
    'RECURRENCE-ID': '20260112T090000Z',
    DTSTART: '20260112T090000Z',
    STATUS: 'CANCELLED',
  })
  assertCounts(await upload(weekly({}, off)), { events_cancelled: 1 })
  assertCounts(await upload(weekly({ EXDATE: '20260112T090000Z,20251229T090000Z' })), { events_cancelled: 1 })
  assertCounts(await upload(weekly({ RRULE: 'FREQ=WEEKLY;COUNT=1' })), {
    events_created: 1,
    notes_created: 1,
    events_cancelled: 3,
  })
  const left = await world.db.selectFrom('events').select('guid').where('guid', 'like', 'w%').orderBy('guid').execute()
  assert.deepEqual(
    left.map(({ guid }) => guid),
    ['w_20251229T090000Z', 'w_20260105T090000Z'],
  )
  assertCounts(await upload(weekly({ STATUS: 'CANCELLED' })), { events_cancelled: 2 })
})

test('an event that is missing from a file stays: a file is not the whole calendar', async () => {
  await upload(calendar(single(people), single({ ...people, UID: 'two' })))
  assertCounts(await upload(calendar(single({ ...people, UID: 'two' }))), {})
  assert(await noteOf('one@acme.test'))
})

test('the window is 90 days each way, to the second; a known event may move out of it', async () => {
  const at = (uid: string, DTSTART: string) => single({ UID: uid, DTSTART, DTEND: DTSTART })
  const starts = {
    early: '20251012T115959Z',
    first: '20251012T120000Z',
    last: '20260410T120000Z',
    late: '20260410T120001Z',
  }
  const text = calendar(...Object.entries(starts).map(([uid, start]) => at(uid, start)))
  assertCounts(await upload(text), { events_created: 2, notes_created: 2 })
  assert(await noteOf('first'))
  assert(await noteOf('last'))
  world.advance({ seconds: 1 })
  assertCounts(await upload(text), { events_created: 1, notes_created: 1 })
  assertCounts(await upload(calendar(at('last', '20270101T000000Z'))), { events_updated: 1 })
  assert.equal((await noteOf('last')).event_start, '2027-01-01T00:00:00.000Z')
  await using narrow = await openWorld({ CALENDAR_WINDOW_DAYS: '1' })
  await narrow.load(...acme())
  assertCounts(await sendCalendar(narrow, text, keys.bo), {})
})

test('all-day events last from the first midnight to the midnight after the last day', async () => {
  const days = (uid: string, more: object) =>
    single({ UID: uid, DTSTART: '', DTEND: '', 'DTSTART;VALUE=DATE': '20260112', ...more })
  await upload(
    calendar(
      days('one', {}),
      days('three', { 'DTEND;VALUE=DATE': '20260115' }),
      days('two', { DURATION: 'P2D' }),
      days('odd', { 'DTEND;VALUE=DATE': '20260112' }),
    ),
  )
  for (const [uid, end] of Object.entries({ one: '13', three: '15', two: '14', odd: '13' })) {
    const note = await noteOf(uid)
    assert.deepEqual(
      [note.event_start, note.event_end, note.event_is_all_day],
      ['2026-01-12T00:00:00.000Z', `2026-01-${end}T00:00:00.000Z`, true],
      uid,
    )
  }
  const yearly = days('holiday', { RRULE: 'FREQ=DAILY;COUNT=2' })
  await upload(calendar(yearly))
  assert((await noteOf('holiday_20260113T000000Z')).event_is_all_day)
})

test('a portion of a large calendar needs as many statements as a small calendar', async () => {
  const file = (count: number, more: object) =>
    calendar(...Array.from({ length: count }, (_, index) => single({ ...people, UID: `${count}-${index}`, ...more })))
  const portions = (1_000 * (portionLimits.ofEvent + 3)) / portionLimits.size
  const changes = [
    {},
    {},
    { SUMMARY: 'Renamed', DTSTART: '20260112T083000Z' },
    { ATTENDEE: [] },
    { STATUS: 'CANCELLED' },
  ]
  for (const [index, change] of changes.entries()) {
    const few = await statementsOf(world.base, () => upload(file(20, change)))
    const many = await statementsOf(world.base, () => upload(file(1_000, change)))
    assert(few > 2 && many <= (few + 1) * (portions + 1), `${index}: ${few} for 20 events, ${many} for 1,000`)
  }
})
