import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCalendar } from '../icalendar/read-calendar.ts'
import { readGoogleEvent } from './google-meeting.ts'
import type { ProviderMeeting } from './provider.ts'

/** Google's example of a meeting, as its API answers it. */
const published = {
  kind: 'calendar#event',
  etag: '"2863486800000000"',
  id: '7cbh8rpc10lrc0ckih9tafss99',
  status: 'confirmed',
  htmlLink: 'https://www.google.com/calendar/event?eid=N2NiaDhycGMxMGxyYzBja2loOXRhZnNzOTk',
  created: '2015-05-20T09:00:00.000Z',
  updated: '2015-05-20T09:00:00.000Z',
  summary: 'Google I/O 2015',
  description: "A chance to hear more about Google's developer products.",
  location: '800 Howard St., San Francisco, CA 94103',
  creator: { email: 'me@example.com', self: true },
  organizer: { email: 'me@example.com', self: true },
  start: { dateTime: '2015-05-28T09:00:00-07:00', timeZone: 'America/Los_Angeles' },
  end: { dateTime: '2015-05-28T17:00:00-07:00', timeZone: 'America/Los_Angeles' },
  iCalUID: '7cbh8rpc10lrc0ckih9tafss99@google.com',
  sequence: 0,
  attendees: [
    { email: 'lpage@example.com', responseStatus: 'needsAction' },
    { email: 'sbrin@example.com', responseStatus: 'declined' },
  ],
  reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 1_440 }] },
  eventType: 'default',
}

const read = (more: object = {}) => readGoogleEvent({ ...published, ...more })
function meeting(more: object = {}): ProviderMeeting {
  const change = read(more)
  assert(change && 'meeting' in change && change.meeting, JSON.stringify(change))
  return change.meeting
}
function problem(more: object): string {
  const change = read(more)
  assert(change && 'problem' in change, JSON.stringify(change))
  return change.problem
}

test("Google's example of an event", () => {
  assert.deepEqual(read(), {
    id: '7cbh8rpc10lrc0ckih9tafss99',
    meeting: {
      uid: '7cbh8rpc10lrc0ckih9tafss99@google.com',
      seriesId: null,
      originalStart: null,
      seriesTitle: null,
      starts_at: new Date('2015-05-28T16:00:00Z'),
      ends_at: new Date('2015-05-29T00:00:00Z'),
      all_day: false,
      title: 'Google I/O 2015',
      call_url: null,
      organizer_email: 'me@example.com',
      attendees: [
        { email: 'me@example.com', name: '' },
        { email: 'lpage@example.com', name: '' },
        { email: 'sbrin@example.com', name: '' },
      ],
    },
  })
})

test('a file and the API of one calendar give the same meeting', () => {
  const file = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:w1@google.com',
    'RECURRENCE-ID:20260105T090000Z',
    'DTSTART:20260105T100000Z',
    'DTEND:20260105T103000Z',
    'SUMMARY:Weekly',
    'ORGANIZER;CN=Ada Moreau:mailto:ada@acme.test',
    'ATTENDEE;CN=Bo Lindqvist:mailto:bo@acme.test',
    'ATTENDEE;CUTYPE=RESOURCE;CN=Room 1:mailto:c_1@resource.calendar.google.com',
    'X-GOOGLE-CONFERENCE:https://meet.google.com/abc-mnop-xyz',
    'LOCATION:https://zoom.us/j/1',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const window = { from: Date.parse('2026-01-01'), to: Date.parse('2026-02-01') }
  const [inFile] = readCalendar(Buffer.from(file), window).events[0]!.meetings
  const { guid, title, call_url, organizer_email, attendees, starts_at, ends_at, all_day } = inFile!
  const { uid, originalStart, seriesId, seriesTitle, ...inAnswer } = meeting({
    id: 'w1_20260105T090000Z',
    recurringEventId: 'w1',
    iCalUID: 'w1@google.com',
    summary: 'Weekly',
    originalStartTime: { dateTime: '2026-01-05T10:00:00+01:00', timeZone: 'Europe/Berlin' },
    start: { dateTime: '2026-01-05T11:00:00+01:00', timeZone: 'Europe/Berlin' },
    end: { dateTime: '2026-01-05T11:30:00+01:00', timeZone: 'Europe/Berlin' },
    organizer: { email: 'ada@acme.test', displayName: 'Ada Moreau' },
    attendees: [
      { email: 'bo@acme.test', displayName: 'Bo Lindqvist', self: true, responseStatus: 'accepted' },
      { email: 'c_1@resource.calendar.google.com', displayName: 'Room 1', resource: true },
    ],
    hangoutLink: 'https://meet.google.com/abc-mnop-xyz',
    location: 'https://zoom.us/j/1',
  })
  assert.deepEqual(inAnswer, { title, call_url, organizer_email, attendees, starts_at, ends_at, all_day })
  assert.equal(guid, `${uid}_${originalStart!.toISOString().replace(/[-:]|\.\d+/g, '')}`)
  assert.deepEqual([seriesId, seriesTitle], ['w1', null])
})

