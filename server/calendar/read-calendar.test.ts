import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apple, fastmail, google, outlook } from '../../test/calendar-samples.ts'
import { calendar, vevent } from '../../test/calendars.ts'
import { mostAttendees } from './attendees.ts'
import { mostMeetings } from './occurrences.ts'
import { longestParameters } from './property.ts'
import { mostInAll, readCalendar } from './read-calendar.ts'
import { mostDates } from './read-event.ts'

const now = Date.parse('2026-01-10T12:00:00Z')
const window = { from: now - 90 * 86_400_000, to: now + 90 * 86_400_000 }
const read = (text: string) => readCalendar(Buffer.from(text), window)

/** Meetings as `guid: start / end`, in order of their start. */
function meetingsOf(text: string) {
  const { events, untaken } = read(text)
  assert.deepEqual(untaken, [])
  const meetings = events.flatMap(({ meetings }) => meetings).sort((one, other) => +one.starts_at - +other.starts_at)
  const minute = (time: Date) => time.toISOString().slice(0, 16)
  return {
    meetings,
    spans: meetings.map(({ guid, starts_at, ends_at }) => `${guid}: ${minute(starts_at)} / ${minute(ends_at)}`),
  }
}

const startOf = (fields: Record<string, string>, ...more: string[]) =>
  read(calendar(...more, vevent(fields))).events[0]?.meetings[0]?.starts_at.toISOString()
const problemOf = (...events: string[]) =>
  read(calendar(...events))
    .untaken.map(({ problem }) => problem)
    .join()

test('a calendar of Google’s', () => {
  const { meetings, spans } = meetingsOf(google)
  assert.deepEqual(spans, [
    '0j1k2l3m4n5o@google.com_20260106T090000Z: 2026-01-06T09:00 / 2026-01-06T09:30',
    '0j1k2l3m4n5o@google.com_20260120T090000Z: 2026-01-20T13:00 / 2026-01-20T13:30',
    '0j1k2l3m4n5o@google.com_20260127T090000Z: 2026-01-27T09:00 / 2026-01-27T09:30',
  ])
  const { title, call_url, organizer_email, attendees } = meetings[0]!
  assert.deepEqual(
    [title, call_url, organizer_email],
    ['Équipe, point hebdomadaire ☕', 'https://meet.google.com/abc-defg-hij', 'ada@acme.test'],
  )
  assert.deepEqual(attendees, [
    { email: 'ada@acme.test', name: 'Ada Moreau' },
    { email: 'bo@acme.test', name: '' },
  ])
  assert.deepEqual([...read(google).events[0]!.gone], ['0j1k2l3m4n5o@google.com_20260113T090000Z'])
})

test('a calendar of Outlook’s', () => {
  const { meetings, spans } = meetingsOf(outlook)
  const id = '040000008200E00074C5B7101A82E00800000000'
  assert.deepEqual(spans, [
    `${id}DAY: 2026-01-19T00:00 / 2026-01-21T00:00`,
    `${id}B0C4F5_20260123T080000Z: 2026-01-23T08:00 / 2026-01-23T09:00`,
    `${id}B0C4F5_20260227T080000Z: 2026-02-27T08:00 / 2026-02-27T09:00`,
    `${id}B0C4F5_20260327T080000Z: 2026-03-27T08:00 / 2026-03-27T09:00`,
  ])
  const [day, review] = meetings
  assert.deepEqual([day!.title, day!.all_day, day!.attendees], ['Untitled event', true, []])
  assert.match(review!.call_url!, /^https:\/\/teams\.microsoft\.com\/l\/meetup-join\/19%3ameeting_Zm%40thread/)
  assert.deepEqual(review!.attendees, [
    { email: 'ada@acme.test', name: 'Moreau, Ada' },
    { email: 'Bo@acme.test', name: 'Lindqvist, Bo' },
  ])
})

