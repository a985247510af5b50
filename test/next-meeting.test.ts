/** The next meeting after one, with its people and what was left open, and its calendar file by mail. Now is 2026-01-10 12:00. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { sendCalendar } from './support/calendar-world.ts'
import { calendar, vevent } from './support/calendars.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let server: MailServer
before(async () => {
  server = await openMailServer()
  world = await openWorld(server.settings)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  server.mails.length = 0
})

const preview = (note = 'n_1', key = keys.bo, query = '') => world.get(`/api/v1/note/${note}/next${query}`, key)
const make = (body: object = {}, note = 'n_1', key = keys.bo) => world.post(`/api/v1/note/${note}/next`, key, body)
const agenda = async (note: string, key = keys.bo) =>
  (await world.get(`/api/v1/note/${note}`, key)).body.note.content_native_markdown.replaceAll(/#(ai|b)_\w+ ?/g, '')

async function made(body: object = {}, note = 'n_1', key = keys.bo) {
  const answer = await make(body, note, key)
  assert.equal(answer.status, 201, answer.text)
  return read(answer.body.note.id, key)
}
const read = async (id: string, key = keys.bo) => (await world.get(`/api/v1/note/${id}`, key)).body.note

/** By receiver: the mail, and the calendar file in it. */
async function mails() {
  await world.settle()
  return new Map(
    server.mails.splice(0).map(({ to, text }) => {
      const part = text.split(/\n--[^\n]+/).find((each) => each.includes('filename=meeting.ics')) ?? ''
      const encoded = part.slice(part.lastIndexOf('\n\n', part.length - 3))
      return [
        to[0]!.toLowerCase(),
        {
          text,
          file: Buffer.from(encoded, 'base64')
            .toString()
            .replace(/(?<=END:VCALENDAR\r\n).*/, ''),
        },
      ] as const
    }),
  )
}

test('it has the series, the people and what is open, in a week at the same hour; asked again it is the same', async () => {
  const { next } = (await preview()).body
  assert.deepEqual(next, {
    note_id: null,
    title: 'Weekly 5 Jan',
    start: '2026-01-12T09:00:00.000Z',
    end: '2026-01-12T09:30:00.000Z',
    is_all_day: false,
    time_zone: 'UTC',
    headings: 1,
    items: 1,
    people: [
      { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist' },
      { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
    ],
    outsiders: [],
    mail: true,
  })
  const note = await made()
  const { event_start, event_end, series_id, organizer_email, event_attendees, call_url } = note
  assert.deepEqual(
    { event_start, event_end, series_id, organizer_email, event_attendees, call_url },
    {
      event_start: next.start,
      event_end: next.end,
      series_id: 'se_w',
      organizer_email: 'bo@acme.test',
      event_attendees: ['bo@acme.test', 'ada@acme.test', 'guest@elsewhere.test'],
      call_url: 'https://meet.test/x',
    },
  )
  const carried = '::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{assignees="u_ada" due=2026-01-09}'
  assert.equal(await agenda(note.id, keys.adaRegular), carried)
  assert.match(await agenda('n_1'), /Send the deck\]\{.*status=Archived/)
  for (const [body, key] of [
    [{}, keys.bo],
    [{}, keys.adaRegular],
    [{ start: '2026-01-12T10:00:00+01:00' }, keys.adaRegular],
    [{ title: 'Other' }, keys.bo],
  ] as const) {
    const again = await make(body, 'n_1', key)
    assert.deepEqual([again.status, again.body.note.id], [200, note.id])
  }
  assert.equal(await agenda(note.id), carried)
  assert.equal((await preview()).body.next.note_id, note.id)
  const { rows } = await world.db.executeQuery<{ count: number }>(
    world.db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .compile(),
  )
  assert.equal(Number(rows[0]!.count), 2)
  const later = await made({}, note.id)
  assert.equal(later.event_start, '2026-01-19T09:00:00.000Z')
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  const acts = data.filter(({ action }: { action: string }) => action === 'note.next')
  assert.deepEqual(acts.find(({ details }: { details: { note_id: string } }) => details.note_id === 'n_1').details, {
    ...{ note_id: 'n_1', next_note_id: note.id, made: true, user_ids: [], outsiders: 0 },
  })
  assert.equal(acts.length, 2, 'answering the same is no act')
  assert.equal((await mails()).size, 0)
})

test('two who ask at once get one', async () => {
  const answers = await Promise.all([make(), make({}, 'n_1', keys.adaRegular), make()])
  assert.equal(new Set(answers.map(({ body }) => body.note.id)).size, 1)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201])
})

