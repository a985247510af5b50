/** Unsupported events, limits, and folded lines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, vevent } from '../../../../test/support/calendars.ts'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { meetingsOf, problemOf, read, window } from '../../../../test/support/reading-calendars.ts'
import { maxAttendees } from './attendees.ts'
import { longestParameters } from './mend-line.ts'
import { maxMeetings } from './occurrences.ts'
import { maxInAll, readCalendar } from './read-calendar.ts'
import { maxDates } from './read-event.ts'

test('unsupported events are skipped and reported with their line', () => {
  const good = vevent({ DTSTART: '20260112T090000Z' })
  const unsupported: [event: Record<string, string>, words: RegExp][] = [
    [{ UID: '', DTSTART: '20260112T090000Z' }, /^line 9: VEVENT: it has no UID$/],
    [{ UID: 'x'.repeat(1_025), DTSTART: '20260112T090000Z' }, /its UID is longer than 1024 bytes/],
    [{ UID: 'x'.repeat(1_008), DTSTART: '20260112T090000Z', RRULE: 'FREQ=DAILY;COUNT=2' }, /its UID is longer/],
    [{ UID: 'x', DTSTART: '20260112T090000Z', EXRULE: 'FREQ=DAILY' }, /EXRULE/],
    [{ UID: 'x', DTSTART: '20260112T090000Z', RRULE: 'RSCALE=CHINESE;FREQ=YEARLY' }, /RSCALE=CHINESE/],
    [{ UID: 'x', DTSTART: '20260112', RRULE: 'FREQ=HOURLY' }, /no time of day/],
    ...['P9999999999D', `P${'9'.repeat(30)}W`, `PT${'9'.repeat(30)}H`].map(
      (DURATION): [Record<string, string>, RegExp] => [
        { UID: 'x', 'DTSTART;TZID=Europe/Berlin': '20260112T100000', DURATION },
        /it is not within the years 1 to 9999/,
      ],
    ),
    [
      { UID: 'x', DTSTART: '20260112T090000Z', 'RDATE;VALUE=PERIOD': '20260113T100000Z/20260113T090000Z' },
      /it ends before it begins/,
    ],
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
  for (const [fields, words] of unsupported) {
    const { events, unsupported } = read(calendar(good, vevent(fields)))
    assert.match(unsupported.map(({ problem }) => problem).join(), words)
    assert.equal(events[0]!.meetings.length, 1, 'the others are taken')
  }
  for (const method of ['REPLY', 'COUNTER', 'REFRESH'])
    assert.match(problemOf(`METHOD:${method}`, good), /METHOD:\w+ tells of no event/)
  const bad = vevent({ 'RECURRENCE-ID;TZID=Nowhere': '20260113T090000', DTSTART: '20260113T090000Z' })
  const {
    events,
    unsupported: [whole],
  } = read(calendar(vevent({ DTSTART: '20260112T090000Z', RRULE: 'FREQ=DAILY;COUNT=3' }), bad))
  assert.deepEqual([events, whole!.components], [[], 2], 'a series that is not understood in part is left as it is')
})

test('a rule as the value of a property without rules is a problem with its line', () => {
  const good = { UID: 'x', DTSTART: '20260112T090000Z' }
  for (const name of ['SUMMARY', 'LOCATION', 'X-GOOGLE-CONFERENCE', 'DTSTAMP', 'EXDATE'])
    assert.match(
      problemOf(vevent({ ...good, [`${name};VALUE=RECUR`]: 'FREQ=DAILY' })),
      new RegExp(`^line 4: VEVENT x: ${name} cannot be read \\(line \\d+\\)$`),
    )
})

test('an address with a long row of dots is searched as quickly as any other text', () => {
  assertNoSquare(48_000, (dots) => {
    const DESCRIPTION = `https://${'.'.repeat(dots)}x https://zoom.us/j/1...`
    const { events } = read(calendar(vevent({ DTSTART: '20260112T090000Z', DESCRIPTION })))
    assert.equal(events[0]!.meetings[0]!.call_url, 'https://zoom.us/j/1')
  })
})

test('a link that only looks wrapped by mail filters is searched as quickly as any other text', () => {
  const links = ['https://urldefense.com/?u='.repeat(5), 'https://urldefense.com', 'https://urldefense.com/v3/__x']
  const units = ['/v3/__', '__;', '__;_', '?u=https://urldefense.com/v3/__', '&u=https://urldefense.com/']
  for (const link of links)
    for (const unit of units)
      assertNoSquare(48_000, (characters) => {
        const DESCRIPTION = link + unit.repeat(characters / unit.length)
        assert.equal(read(calendar(vevent({ DTSTART: '20260112T090000Z', DESCRIPTION }))).events.length, 1)
      })
})

test('long lines of people and rules are read as quickly as any other text', () => {
  const start = { UID: 'u', DTSTART: '20260112T090000Z' }
  const people = [':', ';', '"', '@', '?', '<', ';A=', ';A="', ':mailto:', ': ', 'mailto:', '%40', "'", ':mailto:";A=x']
  for (const text of people)
    assertNoSquare(32_000, (many) => {
      for (const end of ['', ':mailto:ada@acme.test'])
        read(calendar(vevent({ ...start, 'ATTENDEE;CN=x': text.repeat(many / text.length) + end })))
    })
  for (const text of [',', ';', 'A', ';A=', '\\', ' ', ',A', 'UNTIL=', '-'])
    assertNoSquare(32_000, (many) => read(calendar(vevent({ ...start, RRULE: text.repeat(many / text.length) }))))
})

test('limits: values at the limit are accepted, one above is not', () => {
  const hourly = (many: number) => calendar(vevent({ DTSTART: '20260112T090000Z', RRULE: `FREQ=HOURLY;COUNT=${many}` }))
  assert.equal(meetingsOf(hourly(maxMeetings)).spans.length, maxMeetings)
  assert.match(read(hourly(maxMeetings + 1)).unsupported[0]!.problem, /more than 1000 meetings in the window/)
  // Changed occurrences of former years do not count.
  const daily = { DTSTART: '20210101T090000Z', RRULE: 'FREQ=DAILY' }
  const former = Array.from({ length: maxMeetings + 1 }, (_, day) => {
    const at = new Date(Date.UTC(2021, 0, 1 + day, 9)).toISOString().replace(/[-:]|\.000/g, '')
    return vevent({ DTSTART: at, 'RECURRENCE-ID': at, SUMMARY: 'Elsewhere' })
  })
  assert.deepEqual(read(calendar(vevent(daily), ...former)).unsupported, [])

  const crowd = (many: number, events = 1) => {
    const attendees = Array.from({ length: many }, (_, index) => `mailto:p${index}@acme.test`)
    return calendar(
      ...Array.from({ length: events }, (_, index) =>
        vevent({ UID: `e${index}`, DTSTART: '20260112T090000Z', ATTENDEE: attendees }),
      ),
    )
  }
  assert.equal(meetingsOf(crowd(maxAttendees)).meetings[0]!.attendees.length, maxAttendees)
  assert.match(read(crowd(maxAttendees + 1)).unsupported[0]!.problem, /more than 1000 attendees/)
  assert.match(read(crowd(100_000)).unsupported[0]!.problem, /more than 1000 attendees/)

  const dates = (many: number) =>
    calendar(
      vevent({
        DTSTART: '20260112T090000Z',
        RRULE: 'FREQ=DAILY;COUNT=2',
        EXDATE: Array.from({ length: many }, () => '20260113T090000Z').join(','),
      }),
    )
  assert.equal(meetingsOf(dates(maxDates)).spans.length, 1)
  assert.match(read(dates(maxDates + 1)).unsupported[0]!.problem, /more than 5000 dates/)

  const many = (count: number) =>
    calendar(...Array.from({ length: count }, (_, index) => vevent({ UID: `e${index}`, DTSTART: '20260112T090000Z' })))
  assert.equal(meetingsOf(many(maxInAll.meetings)).meetings.length, maxInAll.meetings)
  assert.throws(() => read(many(maxInAll.meetings + 1)), /more than 10000 meetings in the window/)
  const rooms = maxInAll.attendees / maxAttendees
  const repeated = (count: number) =>
    crowd(maxAttendees).replace('END:VEVENT', `RRULE:FREQ=HOURLY;COUNT=${count}\r\nEND:VEVENT`)
  assert.equal(meetingsOf(repeated(rooms)).meetings.length, rooms)
  assert.throws(() => read(repeated(rooms + 1)), /more than 200000 attendees in the window/)

  const title = (text: string) =>
    meetingsOf(calendar(vevent({ DTSTART: '20260112T090000Z', SUMMARY: text }))).meetings[0]!.title
  assert.equal(title('😀'.repeat(255)), '😀'.repeat(255))
  assert.equal(title('😀'.repeat(256)), `${'😀'.repeat(254)}…`)
  assert.equal(title('x'.repeat(3_000_000)).length, 255)
})

test('a character that a fold splits is joined again; LF, CR and tabs fold lines as well', () => {
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

test('the number of parameters of a line is limited, because reading very many takes minutes', () => {
  const attendee = (parameters: string) =>
    calendar(vevent({ UID: 'u', DTSTART: '20260112T093000Z', [`ATTENDEE;${parameters}`]: 'mailto:ada@acme.test' }))
  const name = 'ATTENDEE;'.length
  const fitting = `CN=${'x'.repeat(longestParameters - name - 3)}`
  assert.equal(read(attendee(fitting)).events.length, 1)
  const unread = ['line 4: VEVENT u: the address of ATTENDEE at line 8 cannot be read']
  assert.deepEqual(read(attendee(fitting)).problems, [])
  assert.deepEqual(read(attendee(`${fitting}x`)).problems, unread)
  for (const first of ['A="x:y"', 'A=x"y', 'A=x;f:g=h']) {
    assert.deepEqual(read(attendee(`${first}${';A=x'.repeat(100_000)}`)).problems, unread)
  }
  assert.match(
    problemOf(vevent({ UID: 'u', DTSTART: '20260112T093000Z', [`SUMMARY;CN=${'x'.repeat(longestParameters)}`]: 'x' })),
    /^line 4: VEVENT u: SUMMARY has more than 16384 characters of parameters \(line 8\)$/,
  )
  assert.equal(
    read(calendar(vevent({ UID: 'u', DTSTART: '20260112T093000Z', DESCRIPTION: ';A=x'.repeat(100_000) }))).events
      .length,
    1,
  )
})