test('a calendar of Apple’s', () => {
  const { meetings, spans } = meetingsOf(apple)
  assert.deepEqual(spans, [
    '6B1F0E5C-91E4-4B1B-9A55-5D7E0B1C2D3E: 2026-01-14T16:00 / 2026-01-14T17:00',
    'ECB1C7A2-0000-4B1B-9A55-5D7E0B1C2D3E_20260228T000000Z: 2026-02-28T00:00 / 2026-03-01T00:00',
  ])
  const { call_url, organizer_email, attendees } = meetings[0]!
  assert.deepEqual([call_url, organizer_email], ['https://us02web.zoom.us/j/8123456789?pwd=abc', 'ada@acme.test'])
  assert.deepEqual(attendees, [
    { email: 'ada@acme.test', name: 'Ada Moreau' },
    { email: 'bo@acme.test', name: 'Bo' },
  ])
})

test('a calendar of Fastmail’s', () => {
  const { meetings, spans } = meetingsOf(fastmail)
  const id = '3f6c9f5e-2f6e-4e0e-8d3d-6f5a4b3c2d1e'
  assert.deepEqual(spans, [
    `${id}_20260114T220000Z: 2026-01-14T22:00 / 2026-01-14T22:45`,
    `${id}_20260115T220000Z: 2026-01-15T22:00 / 2026-01-15T22:45`,
    `${id}_20260118T000000Z: 2026-01-18T00:00 / 2026-01-18T00:45`,
    `${id}_20260118T220000Z: 2026-01-18T22:00 / 2026-01-18T22:45`,
  ])
  assert.equal(meetings[0]!.call_url, 'https://meet.example.com/sprint')
  assert.deepEqual(meetings[0]!.attendees, [
    { email: 'bo@acme.test', name: 'Bo' },
    { email: 'team@acme.test', name: 'All of us' },
  ])
})

test('zones: of a place, described, of Windows, none known', () => {
  const start = (zone: string, ...more: string[]) => startOf({ [`DTSTART;TZID=${zone}`]: '20260112T090000' }, ...more)
  const known = {
    'Europe/Berlin': '08',
    'europe/berlin': '08',
    'Asia/Kolkata': '03:30',
    UTC: '09',
    'US/Eastern': '14',
    '"Pacific Standard Time"': '17',
    'w. europe standard time': '08',
    '/mozilla.org/20050126_1/Europe/Berlin': '08',
    '/example.org/America/Argentina/Ushuaia': '12',
  }
  for (const [name, hour] of Object.entries(known)) {
    assert.equal(start(name), `2026-01-12T${hour.padEnd(5, ':00')}:00.000Z`, name)
  }
  for (const name of ['Mars/Olympus', 'Somewhere', '+25:00', '', 'constructor', '2026-01-01T00:00[Europe/Berlin]']) {
    const problem = problemOf(vevent({ UID: 'z', [`DTSTART;TZID="${name}"`]: '20260112T090000' }))
    assert.equal(problem, `line 4: VEVENT z: the time zone ${name} of DTSTART at line 7 is not known`)
  }
  const described = (tzid: string) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    'BEGIN:STANDARD',
    'DTSTART:20000101T000000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:-0330',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  assert.equal(start('Ours', ...described('Ours')), '2026-01-12T12:30:00.000Z')
  assert.equal(
    start('"Romance Standard Time"', ...described('Romance Standard Time')),
    '2026-01-12T12:30:00.000Z',
    'its own words first',
  )
  assert.equal(
    start('Europe/Berlin', ...described('Europe/Berlin')),
    '2026-01-12T08:00:00.000Z',
    'a place is known better here',
  )
  assert.throws(
    () => start('Ours', 'BEGIN:VTIMEZONE', 'TZID:Ours', 'END:VTIMEZONE'),
    /line 4: this VTIMEZONE has no STANDARD/,
  )
  assert.throws(
    () => start('Ours', ...described('Ours').map((line) => line.replace('-0330', 'west'))),
    /line 9: TZOFFSETTO .* no offset/,
  )
})