test('where the calendar has the next one of the series, it is that one, and no file is sent', async () => {
  const weekly = calendar(
    vevent({
      UID: 'weekly@acme.test',
      SUMMARY: 'Weekly',
      DTSTART: '20260105T140000Z',
      DTEND: '20260105T150000Z',
      RRULE: 'FREQ=WEEKLY;COUNT=4',
      ORGANIZER: 'mailto:ada@acme.test',
      'ATTENDEE;CN=Ada': 'mailto:ada@acme.test',
      'ATTENDEE;CN=Bo': 'mailto:bo@acme.test',
    }),
  )
  await sendCalendar(world, weekly, keys.adaRegular)
  const find = async (guid: string) =>
    (await world.post('/api/v1/notes', keys.bo, { filters: { event_guid: guid } })).body.data[0].id
  const [first, second] = [
    await find('weekly@acme.test_20260105T140000Z'),
    await find('weekly@acme.test_20260112T140000Z'),
  ]
  await world.post(`/api/v1/note/${first}/agenda`, keys.bo, {
    content_native_markdown: '::agenda{version=1}\n\n# Numbers\n::action-item[Ask]',
  })
  const { next } = (await preview(first)).body
  assert.deepEqual([next.note_id, next.start, next.items, next.people], [second, '2026-01-12T14:00:00.000Z', 1, []])
  const answer = await make({ send_invitation: true }, first)
  assert.deepEqual([answer.status, answer.body.note.id, answer.body.sent], [200, second, []])
  assert.match(await agenda(second), /# Numbers\n::action-item\[Ask\]/)
  assert.equal((await mails()).size, 0)
  const extra = await made({ start: '2026-01-14T14:00:00Z' }, first)
  assert.equal(extra.series_id, (await read(second)).series_id)
})

test('nobody invites in another’s name: not by a UID, nor by a calendar that names another organizer; no UID is taken before', async () => {
  const forged = (UID: string, organizer: string, more: object = {}) =>
    calendar(
      vevent({
        UID,
        SUMMARY: 'Wire the money',
        DTSTART: '20260109T140000Z',
        DTEND: '20260109T150000Z',
        ORGANIZER: `mailto:${organizer}`,
        'ATTENDEE;CN=Ada': 'mailto:ada@acme.test',
        'ATTENDEE;CN=Bo': 'mailto:bo@acme.test',
        ...more,
      }),
    )
  const note = await made({}, 'n_1', keys.adaRegular)
  for (const [uid, organizer] of [
    ['minutebook-next-f2', 'ada@acme.test'],
    [`${note.event_guid.slice(0, -2)}f2`, 'bo@acme.test'],
  ] as const) {
    await sendCalendar(world, forged(uid, organizer, { RRULE: 'FREQ=WEEKLY;COUNT=3' }), keys.bo)
    const filters = { event_guid: `${uid}_20260109T140000Z` }
    const first = (await world.post('/api/v1/notes', keys.bo, { filters })).body.data[0].id
    const { status, body } = await make({ send_invitation: true }, first)
    assert.deepEqual([status, body.sent], [200, []])
  }
  const own = await make({ send_invitation: true, start: '2026-01-14T09:00:00Z' })
  assert.equal(own.body.sent.length, 2)
  const { event_guid } = await read(own.body.note.id)
  await sendCalendar(
    world,
    forged(event_guid, 'ada@acme.test', { DTSTART: '20260114T090000Z', DTEND: '20260114T100000Z' }),
    keys.bo,
  )
  assert.equal((await read(own.body.note.id)).organizer_email, 'ada@acme.test')
  assert.deepEqual((await make({ send_invitation: true, start: '2026-01-14T09:00:00Z' })).body.sent, [])
  assert.equal((await mails()).size, 0, 'nor what was ordered before')
  await world.db.deleteFrom('notes').where('id', '=', note.id).execute()
  await world.db.deleteFrom('events').where('guid', '=', note.event_guid).execute()
  await sendCalendar(
    world,
    forged(note.event_guid, 'bo@acme.test', { 'ATTENDEE;CN=Ada': 'mailto:x@acme.test' }),
    keys.bo,
  )
  const again = await made({ start: note.event_start }, 'n_1', keys.adaRegular)
  assert.notEqual(again.event_guid, note.event_guid)
})

test('only who organizes it mails it, and only while nothing changed that it needs', async () => {
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  const outsiders = ['guest@elsewhere.test']
  const day = (date: number) => ({ start: `2026-01-${date}T09:00:00Z` })
  const note = await made(day(12))
  assert.deepEqual((await preview('n_1', keys.adaRegular)).body.next.people, [])
  const other = await make({ ...day(12), send_invitation: true }, 'n_1', keys.adaRegular)
  assert.deepEqual([other.body.note.id, other.body.sent], [note.id, []])
  assert.equal((await make({ ...day(12), send_invitation: true, outsiders }, 'n_1', keys.adaRegular)).status, 400)
  const order = async (date: number) => {
    const { body } = await make({ ...day(date), send_invitation: true, to: ['u_ada'], outsiders })
    assert.deepEqual([body.sent.length, body.sent_outside], [1, outsiders])
    return world.db.deleteFrom('event_attendees').where('event_guid', '=', (await read(body.note.id)).event_guid)
  }
  await (await order(13)).where('email_folded', '=', outsiders[0]!).execute()
  assert.deepEqual([...(await mails()).keys()], ['ada@acme.test'], 'the guest is not invited any more')
  await order(14)
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: false })
  assert.deepEqual([...(await mails()).keys()], ['ada@acme.test'], 'switched off meanwhile')
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  await (await order(15)).where('email_folded', '=', 'bo@acme.test').execute()
  assert.equal((await mails()).size, 0, 'Bo may not edit it any more')
})

