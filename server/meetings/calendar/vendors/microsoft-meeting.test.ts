import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, graphEvent } from '../../../../test/support/microsoft-events.ts'
import { changeOf, type GraphEvent } from './microsoft-meeting.ts'
import type { ProviderMeeting } from './provider.ts'

function meetingOf(event: GraphEvent, series: GraphEvent | null = null): ProviderMeeting {
  const change = changeOf(event, series)
  assert('meeting' in change && change.meeting, JSON.stringify(change))
  return change.meeting
}
const problemOf = (event: GraphEvent, series: GraphEvent | null = null) =>
  (changeOf(event, series) as { problem?: string }).problem

const single = (more: object = {}) => graphEvent('Weekly', '2026-01-05T09:00', '2026-01-05T10:00', more)
const person = (address: string, name = '', type = 'required') => ({
  type,
  status: { response: 'declined', time: '0001-01-01T00:00:00Z' },
  emailAddress: { name, address },
})

test('every field that the service keeps', () => {
  const joinUrl = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_1%40thread.v2/0?context=%7b%7d'
  const event = single({
    subject: ' Weekly\r\n of the team ',
    sensitivity: 'private',
    isOnlineMeeting: true,
    onlineMeeting: { joinUrl },
    attendees: [
      person('ada@acme.test', 'Ada Müller'),
      person('ADA@acme.test', 'Ada'),
      person('room1@acme.test', 'Room 1', 'resource'),
      person('cy@acme.test', 'cy@acme.test', 'optional'),
      person('/o=ExchangeLabs/ou=Exchange/cn=Recipients/cn=eve', 'Eve'),
      {},
      null,
    ],
  })
  assert.deepEqual(meetingOf(event), {
    uid: 'uid-Weekly',
    seriesId: null,
    seriesTitle: null,
    originalStart: null,
    title: 'Weekly of the team',
    call_url: joinUrl,
    organizer_email: 'bo@acme.test',
    attendees: [
      { email: 'bo@acme.test', name: 'Bo Lindqvist' },
      { email: 'ada@acme.test', name: 'Ada Müller' },
      { email: 'cy@acme.test', name: '' },
    ],
    unread: ['Eve', '', ''],
    starts_at: new Date('2026-01-05T09:00:00Z'),
    ends_at: new Date('2026-01-05T10:00:00Z'),
    all_day: false,
  })
})

test('the fields of the published examples alone are enough', () => {
  const { id, subject, body, start, end, attendees, organizer } = single()
  const { uid, title, seriesId } = meetingOf({ id, subject, body, start, end, attendees, organizer })
  assert.deepEqual([uid, title, seriesId], ['Weekly', 'Weekly', null])
  const alone = meetingOf({ id, start, end })
  assert.deepEqual([alone.title, alone.organizer_email, alone.attendees, alone.call_url], ['', null, [], null])
})

test('an organizer without a readable address is named where somebody is invited', () => {
  const organizer = person('/o=ExchangeLabs/cn=Recipients/cn=kim', 'Kim')
  const [ada, kim] = [person('ada@acme.test', 'Ada'), organizer]
  const read = (attendees: object[]) => meetingOf(single({ organizer, attendees }))
  assert.deepEqual([read([ada]).unread, read([ada]).organizer_email], [['Kim'], null])
  assert.deepEqual(read([ada, kim]).unread, ['Kim'], 'once')
  assert.equal(read([]).unread, undefined, 'what somebody entered for themself')
})

test('the link of the call: that of Outlook, then of the place, then of the text', () => {
  const zoom = 'https://acme.zoom.us/j/123?pwd=a&b=c'
  const place = { displayName: `Room 1; ${zoom}` }
  const html = { contentType: 'html', content: `<a href="${zoom.replace('&', '&amp;')}">Join</a>` }
  const text = { contentType: 'text', content: `Join: <${zoom}>` }
  const link = (more: object) => meetingOf(single(more)).call_url
  const own = 'https://calls.acme.test/1'
  assert.equal(link({ onlineMeeting: { joinUrl: own }, location: place }), own)
  assert.equal(link({ onlineMeetingUrl: own, location: place }), own)
  for (const more of [{ location: place }, { location: { locationUri: zoom } }, { body: html }, { body: text }])
    assert.equal(link(more), zoom)
  assert.equal(link({ location: { displayName: own } }), own)
  assert.equal(link({ location: { displayName: 'Room 1', locationUri: 'room1@acme.test' } }), null)
  assert.equal(link({ onlineMeeting: { joinUrl: 'javascript:alert(1)' }, onlineMeetingUrl: '' }), null)
})