test('clocks that change: gaps and doubled hours, by the database and by a description', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Own',
    ...observance('DAYLIGHT', '19810329T020000', '+0100', '+0200', '3'),
    ...observance('STANDARD', '19961027T030000', '+0200', '+0100', '10'),
    'END:VTIMEZONE',
  ]
  const times = {
    '20260329T015959': '2026-03-29T00:59:59',
    '20260329T023000': '2026-03-29T01:30:00',
    '20260329T030000': '2026-03-29T01:00:00',
    '20251026T013000': '2025-10-25T23:30:00',
    '20251026T023000': '2025-10-26T00:30:00',
    '20251026T030000': '2025-10-26T02:00:00',
  }
  for (const [wall, moment] of Object.entries(times)) {
    for (const name of ['Europe/Berlin', 'Own']) {
      assert.equal(startOf({ [`DTSTART;TZID=${name}`]: wall }, ...zone), `${moment}.000Z`, `${wall} ${name}`)
    }
  }
})

function observance(name: string, start: string, from: string, to: string, month: string): string[] {
  const rule = `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`
  return [`BEGIN:${name}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, rule, `END:${name}`]
}

test('floating times are in the zone of the calendar, else UTC', () => {
  assert.equal(startOf({ DTSTART: '20260112T090000' }), '2026-01-12T09:00:00.000Z')
  assert.equal(startOf({ DTSTART: '20260112T090000' }, 'X-WR-TIMEZONE:Asia/Tokyo'), '2026-01-12T00:00:00.000Z')
  assert.equal(startOf({ DTSTART: '20260112T090000' }, 'X-WR-TIMEZONE:Nowhere'), '2026-01-12T09:00:00.000Z')
})

test('lengths: DTEND is time that passes, days of a DURATION are days of the calendar', () => {
  const end = (fields: Record<string, string>) =>
    meetingsOf(
      calendar(vevent({ 'DTSTART;TZID=Europe/Berlin': '20260328T120000', ...fields })),
    ).meetings[0]!.ends_at.toISOString()
  assert.equal(end({ DURATION: 'P1D' }), '2026-03-29T10:00:00.000Z')
  assert.equal(end({ DURATION: 'PT24H' }), '2026-03-29T11:00:00.000Z')
  assert.equal(end({ DURATION: 'P1DT2H30M' }), '2026-03-29T12:30:00.000Z')
  assert.equal(end({ DTEND: '20260328T123000Z' }), '2026-03-28T12:30:00.000Z')
  assert.equal(end({}), '2026-03-28T11:00:00.000Z')
  assert.match(problemOf(vevent({ DTSTART: '20260112T090000Z', DTEND: '20260112T085959Z' })), /ends before it begins/)
  assert.match(problemOf(vevent({ DTSTART: '20260112T090000Z', DURATION: 'P9999999999D' })), /years 1 to 9999/)
  assert.throws(() => end({ 'DTEND;VALUE=DATE': '20260329' }), /only one is a day/)
})

test('occurrences that differ: single ones, from one on, called off, of a day, without their series', () => {
  const daily = vevent({
    UID: 'd',
    DTSTART: '20260112T090000Z',
    DURATION: 'PT1H',
    RRULE: 'FREQ=DAILY;COUNT=4',
    SUMMARY: 'Daily',
  })
  const on = (name: string, id: string, fields: Record<string, string>) =>
    vevent({ UID: 'd', [`RECURRENCE-ID${name}`]: id, SUMMARY: 'Changed', ...fields })
  const moved = on(';RANGE=THISANDFUTURE', '20260113T090000Z', { DTSTART: '20260113T101500Z', DURATION: 'PT2H' })
  const single = on('', '20260114T090000Z', { DTSTART: '20260115T060000Z' })
  const off = on('', '20260115T090000Z', { DTSTART: '20260115T090000Z', STATUS: 'CANCELLED' })
  assert.deepEqual(meetingsOf(calendar(off, single, moved, daily)).spans, [
    'd_20260112T090000Z: 2026-01-12T09:00 / 2026-01-12T10:00',
    'd_20260113T090000Z: 2026-01-13T10:15 / 2026-01-13T12:15',
    'd_20260114T090000Z: 2026-01-15T06:00 / 2026-01-15T06:00',
  ])
  const byDay = on(';VALUE=DATE', '20260113', { DTSTART: '20260113T120000Z' })
  assert.deepEqual(
    meetingsOf(calendar(daily, byDay)).spans[1],
    'd_20260113T090000Z: 2026-01-13T12:00 / 2026-01-13T12:00',
  )
  const [alone] = read(calendar(single)).events
  assert.deepEqual([alone!.recurring, alone!.complete, alone!.meetings[0]!.guid], [true, false, 'd_20260114T090000Z'])
  const far = on('', '20270101T090000Z', { DTSTART: '20260201T090000Z' })
  assert.equal(meetingsOf(calendar(daily, far)).spans.at(-1), 'd_20270101T090000Z: 2026-02-01T09:00 / 2026-02-01T09:00')
})

test('of two revisions the newer counts, in any order', () => {
  const revision = (SEQUENCE: string, DTSTAMP: string, SUMMARY: string) =>
    vevent({ DTSTART: '20260112T090000Z', SEQUENCE, DTSTAMP, SUMMARY })
  const old = revision('1', '20260103T000000Z', 'old')
  for (const newer of [revision('2', '20260101T000000Z', 'new'), revision('1', '20260104T000000Z', 'new')]) {
    for (const both of [
      [old, newer],
      [newer, old],
    ]) {
      const { meetings } = meetingsOf(calendar(...both))
      assert.deepEqual(
        meetings.map(({ title }) => title),
        ['new'],
      )
    }
  }
})

test('links to calls: where they are looked for, and what is none', () => {
  const link = (fields: Record<string, string>) =>
    meetingsOf(calendar(vevent({ DTSTART: '20260112T090000Z', ...fields }))).meetings[0]!.call_url
  const zoom = 'https://acme.zoom.us/j/123?pwd=x'
  const meet = 'https://meet.google.com/abc-defg-hij'
  assert.equal(link({ CONFERENCE: zoom, 'X-GOOGLE-CONFERENCE': meet }), zoom)
  assert.equal(link({ 'CONFERENCE;FEATURE=PHONE': 'tel:+1', 'X-GOOGLE-CONFERENCE': meet }), meet)
  assert.equal(link({ URL: meet, LOCATION: zoom }), meet)
  assert.equal(link({ URL: 'https://acme.test/agenda', LOCATION: `Room 3 (${zoom})` }), zoom)
  assert.equal(
    link({ LOCATION: 'https://calls.acme.test/7' }),
    'https://calls.acme.test/7',
    'a place that is an address',
  )
  assert.equal(link({ DESCRIPTION: `Join: <${meet}>.\\nSee https://acme.test` }), meet)
  assert.equal(link({ DESCRIPTION: `Join ${meet}.` }), meet)
  const none = [
    'https://acme.test/',
    'http://zoom.us/j/1',
    'https://zoom.us/pricing',
    'https://zoom.us.evil.test/j/1',
    'https://notzoom.us/j/1',
    'https://support.google.com/meet',
  ]
  for (const text of none) assert.equal(link({ DESCRIPTION: text, URL: text }), null, text)
  for (const text of ['javascript:alert(1)', 'file:///etc/passwd', `https://acme.test/${'x'.repeat(2_048)}`])
    assert.equal(link({ CONFERENCE: text }), null, text)
})