test('one-off meetings, and notes without one, begin a series', async () => {
  const alone = await made({}, 'n_bo')
  assert.deepEqual([alone.title, alone.event_attendees], ['STRASSE', ['Bo@acme.test']])
  assert.equal(alone.event_start, '2026-01-13T00:00:00.000Z')
  const { note } = (await world.get('/api/v1/note/n_bo', keys.bo)).body
  assert.ok(note.series_id)
  assert.equal(alone.series_id, note.series_id)
  assert.equal((await make({}, 'n_bo')).body.note.id, alone.id)
  await world.db.updateTable('notes').set({ series_id: null }).where('id', '=', 'n_1').execute()
  await world.db.updateTable('events').set({ series_id: null }).where('guid', '=', 'evt1_20260105T090000Z').execute()
  const next = await made()
  assert.equal((await world.get('/api/v1/note/n_1', keys.bo)).body.note.series_id, next.series_id)
  assert.equal((await make({}, 'n_1', keys.adaRegular)).body.note.id, next.id)
})

test('only who may edit the note, within sight; bad times name their field', async () => {
  await world.load({
    ...{ id: 'ws_acme', subdomain: 'acme', name: 'Acme' },
    users: [{ id: 'u_di', email: 'di@acme.test', full_name: 'Di' }],
    api_keys: [{ id: 'k_di', user: 'u_di', name: 'x', secret: 'mb_di_0123456789' }],
  })
  const di = 'mb_di_0123456789'
  const share = (can_edit: boolean) => world.post('/api/v1/note/n_1/share', keys.bo, { user: 'u_di', can_edit })
  for (const key of [di, keys.zoe])
    assert.deepEqual([(await make({}, 'n_1', key)).status, (await preview('n_1', key)).status], [404, 404])
  await share(false)
  assert.deepEqual([(await make({}, 'n_1', di)).status, (await preview('n_1', di)).status], [403, 403])
  for (const [body, place] of [
    [{ start: '2026-01-10T12:00:00Z' }, 'body.start'],
    [{ start: '2027-01-11T12:00:00.001Z' }, 'body.start'],
    [{ start: '2026-02-30T12:00:00Z' }, 'body.start'],
    [{ start: 'tomorrow' }, 'body.start'],
    [{ start: '2026-01-12T09:00:00Z', end: '2026-01-12T09:00:00Z' }, 'body.end'],
    [{ start: '2026-01-12T09:00:00Z', end: '2026-01-19T09:00:00.001Z' }, 'body.end'],
    [{ time_zone: 'Mars/Olympus' }, 'body.time_zone'],
    [{ title: '' }, 'body.title'],
    [{ title: ' \u00a0\n' }, 'body.title'],
    [{ send_invitation: true, to: ['u_zoe'] }, 'body.to[0]'],
    [{ send_invitation: true, outsiders: ['ada@acme.test'] }, 'body.outsiders[0]'],
  ] as const) {
    const { status, text } = await make(body)
    assert.deepEqual([status, text.includes(place)], [400, true], text)
  }
  assert.equal((await make({ start: '2026-01-10T12:00:00.001Z', end: '2026-01-17T12:00:00.001Z' })).status, 201)
  assert.equal((await make({ start: '2027-01-11T12:00:00Z' })).status, 201)
  await share(true)
  const note = await made({}, 'n_1', di)
  assert.deepEqual(note.event_attendees, ['di@acme.test', 'ada@acme.test', 'bo@acme.test', 'guest@elsewhere.test'])
})

