import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarText } from './calendar-text.ts'

test('a planned meeting is a calendar of one event, and its title cannot add lines', () => {
  const text = calendarText({
    uid: 'a@minutebook',
    title: 'Prices; chairs, \\ tables\r\nATTENDEE:mailto:eve@acme.test',
    start: '2026-12-01T09:30:00.000Z',
    organizer: 'ada@acme.test',
    invited: ['bo@acme.test'],
  })
  const lines = text.split('\r\n')
  assert.deepEqual(lines.slice(4, 12), [
    'UID:a@minutebook',
    'DTSTAMP:20261201T093000Z',
    'DTSTART:20261201T093000Z',
    'DURATION:PT1H',
    'SUMMARY:Prices\\; chairs\\, \\\\ tables ATTENDEE:mailto:eve@acme.test',
    'ORGANIZER:mailto:ada@acme.test',
    'ATTENDEE:mailto:ada@acme.test',
    'ATTENDEE:mailto:bo@acme.test',
  ])
})