test('times in UTC, in a zone of Windows or IANA, and of days in any zone', () => {
  const times = (start: object, end: object, more: object = {}) => {
    const { starts_at, ends_at } = meetingOf(single({ start, end, ...more }))
    return [starts_at, ends_at].map((time) => time.toISOString().slice(0, 16))
  }
  const inZone = (dateTime: string, timeZone: string) => ({ dateTime, timeZone })
  const inWinter = ['2026-01-05T09:00:00.0000000', '2026-01-05T10:00:00.0000000'] as const
  for (const zone of ['W. Europe Standard Time', 'Europe/Berlin'])
    assert.deepEqual(times(inZone(inWinter[0], zone), inZone(inWinter[1], zone)), [
      '2026-01-05T08:00',
      '2026-01-05T09:00',
    ])
  const days = ['2026-01-05T00:00', '2026-01-07T00:00']
  assert.deepEqual(times(at('2026-01-05T00:00'), at('2026-01-07T00:00'), { isAllDay: true }), days)
  assert.deepEqual(times(at('2026-01-04T23:00'), at('2026-01-06T23:00'), { isAllDay: true }), days)
  assert.deepEqual(times(at('2026-01-05T00:00'), at('2026-01-05T00:00'), { isAllDay: true }), [
    '2026-01-05T00:00',
    '2026-01-06T00:00',
  ])
})

test('what cannot be read is a problem that names the title, or else the id', () => {
  const start = { dateTime: 'tomorrow', timeZone: 'UTC' }
  assert.equal(problemOf(single({ start })), '“Weekly”: its start cannot be read')
  assert.equal(problemOf(single({ subject: null, end: 5 })), '“Weekly”: its end cannot be read')
  const elsewhere = { dateTime: '2026-01-05T09:00:00', timeZone: 'Mars/Olympus' }
  assert.equal(problemOf(single({ start: elsewhere })), '“Weekly”: its start cannot be read')
  assert.equal(problemOf(single({ end: at('2026-01-05T08:59') })), '“Weekly”: it ends before it begins')
  const far = { dateTime: '9999-12-31T23:00:00', timeZone: 'America/New_York' }
  assert.equal(problemOf(single({ end: far })), '“Weekly”: its end cannot be read')
  const exception = single({ type: 'exception', seriesMasterId: 's1' })
  assert.equal(problemOf(exception), '“Weekly”: Microsoft does not say which occurrence of its series it is')
})

test('at most 1,000 people', () => {
  const people = (count: number) => Array.from({ length: count }, (_, n) => person(`p${n}@acme.test`))
  assert.equal(meetingOf(single({ attendees: people(999) })).attendees.length, 1_000)
  assert.equal(problemOf(single({ attendees: people(1_000) })), '“Weekly”: it has more than 1000 attendees')
})

test('a cancelled meeting was called off', () => {
  const calledOff = { id: 'Weekly', meeting: null, isCalledOff: true }
  assert.deepEqual(changeOf(single({ isCancelled: true }), null), calledOff)
})

const series = (more: object = {}) =>
  graphEvent('s1', '2025-12-01T09:00', '2025-12-01T10:00', {
    type: 'seriesMaster',
    originalStart: '2025-12-01T09:00:00Z',
    subject: 'Stand-up',
    attendees: [person('ada@acme.test')],
    ...more,
  })
const thin = (start: string, end: string) => ({
  id: 'o1',
  type: 'occurrence',
  seriesMasterId: 's1',
  start: at(start),
  end: at(end),
})

test('an occurrence that nobody changed has its text from the series and its own time', () => {
  const found = meetingOf(thin('2026-01-05T09:00', '2026-01-05T10:00'), series())
  assert.deepEqual(
    [found.uid, found.seriesId, found.title, found.seriesTitle],
    ['uid-s1', 's1', 'Stand-up', 'Stand-up'],
  )
  assert.deepEqual(found.originalStart, new Date('2026-01-05T09:00:00Z'))
  assert.deepEqual(found.starts_at, new Date('2026-01-05T09:00:00Z'))
  assert.equal(found.attendees.length, 2)
  const day = thin('2026-01-05T00:00', '2026-01-06T00:00')
  assert.equal(meetingOf(day, series({ isAllDay: true })).all_day, true)
  assert.deepEqual(changeOf(day, series({ isCancelled: true })), { id: 'o1', meeting: null, isCalledOff: true })
})