test('29g: times of an all-day meeting are midnights in UTC', async () => {
  await world.db
    .updateTable('events')
    .set({ all_day: true, starts_at: new Date('2026-01-05'), ends_at: new Date('2026-01-06') })
    .where('guid', '=', 'evt1_20260105T090000Z')
    .where('workspace_id', '=', 'ws_acme')
    .execute()
  for (const [body, place] of [
    [{ start: '2026-01-12T09:00:00Z' }, 'body.start'],
    [{ start: '2026-01-12T00:00:00+02:00' }, 'body.start'],
    [{ start: '2026-01-12T00:00:00Z', end: '2026-01-13T17:00:00Z' }, 'body.end'],
  ] as const) {
    const { status, text } = await make(body)
    assert.deepEqual([status, text.includes(place)], [400, true], text)
  }
  const note = await made({ start: '2026-01-12T00:00:00Z', end: '2026-01-14T00:00:00Z' })
  const { event_is_all_day, event_start, event_end } = note
  const days = ['2026-01-12T00:00:00.000Z', '2026-01-14T00:00:00.000Z']
  assert.deepEqual([event_is_all_day, event_start, event_end], [true, ...days])
})

test('the file goes to those with an account in their language, and is the same meeting when a calendar brings it', async () => {
  await world.patch('/api/v1/me', keys.adaRegular, { language: 'de' })
  await world.patch('/api/v1/me/notifications', keys.adaRegular, { time_zone: 'Europe/Berlin' })
  const title = 'Größe, Maß; and “more”\\ of a title that is so long that its line must be folded: äöü'
  const answer = await make({ send_invitation: true, title, start: '2026-01-12T09:00:00Z' })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual(
    answer.body.sent.map(({ id }: { id: string }) => id),
    ['u_bo', 'u_ada'],
  )
  const sent = await mails()
  assert.deepEqual([...sent.keys()].sort(), ['ada@acme.test', 'bo@acme.test'])
  const [own, other] = [sent.get('bo@acme.test')!, sent.get('ada@acme.test')!]
  assert.match(other.text, /Content-Type: text\/calendar; charset=utf-8; method=REQUEST/)
  assert.match(other.text, /Bo Lindqvist lädt Sie zur nächsten Besprechung ein/)
  assert.match(other.text, /Montag, 12\. Januar 2026 um 10:00 \(Europe\/Berlin\)/)
  assert.match(other.text, /^List-Unsubscribe:\s+<https:\/\/minutebook\.test\/unsubscribe/m)
  assert.match(other.text, /^Reply-To: Bo@acme\.test$/m)
  assert.match(own.text, /You made the next meeting/)
  assert.doesNotMatch(own.text, /method=REQUEST/)
  const lines = other.file.split('\r\n')
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75))
  const unfolded = other.file.replaceAll('\r\n ', '')
  for (const line of [
    'METHOD:REQUEST',
    `UID:${(await read(answer.body.note.id)).event_guid}`,
    'DTSTAMP:20260110T120000Z',
    'SEQUENCE:0',
    'DTSTART:20260112T090000Z',
    'DTEND:20260112T093000Z',
    'SUMMARY:Größe\\, Maß\\; and “more”\\\\ of a title that is so long that its line must be folded: äöü',
    `DESCRIPTION:https://minutebook.test/note/${answer.body.note.id}`,
    'LOCATION:https://meet.test/x',
    'ORGANIZER;CN=Bo Lindqvist:mailto:bo@acme.test',
    'ATTENDEE;CN=Bo Lindqvist;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:bo@acme.test',
    'ATTENDEE;CN=Ada Moreau;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ada@acme.test',
  ])
    assert.ok(unfolded.includes(`\r\n${line}\r\n`), line)
  assert.equal(own.file.replaceAll('\r\n ', ''), unfolded.replace('METHOD:REQUEST\r\n', ''))
  const before = await read(answer.body.note.id)
  for (const [file, key] of [
    [other.file, keys.adaRegular],
    [own.file, keys.bo],
    [own.file.replaceAll('\r\n ', '').replaceAll(/ATTENDEE.*\r\n/g, ''), keys.bo],
    [own.file.replaceAll('\r\n ', '').replaceAll(/ATTENDEE(?!.*mailto:bo).*\r\n/g, ''), keys.bo],
  ] as const) {
    const { body } = await sendCalendar(world, file, key)
    assert.deepEqual([body.events_created, body.events_updated, body.problems], [0, 0, []])
    const note = await read(answer.body.note.id)
    assert.deepEqual(note.event_attendees, before.event_attendees, 'a copy without people takes nobody out')
    assert.equal(note.title, title)
  }
  const again = await make({ send_invitation: true, to: ['u_ada'] })
  assert.deepEqual([again.status, again.body.note.id], [200, answer.body.note.id])
  assert.deepEqual([...(await mails()).keys()], ['ada@acme.test'])
})