test('attendees: what is an address, what is a name', () => {
  const of = (...lines: string[]) =>
    meetingsOf(
      calendar(vevent({ DTSTART: '20260112T090000Z' }).replace('END:VEVENT', [...lines, 'END:VEVENT'].join('\r\n'))),
    ).meetings[0]!.attendees
  assert.deepEqual(
    of(
      'ATTENDEE;CN=One:MailTo:one@acme.test',
      'ATTENDEE;CN="Two^, too":mailto:two%2Bx@acme.test?subject=x',
      'ATTENDEE:MAILTO: ONE@acme.test ',
    ),
    [
      { email: 'one@acme.test', name: 'One' },
      { email: 'two+x@acme.test', name: 'Two^, too' },
    ],
  )
  assert.deepEqual(of('ATTENDEE:mailto:one@acme.test', 'ATTENDEE;CN=One:mailto:One@acme.test'), [
    { email: 'one@acme.test', name: 'One' },
  ])
  const none = [
    'mailto:',
    'mailto:nobody',
    'mailto:a b@c',
    'mailto:%00@c',
    'urn:uuid:1',
    'http://a@b',
    `mailto:${'x'.repeat(1_024)}@c`,
    'mailto:%ff%fe',
  ]
  assert.deepEqual(of(...none.map((value) => `ATTENDEE;CN=X:${value}`)), [])
  assert.deepEqual(of('ORGANIZER:mailto:ada@acme.test'), [], 'who invites nobody')
  assert.deepEqual(of('ORGANIZER:mailto:c_1@group.calendar.google.com', 'ATTENDEE:mailto:a@b'), [
    { email: 'a@b', name: '' },
  ])
})