test('the link of the call', () => {
  const links = (more: object) => meeting(more).call_url
  const entryPoints = [
    { entryPointType: 'phone', uri: 'tel:+49-30-1' },
    { entryPointType: 'more', uri: 'https://tel.meet/abc-mnop-xyz?pin=1' },
    { entryPointType: 'video', uri: 'https://meet.google.com/abc-mnop-xyz', label: 'meet.google.com/abc-mnop-xyz' },
  ]
  assert.equal(links({ conferenceData: { entryPoints } }), 'https://meet.google.com/abc-mnop-xyz')
  assert.equal(links({ conferenceData: { entryPoints: entryPoints.slice(0, 2) } }), null)
  assert.equal(links({ conferenceData: { createRequest: { requestId: '1' } } }), null)
  assert.equal(links({ hangoutLink: 'https://meet.google.com/x-y-z' }), 'https://meet.google.com/x-y-z')
  assert.equal(links({ description: '<a href="https://zoom.us/j/7?pwd=a">Join</a>' }), 'https://zoom.us/j/7?pwd=a')
  assert.equal(links({ location: 'Room 1, https://acme.webex.com/meet/ada' }), 'https://acme.webex.com/meet/ada')
})

test('days, and events without an end', () => {
  const day = (date: string) => ({ date })
  const times = (more: object) => {
    const { starts_at, ends_at, all_day } = meeting(more)
    return [starts_at.toISOString().slice(0, 16), ends_at.toISOString().slice(0, 16), all_day]
  }
  const twoDays = { start: day('2026-01-05'), end: day('2026-01-07') }
  assert.deepEqual(times(twoDays), ['2026-01-05T00:00', '2026-01-07T00:00', true])
  assert.deepEqual(meeting({ ...twoDays, originalStartTime: day('2026-01-04') }).originalStart, new Date('2026-01-04'))
  const oneDay = ['2026-01-05T00:00', '2026-01-06T00:00', true]
  assert.deepEqual(times({ start: day('2026-01-05'), end: day('2026-01-05') }), oneDay)
  assert.deepEqual(times({ start: day('2026-01-05'), end: undefined }), oneDay)
  assert.deepEqual(times({ end: undefined }), ['2015-05-28T16:00', '2015-05-28T16:00', false])
})

test('what is gone, and what is no meeting', () => {
  assert.deepEqual(readGoogleEvent({ id: 'a', status: 'cancelled' }), { id: 'a', meeting: null })
  const originalStartTime = { dateTime: '2026-01-05T09:00:00Z' }
  const occurrence = { id: 'a_1', recurringEventId: 'a', originalStartTime, status: 'cancelled' }
  assert.deepEqual(readGoogleEvent(occurrence), { id: 'a_1', meeting: null })
  for (const eventType of ['birthday', 'focusTime', 'fromGmail', 'outOfOffice', 'workingLocation', 'another'])
    assert.deepEqual(read({ eventType }), { id: published.id, meeting: null }, eventType)
  for (const more of [{ visibility: 'private' }, { eventType: undefined }, { status: 'tentative' }])
    assert(meeting(more))
  for (const none of [null, 7, {}, { id: '' }, { id: 7 }]) assert.equal(readGoogleEvent(none), null)
})

test('what cannot be read is named', () => {
  const of = '“Google I/O 2015”: '
  const unreadable = (text: string) => `${of}its time cannot be read: “${text}”`
  assert.equal(problem({ iCalUID: undefined }), `${of}it has no iCalUID`)
  assert.equal(problem({ start: { dateTime: '2015-05-28T09:00:00' } }), unreadable('2015-05-28T09:00:00'))
  assert.equal(problem({ start: { date: '2015-02-30' } }), unreadable('2015-02-30'))
  assert.equal(problem({ start: undefined }), unreadable(''))
  assert.equal(problem({ end: { date: '2015-05-29' } }), `${of}only one of its times is a day`)
  assert.equal(problem({ end: { dateTime: '2015-05-28T08:59:59-07:00' } }), `${of}it ends before it begins`)
  assert.equal(problem({ attendees: [{ email: 7 }] }), `${of}it has a field of an unknown form`)
  assert.equal(
    problem({ summary: undefined, start: null }),
    '“7cbh8rpc10lrc0ckih9tafss99”: it has a field of an unknown form',
  )
})

test('attendees: at most 1,000; organizers without an address; signs that cannot be stored', () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => ({ email: `p${index}@acme.test` }))
  const count = (attendees: object[]) => meeting({ attendees }).attendees.length
  assert.equal(count(some(998)), 999)
  assert.equal(count(some(999)), 1_000)
  assert.equal(problem({ attendees: some(1_000) }), '“Google I/O 2015”: it has more than 1000 attendees')
  const omitted = { attendeesOmitted: true, attendees: some(1) }
  assert.equal(problem(omitted), '“Google I/O 2015”: it has more than 1000 attendees')
  assert.equal(
    problem({ ...omitted, guestsCanSeeOtherGuests: false }),
    '“Google I/O 2015”: it has more than 1000 attendees',
  )
  const hidden = { ...omitted, guestsCanSeeOtherGuests: false, organizer: { email: 'ada@acme.test' } }
  assert.deepEqual(
    meeting(hidden).attendees.map(({ email }) => email),
    ['ada@acme.test', 'p0@acme.test'],
  )
  const group = { email: 'c_1@group.calendar.google.com', displayName: 'Team' }
  assert.equal(meeting({ organizer: group }).organizer_email, null)
  assert.equal(meeting({ attendees: [...published.attendees, group] }).attendees.length, 3, 'a calendar is nobody')
  const nameless = [{ displayName: 'Kim' }, { email: 'no address' }, { displayName: 'Room', resource: true }]
  const { attendees, unread } = meeting({ attendees: [...published.attendees, ...nameless] })
  assert.deepEqual([attendees.length, unread], [3, ['Kim', '']])
  assert.deepEqual(meeting({ attendees: undefined }).attendees, [])
  assert.deepEqual(meeting({ organizer: { displayName: 'Lee' } }).unread, ['Lee'])
  assert.equal(meeting({ organizer: { displayName: 'Lee' }, attendees: [] }).unread, undefined)
})