test('who wants no mails gets none, and the answer does not tell; of what was called off nobody gets any', async () => {
  await world.patch('/api/v1/me/notifications', keys.adaRegular, { recaps: 'none' })
  const { body } = await make({ send_invitation: true })
  assert.equal(body.sent.length, 2)
  assert.deepEqual([...(await mails()).keys()], ['bo@acme.test'])
  await world.patch('/api/v1/me/notifications', keys.bo, { recaps: 'none' })
  await make({ send_invitation: true, to: ['u_bo'] })
  assert.deepEqual([...(await mails()).keys()], ['bo@acme.test'], 'who asked for it gets their own')
  await make({ send_invitation: true })
  const { event_guid } = await read(body.note.id)
  const cancelled_at = world.base.clock()
  await world.db.updateTable('events').set({ cancelled_at }).where('guid', '=', event_guid).execute()
  assert.equal((await mails()).size, 0)
  assert.equal((await make({ start: body.note.event_start })).status, 409)
})

test('outsiders get it when they are named, where the workspace shares with outsiders; without a link to the note', async () => {
  const outsiders = ['Guest@elsewhere.test']
  const refused = await make({ send_invitation: true, outsiders })
  assert.deepEqual(
    [refused.status, refused.body.message],
    [409, 'Sharing with outsiders is switched off in this workspace'],
  )
  assert.equal((await preview()).body.next.note_id, null, 'and nothing was made')
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  assert.deepEqual((await preview()).body.next.outsiders, ['guest@elsewhere.test'])
  const { body } = await make({ send_invitation: true, to: [], outsiders })
  assert.deepEqual([body.sent, body.sent_outside], [[], ['guest@elsewhere.test']])
  const sent = await mails()
  assert.deepEqual([...sent.keys()], ['guest@elsewhere.test'])
  const { text, file } = sent.get('guest@elsewhere.test')!
  assert.match(file, /METHOD:REQUEST/)
  assert.doesNotMatch(file, /DESCRIPTION|minutebook\.test/)
  assert.match(text, /because Bo Lindqvist asked for it/)
  assert.doesNotMatch(text, /unsubscribe|\/account/i)
  const elsewhere = () => world.post('/api/v1/note/n_none/next', keys.bo, { send_invitation: true, to: [] })
  assert.equal((await elsewhere()).status, 404)
  // What was refused does not count.
  for (let count = 1; count < 20; count++) assert.equal((await make({ send_invitation: true, to: [] })).status, 200)
  assert.equal((await make({ send_invitation: true, to: [] })).status, 429)
  assert.equal((await elsewhere()).status, 404)
  assert.equal((await make()).status, 200)
})

