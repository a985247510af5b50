import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTimeZone as inTimeZone } from '../../test/support/time-zone.ts'
import { byTime, dayOf, timeOf } from './by-time.ts'

inTimeZone('America/New_York')

test('meetings that have not ended are first, the next one on top; then past ones, the newest on top', () => {
  const note = (id: string, event_start: string | null, event_end: string | null) => ({
    id,
    event_start,
    event_end,
    event_is_all_day: false,
    created_at: '2026-01-05T00:00:00Z',
  })
  const notes = [
    note('later', '2026-01-12T09:00:00Z', '2026-01-12T10:00:00Z'),
    note('now', '2026-01-10T11:30:00Z', '2026-01-10T12:30:00Z'),
    note('ended', '2026-01-10T11:00:00Z', '2026-01-10T12:00:00Z'),
    note('without an event', null, null),
    note('old', '2026-01-01T11:00:00Z', '2026-01-01T12:00:00Z'),
  ]
  const { upcoming, earlier } = byTime(notes, Date.parse('2026-01-10T12:00:00Z'))
  assert.deepEqual(
    upcoming.map(({ id }) => id),
    ['now', 'later'],
  )
  assert.deepEqual(
    earlier.map(({ id }) => id),
    ['ended', 'without an event', 'old'],
  )
})

const timed = { event_is_all_day: false, created_at: '' }

test('a meeting is listed under the day when it begins, and under today while it lasts', () => {
  const offsite = { event_start: '2026-01-09T09:00:00Z', event_end: '2026-01-11T09:00:00Z', ...timed }
  const dayAt = (now: string) => dayOf(offsite, Date.parse(now)).slice(0, 10)
  assert.equal(dayAt('2026-01-08T12:00:00Z'), '2026-01-09')
  assert.equal(dayAt('2026-01-10T12:00:00Z'), '2026-01-10')
  assert.equal(dayAt('2026-01-11T09:00:00Z'), '2026-01-09')
})

test('a meeting of whole days is on the same days in every zone', () => {
  const day = { event_start: '2026-01-12T00:00:00.000Z', event_end: '2026-01-13T00:00:00.000Z', event_is_all_day: true }
  const offsite = { ...day, created_at: '2026-01-01T00:00:00.000Z' }
  assert.equal(timeOf(offsite), '2026-01-12T05:00:00.000Z')
  const isOn = (now: string) => dayOf(offsite, Date.parse(now)) === new Date(now).toISOString()
  const isUpcoming = (now: string) => byTime([offsite], Date.parse(now)).upcoming.length > 0
  const moments = ['2026-01-12T04:59:00Z', '2026-01-12T05:00:00Z', '2026-01-13T04:59:00Z', '2026-01-13T05:00:00Z']
  assert.deepEqual(moments.map(isOn), [false, true, true, false])
  assert.deepEqual(moments.map(isUpcoming), [true, true, true, false])
})
