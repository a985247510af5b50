/** The meetings that are read from calendars: common calendar programs, occurrences, links, attendees. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apple, fastmail, google, outlook } from '../../../../test/support/calendar-samples.ts'
import { calendar, vevent } from '../../../../test/support/calendars.ts'
import { meetingsOf, read } from '../../../../test/support/reading-calendars.ts'

test('a calendar from Google is read', () => {
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
  assert.deepEqual([...read(google).events[0]!.gone.keys()], ['0j1k2l3m4n5o@google.com_20260113T090000Z'])
})

test('a calendar from Outlook is read', () => {
  const { meetings, spans } = meetingsOf(outlook)
  const id = '040000008200E00074C5B7101A82E00800000000'
  assert.deepEqual(spans, [
    `${id}DAY: 2026-01-19T00:00 / 2026-01-21T00:00`,
    `${id}B0C4F5_20260123T080000Z: 2026-01-23T08:00 / 2026-01-23T09:00`,
    `${id}B0C4F5_20260227T080000Z: 2026-02-27T08:00 / 2026-02-27T09:00`,
    `${id}B0C4F5_20260327T080000Z: 2026-03-27T08:00 / 2026-03-27T09:00`,
  ])
  const [day, review] = meetings
  assert.deepEqual([day!.title, day!.all_day, day!.attendees], ['', true, []])
  assert.match(review!.call_url!, /^https:\/\/teams\.microsoft\.com\/l\/meetup-join\/19%3ameeting_Zm%40thread/)
  assert.deepEqual(review!.attendees, [
    { email: 'ada@acme.test', name: 'Moreau, Ada' },
    { email: 'Bo@acme.test', name: 'Lindqvist, Bo' },
  ])
})

test('a calendar from Apple is read', () => {
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

test('a calendar from Fastmail is read', () => {
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

test('changed occurrences are read: single, from one on, cancelled, whole days, without their series', () => {
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
  const inBerlin = vevent({
    UID: 'd',
    'DTSTART;TZID=Europe/Berlin': '20260112T100000',
    DURATION: 'PT1H',
    RRULE: 'FREQ=DAILY;COUNT=3',
  })
  const later = { 'DTSTART;TZID=Europe/Berlin': '20260113T111500', DURATION: 'PT2H' }
  for (const [name, id] of [
    [';RANGE=THISANDFUTURE', '20260113T090000Z'],
    [';TZID=Asia/Kolkata;RANGE=THISANDFUTURE', '20260113T143000'],
    [';TZID=Europe/Berlin;RANGE=THISANDFUTURE', '20260113T100000'],
  ] as const)
    assert.deepEqual(
      meetingsOf(calendar(inBerlin, on(name, id, later))).spans.slice(1),
      [
        'd_20260113T090000Z: 2026-01-13T10:15 / 2026-01-13T12:15',
        'd_20260114T090000Z: 2026-01-14T10:15 / 2026-01-14T12:15',
      ],
      'the occurrence may be named in any zone',
    )
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

test('of two revisions the newer one counts, in any order', () => {
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

test('call links are found in every field that may have one, and other links are no call links', () => {
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
    'a location that is a link',
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
  const room = 'https://us02web.zoom.us/j/81234567890?pwd=abc'
  const coded = encodeURIComponent(room)
  const signs = (text: string) => Buffer.from(text).toString('base64url')
  const safe = (link: string) =>
    `https://eur03.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05%7C02`
  const wrapped = [
    `https://eur03.safelinks.protection.outlook.com/?url=${coded}&data=05%7C02`,
    `https://eur03.safelinks.protection.outlook.com/ap/t-59584e83/?url=${coded}`,
    `https://www.google.com/url?q=${coded}&sa=D&source=calendar`,
    `https://urldefense.com/v3/__${room}__;!!AbC!xyz$`,
    `https://urldefense.com/v3/__${room.replace('pwd=abc', 'pwd*abc')}__;PQ!!AbC!xyz$`,
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__us02web.zoom.us_j_81234567890-3Fpwd-3Dabc&d=Dw',
    `https://filter.acme.test/click?to=${coded}`,
    safe(safe(room)),
    [1, 2, 3, 4, 5].reduce(safe, room),
    `https://www.google.com/url?q=${encodeURIComponent(safe(room))}`,
    safe(`https://urldefense.com/v3/__${room}__;!!AbC!xyz$`),
    `https://urldefense.com/v3/__${safe(room)}__;!!AbC!xyz$`,
    `http://urldefense.com/v3/__${room.replace('//', '/')}__;!!AbC!xyz$`,
    `https://urldefense.com/v3/__${room.replace('?pwd=', '**D')}__;${signs('?pwd=')}!!AbC!xyz$`,
    `https://urldefense.com/v3/__${room.replace('?pwd=abc', '*pwd**Bc')}__;${signs('?=ab')}!!AbC!xyz$`,
    `https://secure-web.cisco.com/1aB-c/${coded}`,
    `https://filter.acme.test/go/${room}`,
    `https://filter.acme.test/go#${coded}`,
    `https://filter.acme.test/go?to=${encodeURIComponent(coded)}`,
    `https://eu-central-1.protection.sophos.com?d=zoom.us&u=${signs(room)}`,
  ]
  for (const text of wrapped) {
    const escaped = text.replaceAll(';', '\\;')
    for (const name of ['DESCRIPTION', 'LOCATION', 'X-GOOGLE-CONFERENCE'])
      assert.equal(
        link({ [name]: name === 'X-GOOGLE-CONFERENCE' ? text : `Join: ${escaped}` }),
        room,
        `${name}: ${text}`,
      )
  }
  const others = [
    'https://www.google.com/url?q=https%3A%2F%2Facme.test',
    'https://urldefense.com/v3/__x__;!!',
    'https://urldefense.com/v2/url?u=-',
    'https://urldefense.com/v3/__https://zoom.us**__;AA!!',
    `https://acme.test/${'https://acme.test/'.repeat(2_000)}`,
    [1, 2, 3, 4, 5, 6].reduce(safe, room),
  ]
  for (const text of others) assert.equal(link({ DESCRIPTION: text }), null, text)
  for (const text of ['javascript:alert(1)', 'file:///etc/passwd', `https://acme.test/${'x'.repeat(2_048)}`])
    assert.equal(link({ CONFERENCE: text }), null, text)
})

test('attendees have addresses and names', () => {
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
  const alike = [
    'one@acme.test',
    '<one@acme.test>',
    ' mailto:one@acme.test',
    'MAILTO:<one@acme.test>',
    'mailto:one%40acme.test',
    'mailto:%3Cone@acme.test%3E',
    'mailto:mailto:one@acme.test',
    "mailto:'one@acme.test'",
    'One <one@acme.test>',
  ]
  for (const value of alike) assert.deepEqual(of(`ATTENDEE:${value}`), [{ email: 'one@acme.test', name: '' }], value)
  const named = [
    'CN=Moreau; Ada;PARTSTAT=ACCEPTED:mailto',
    'CN="Moreau; Ada";SENT-BY=mailto:x@y.test:mailto',
    'SENT-BY="mailto:x@y.test";CN=Moreau; Ada:Mailto',
  ]
  for (const start of named)
    assert.deepEqual(of(`ATTENDEE;${start}:one@acme.test`), [{ email: 'one@acme.test', name: 'Moreau; Ada' }], start)
  assert.equal(of('ATTENDEE;CN=Moreau, Ada:mailto:one@acme.test')[0]!.name, 'Moreau, Ada')
  assert.equal(of('ATTENDEE;CN=Ada: home:mailto:one@acme.test')[0]!.name, 'Ada: home')
  for (const EMAIL of ['one@acme.test', '"mailto:one@acme.test"', '"<one@acme.test>"'])
    assert.equal(of(`ATTENDEE;EMAIL=${EMAIL}:urn:uuid:1`)[0]!.email, 'one@acme.test', EMAIL)
  assert.deepEqual(of('ATTENDEE;CUTYPE=ROOM:urn:uuid:1', 'ATTENDEE;CUTYPE=RESOURCE:mailto:a@b', 'ATTENDEE:'), [])
  const none = [
    'mailto:',
    'mailto:nobody',
    'mailto:a b@c',
    'mailto:%00@c',
    'urn:uuid:1',
    'http://a@b',
    `mailto:${'x'.repeat(1_024)}@c`,
    'mailto:%ff%fe',
    'sip:one@acme.test',
    'invalid:nomail',
    'a@b,c@d',
    'mailto:a@b;',
  ]
  assert.deepEqual(of(...none.map((value) => `ATTENDEE;CN=X:${value}`)), [])
  assert.deepEqual(of('ORGANIZER:mailto:ada@acme.test'), [], 'an organizer without attendees')
  assert.deepEqual(of('ORGANIZER:mailto:c_1@group.calendar.google.com', 'ATTENDEE:mailto:a@b'), [
    { email: 'a@b', name: '' },
  ])
  const guest = 'ATTENDEE;CN=Team:mailto:c_0a1b2c@group.calendar.google.com'
  assert.deepEqual(of('ATTENDEE:mailto:a@b', guest), [{ email: 'a@b', name: '' }], 'a calendar is nobody')
  assert.deepEqual(of('ORGANIZER:mailto:a@b', guest), [{ email: 'a@b', name: '' }])
})

test('a person whose address cannot be read is a problem that names the meeting and the line', () => {
  const event = (...lines: string[]) =>
    read(calendar(vevent({ DTSTART: '20260112T090000Z' }).replace('END:VEVENT', [...lines, 'END:VEVENT'].join('\r\n'))))
  const label = 'line 4: VEVENT one@acme.test: the address of'
  assert.deepEqual(event('ATTENDEE:mailto:a@b', 'ATTENDEE:invalid:nomail', 'ATTENDEE;CN="X:mailto:c@d').problems, [
    `${label} ATTENDEE at line 9 and of 1 more cannot be read`,
  ])
  const { problems, events } = event('ORGANIZER;CN=Ada:urn:uuid:1', 'ATTENDEE:mailto:a@b')
  assert.deepEqual(problems, [`${label} ORGANIZER at line 8 cannot be read`])
  assert.deepEqual(events[0]!.meetings[0]!.attendees, [{ email: 'a@b', name: '' }])
})

test('a rule is read as meant, with blanks, empty parts and other forms of a day', () => {
  const rules = [
    'FREQ=WEEKLY; COUNT=2; BYDAY=MO',
    'FREQ=WEEKLY;COUNT=2;',
    'FREQ=WEEKLY;;COUNT=2;BYDAY=MO,',
    'FREQ=WEEKLY;BYDAY=;UNTIL=;COUNT=2',
    'RRULE:FREQ=WEEKLY;COUNT=2',
    'FREQ=WEEKLY\\;COUNT=2',
    'FREQ=WEEKLY;UNTIL=2026-01-20T00:00:00Z',
    'FREQ=WEEKLY;UNTIL=20260119',
  ]
  for (const RRULE of rules)
    assert.equal(meetingsOf(calendar(vevent({ DTSTART: '20260112T090000Z', RRULE }))).spans.length, 2, RRULE)
})

test('times are read as meant: ISO 8601, without seconds, with blanks, a list with semicolons', () => {
  const starts = [
    '2026-01-12T09:00:00Z',
    '20260112T0900Z',
    ' 20260112T090000Z ',
    '2026-01-12T09:00Z',
    '20260112T090000.000Z',
  ]
  for (const DTSTART of starts)
    assert.deepEqual(
      meetingsOf(calendar(vevent({ DTSTART }))).spans,
      ['one@acme.test: 2026-01-12T09:00 / 2026-01-12T09:00'],
      DTSTART,
    )
  for (const DTSTART of ['2026-01-12T10:00:00+99:00', '20260230T040000-0500', 'T0900', '2026-01-12T09'])
    assert.equal(read(calendar(vevent({ DTSTART }))).unsupported.length, 1, DTSTART)
  const [, second] = meetingsOf(
    calendar(vevent({ DTSTART: '20260112T090000Z', 'RDATE;VALUE=PERIOD': '20260113T090000Z/PT1000M' })),
  ).spans
  assert.equal(second, 'one@acme.test_20260113T090000Z: 2026-01-13T09:00 / 2026-01-14T01:40')
  const day = { 'DTSTART;VALUE=DATE': '2026-01-12', DTEND: '20260112T235959' }
  assert.deepEqual(meetingsOf(calendar(vevent(day))).spans, ['one@acme.test: 2026-01-12T00:00 / 2026-01-13T00:00'])
  const daily = { 'DTSTART;TZID=Europe/Berlin': '20260112T100000', RRULE: 'FREQ=DAILY;COUNT=3' }
  const all = (EXDATE: string, name = 'EXDATE') =>
    meetingsOf(calendar(vevent({ ...daily, [name]: EXDATE }))).spans.length
  assert.equal(all('20260113T100000;20260114T100000', 'EXDATE;TZID=Europe/Berlin'), 1)
  assert.equal(all('20260113T100000'), 2, 'without a zone it has that of the start')
  const moved = vevent({ 'RECURRENCE-ID': '20260113T100000', 'DTSTART;TZID=Europe/Berlin': '20260113T150000' })
  assert.deepEqual(
    meetingsOf(calendar(vevent(daily), moved)).spans.map((span) => span.slice(-35, -19)),
    ['2026-01-12T09:00', '2026-01-13T14:00', '2026-01-14T09:00'],
  )
})

test('a line of an event that is no property is left out and named, and other forms of names are read', () => {
  const event = (...lines: string[]) =>
    read(calendar(vevent({ DTSTART: '20260112T090000Z' }).replace('END:VEVENT', [...lines, 'END:VEVENT'].join('\r\n'))))
  const { events, problems } = event('DESCRIPTION:Join', 'Please be there', 'or not', 'item1.SUMMARY :Named', 'X_FOO:1')
  assert.equal(events[0]!.meetings[0]!.title, 'Named')
  assert.deepEqual(problems, ['line 4: VEVENT one@acme.test: line 9 and 1 more is left out, because it is no property'])
  assert.equal(read(`${calendar(vevent({ DTSTART: '20260112T090000Z' }))}\x1a`).events.length, 1)
})

test('two events of one UID at different times are a problem, and STATUS:CANCELED cancels', () => {
  const at = (DTSTART: string) => vevent({ DTSTART })
  const { events, unsupported } = read(calendar(at('20260112T090000Z'), at('20260113T090000Z')))
  assert.deepEqual(events, [])
  assert.match(unsupported[0]!.problem, /^line 4: .*: the event at line 9 has the same UID and another time$/)
  assert.equal(meetingsOf(calendar(at('20260112T090000Z'), at('20260112T090000Z'))).spans.length, 1)
  assert.equal(read(calendar(vevent({ DTSTART: '20260112T090000Z', STATUS: 'CANCELED' }))).events[0]!.cancelled, true)
  const exchange = { 'DTSTART;TZID=GMT Standard Time 1': '20260112T090000' }
  assert.equal(meetingsOf(calendar(vevent(exchange))).spans[0], 'one@acme.test: 2026-01-12T09:00 / 2026-01-12T09:00')
})