test('a moved occurrence is the one of its original start, and has its own text', () => {
  const moved = single({
    ...thin('2026-01-06T14:00', '2026-01-06T15:00'),
    type: 'exception',
    originalStart: '2026-01-05T09:00:00Z',
    subject: 'Stand-up, later',
  })
  const found = meetingOf(moved, series())
  assert.deepEqual(
    [found.originalStart, found.starts_at],
    [new Date('2026-01-05T09:00:00Z'), new Date('2026-01-06T14:00:00Z')],
  )
  assert.deepEqual([found.title, found.seriesTitle], ['Stand-up, later', 'Stand-up'])
  assert.equal(meetingOf(moved).seriesTitle, null)
  assert.equal(meetingOf({ ...moved, iCalUId: null }, series()).uid, 'uid-s1')
})

test('of an all-day series the original start is a day, in every zone of the calendar', () => {
  const moved = (originalStart: string) =>
    single({ ...thin('2026-01-06T14:00', '2026-01-06T15:00'), type: 'exception', originalStart })
  for (const originalStart of ['2026-01-05T00:00:00Z', '2026-01-04T23:00:00Z', '2026-01-05T08:00:00Z']) {
    const found = meetingOf(moved(originalStart), series({ isAllDay: true }))
    assert.deepEqual([found.originalStart, found.all_day], [new Date('2026-01-05T00:00:00Z'), false])
  }
})

test('the original start of an all-day series is a day of the zone in which the series was made', () => {
  const moved = (originalStart: string, originalStartTimeZone: string) => {
    const days = { start: at('2026-01-16T00:00'), end: at('2026-01-17T00:00'), isAllDay: true }
    const event = { ...thin('', ''), ...days, type: 'exception', originalStart, originalStartTimeZone }
    return meetingOf(single(event), series({ isAllDay: true }))
      .originalStart?.toISOString()
      .slice(0, 16)
  }
  const midnights = {
    'New Zealand Standard Time': '2026-01-14T11:00:00Z',
    'Pacific/Kiritimati': '2026-01-14T10:00:00Z',
    'Pacific/Pago_Pago': '2026-01-15T11:00:00Z',
    'Pacific Standard Time': '2026-01-15T08:00:00Z',
    UTC: '2026-01-15T00:00:00Z',
  }
  for (const [zone, midnight] of Object.entries(midnights)) {
    assert.equal(moved(midnight, zone), '2026-01-15T00:00', zone)
    assert.equal(moved('2026-01-15T00:00:00Z', zone), '2026-01-15T00:00', `${zone}, said in UTC`)
  }
  assert.equal(moved('2026-01-14T23:00:00Z', 'Mars/Olympus'), '2026-01-15T00:00')
})

test('one occurrence to which a person was invited alone is the occurrence that others have', () => {
  const ids = ['00000000', '07EA0105'].map((day) =>
    `040000008200E00074C5B7101A82E008${day}5025D461E473C801000000000000000001000000000`.padEnd(112, '0'),
  )
  const [uid, iCalUId] = ids as [string, string]
  const at5 = new Date('2026-01-05T09:00:00Z')
  const identity = (more: object = {}) => {
    const found = meetingOf(single({ iCalUId, ...more }))
    return [found.uid, found.originalStart]
  }
  assert.deepEqual(identity(), [uid, at5])
  const later = { start: at('2026-01-08T09:00'), end: at('2026-01-08T10:00') }
  assert.deepEqual(identity({ ...later, originalStart: '2026-01-05T09:00:00Z' }), [uid, at5])
  assert.deepEqual(identity(later), [iCalUId, null])
  for (const [hour, isOnDay] of [
    ['2026-01-04T10:00', true],
    ['2026-01-04T09:59', false],
    ['2026-01-06T14:00', true],
    ['2026-01-06T14:01', false],
  ] as const)
    assert.equal(identity({ start: at(hour), end: at('2026-01-07T10:00') })[0], isOnDay ? uid : iCalUId)
})