test('what is told and not taken, with its line', () => {
  const good = vevent({ DTSTART: '20260112T090000Z' })
  const untaken: [event: Record<string, string>, words: RegExp][] = [
    [{ UID: '', DTSTART: '20260112T090000Z' }, /^line 9: VEVENT: it has no UID$/],
    [{ UID: 'x'.repeat(1_025), DTSTART: '20260112T090000Z' }, /its UID is longer than 1024 bytes/],
    [{ UID: 'x'.repeat(1_008), DTSTART: '20260112T090000Z', RRULE: 'FREQ=DAILY;COUNT=2' }, /its UID is longer/],
    [{ UID: 'x', DTSTART: '20260112T090000Z', EXRULE: 'FREQ=DAILY' }, /EXRULE/],
    [{ UID: 'x', DTSTART: '20260112T090000Z', RRULE: 'RSCALE=CHINESE;FREQ=YEARLY' }, /RSCALE=CHINESE/],
    [{ UID: 'x', DTSTART: '20260112', RRULE: 'FREQ=HOURLY' }, /no time of day/],
    [{ UID: 'x', DTSTART: '20260112T090000Z', RRULE: 'FREQ=SECONDLY' }, /more than 1000 meetings/],
    [
      { UID: 'x', DTSTART: '19000101T090000Z', RRULE: 'FREQ=HOURLY;COUNT=4000000000' },
      /repeats too often, or for too long/,
    ],
    [
      {
        UID: 'x',
        DTSTART: '00010101T000000Z',
        RRULE: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO;COUNT=5;INTERVAL=1',
      },
      /^$/,
    ],
  ]
  for (const [fields, words] of untaken) {
    const { events, untaken } = read(calendar(good, vevent(fields)))
    assert.match(untaken.map(({ problem }) => problem).join(), words)
    assert.equal(events[0]!.meetings.length, 1, 'the others are taken')
  }
  for (const method of ['REPLY', 'COUNTER', 'REFRESH'])
    assert.match(problemOf(`METHOD:${method}`, good), /METHOD:\w+ tells of no event/)
  const bad = vevent({ 'RECURRENCE-ID;TZID=Nowhere': '20260113T090000', DTSTART: '20260113T090000Z' })
  const {
    events,
    untaken: [whole],
  } = read(calendar(vevent({ DTSTART: '20260112T090000Z', RRULE: 'FREQ=DAILY;COUNT=3' }), bad))
  assert.deepEqual([events, whole!.components], [[], 2], 'a series that is not understood in part is left as it is')
})