test('who is deactivated gets no file: not as a person, not as an outsider, and not what was ordered before', async () => {
  const guest = 'guest@elsewhere.test'
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  assert.deepEqual((await make({ send_invitation: true, to: [], outsiders: [guest] })).body.sent_outside, [guest])
  const users = [{ id: 'u_eve', email: guest, full_name: 'Eve Ito', active: false }]
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users })
  assert.equal((await mails()).size, 0)
  assert.deepEqual((await preview()).body.next.outsiders, [])
  assert.equal((await make({ send_invitation: true, to: [], outsiders: [guest] })).status, 400)
})

test('the hour is the organizer’s, though clocks change; without their choice that of the request', async () => {
  world.advance({ days: 64 })
  const start = { start: '2026-03-23T08:00:00Z' }
  const note = await made(start)
  const [none, berlin] = await Promise.all(
    ['', '?time_zone=Europe/Berlin'].map((query) => preview(note.id, keys.bo, query)),
  )
  // A week before there was none: it is 77 days after the one of January.
  assert.deepEqual(
    [none!.body.next.start, berlin!.body.next.start],
    ['2026-06-08T08:00:00.000Z', '2026-06-08T07:00:00.000Z'],
  )
  await world.patch('/api/v1/me/notifications', keys.bo, { time_zone: 'America/New_York' })
  const { next } = (await preview(note.id, keys.adaRegular, '?time_zone=Europe/Berlin')).body
  assert.deepEqual([next.start, next.time_zone], ['2026-06-08T08:00:00.000Z', null], 'the zone is Bo’s own setting')
  assert.equal((await preview(note.id)).body.next.time_zone, 'America/New_York')
})

test('of one meeting an outsider gets one mail, and of one person outsiders get 100 a day', async () => {
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  const guests = Array.from({ length: 100 }, (_, at) => `g${at}@elsewhere.test`)
  const attendees = ['bo@acme.test', ...guests].map((email) => ({ email, name: '' }))
  const event = { guid: 'many', title: 'Many', start: '2026-01-09T09:00:00Z', end: '2026-01-09T10:00:00Z', attendees }
  const notes = [{ id: 'n_many', title: 'Many', event: 'many' }]
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', events: [event], notes })
  const send = (outsiders: string[], more: object = {}, note = 'n_many') =>
    make({ send_invitation: true, to: [], outsiders, ...more }, note)
  assert.equal((await send([...guests, 'guest@elsewhere.test'])).status, 400)
  const all = await send(guests)
  assert.deepEqual(all.body.sent_outside.toSorted(), guests.toSorted())
  const again = await send(guests)
  assert.deepEqual([again.status, again.body.note.id, again.body.sent_outside], [200, all.body.note.id, []])
  const refused = await send(['guest@elsewhere.test'], {}, 'n_1')
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '86400'])
  assert.match(refused.body.message, /^At most 100 mails a day go to people without an account/)
  assert.equal((await preview()).body.next.note_id, null, 'and nothing was made')
  world.advance({ days: 1 })
  assert.deepEqual((await send(['guest@elsewhere.test'], {}, 'n_1')).body.sent_outside, ['guest@elsewhere.test'])
})