test('limits: at them, and one beyond', () => {
  const hourly = (many: number) => calendar(vevent({ DTSTART: '20260112T090000Z', RRULE: `FREQ=HOURLY;COUNT=${many}` }))
  assert.equal(meetingsOf(hourly(mostMeetings)).spans.length, mostMeetings)
  assert.match(read(hourly(mostMeetings + 1)).untaken[0]!.problem, /more than 1000 meetings in the window/)

  const crowd = (many: number, events = 1) => {
    const attendees = Array.from({ length: many }, (_, index) => `mailto:p${index}@acme.test`)
    return calendar(
      ...Array.from({ length: events }, (_, index) =>
        vevent({ UID: `e${index}`, DTSTART: '20260112T090000Z', ATTENDEE: attendees }),
      ),
    )
  }
  assert.equal(meetingsOf(crowd(mostAttendees)).meetings[0]!.attendees.length, mostAttendees)
  assert.match(read(crowd(mostAttendees + 1)).untaken[0]!.problem, /more than 1000 attendees/)
  assert.match(read(crowd(100_000)).untaken[0]!.problem, /more than 1000 attendees/)

  const dates = (many: number) =>
    calendar(
      vevent({
        DTSTART: '20260112T090000Z',
        RRULE: 'FREQ=DAILY;COUNT=2',
        EXDATE: Array.from({ length: many }, () => '20260113T090000Z').join(','),
      }),
    )
  assert.equal(meetingsOf(dates(mostDates)).spans.length, 1)
  assert.match(read(dates(mostDates + 1)).untaken[0]!.problem, /more than 5000 dates/)

  const many = (count: number) =>
    calendar(...Array.from({ length: count }, (_, index) => vevent({ UID: `e${index}`, DTSTART: '20260112T090000Z' })))
  assert.equal(meetingsOf(many(mostInAll.meetings)).meetings.length, mostInAll.meetings)
  assert.throws(() => read(many(mostInAll.meetings + 1)), /more than 10000 meetings in the window/)
  const rooms = mostInAll.attendees / mostAttendees
  const repeated = (count: number) =>
    crowd(mostAttendees).replace('END:VEVENT', `RRULE:FREQ=HOURLY;COUNT=${count}\r\nEND:VEVENT`)
  assert.equal(meetingsOf(repeated(rooms)).meetings.length, rooms)
  assert.throws(() => read(repeated(rooms + 1)), /more than 200000 attendees in the window/)

  const title = (text: string) =>
    meetingsOf(calendar(vevent({ DTSTART: '20260112T090000Z', SUMMARY: text }))).meetings[0]!.title
  assert.equal(title('😀'.repeat(255)), '😀'.repeat(255))
  assert.equal(title('😀'.repeat(256)), `${'😀'.repeat(254)}…`)
  assert.equal(title('x'.repeat(3_000_000)).length, 255)
})

test('a character that a fold cuts in two is whole again; LF, CR and tabs fold as well', () => {
  const text = calendar(vevent({ DTSTART: '20260112T090000Z', SUMMARY: 'Café' }))
  const bytes = Buffer.from(text)
  const at = bytes.indexOf('é') + 1
  const cut = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
  assert.equal(readCalendar(cut, window).events[0]!.title, 'Café')
  for (const end of ['\n', '\r'])
    assert.equal(read(text.replaceAll('\r\n', end).replace('Caf', `Ca${end}\tf`)).events[0]!.title, 'Café')
  assert.equal(read(`\ufeff${text}\r\n\r\n`).events.length, 1)
  assert.equal(read(text + text.replaceAll('one@', 'two@')).events.length, 2, 'a stream of calendars')
})

test('a line may have many parameters, and not so many that reading them takes minutes', () => {
  const attendee = (parameters: string) =>
    calendar(vevent({ UID: 'u', DTSTART: '20260112T093000Z', [`ATTENDEE;${parameters}`]: 'mailto:ada@acme.test' }))
  const name = 'ATTENDEE;'.length
  const fitting = `CN=${'x'.repeat(longestParameters - name - 3)}`
  assert.equal(read(attendee(fitting)).events.length, 1)
  const tooLong = new RegExp(`line \\d+: ATTENDEE has more than ${longestParameters} characters of parameters`)
  assert.throws(() => read(attendee(`${fitting}x`)), tooLong)
  for (const first of ['A="x:y"', 'A=x"y', 'A=x;f:g=h']) {
    assert.throws(() => read(attendee(`${first}${';A=x'.repeat(100_000)}`)), tooLong)
  }
  assert.equal(
    read(calendar(vevent({ UID: 'u', DTSTART: '20260112T093000Z', DESCRIPTION: ';A=x'.repeat(100_000) }))).events
      .length,
    1,
  )
})
