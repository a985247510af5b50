import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byTime, dayOf } from './by-time.ts'

test('meetings that have not ended are first, the next one on top; then past ones, the newest on top', () => {
  const note = (id: string, event_start: string | null, event_end: string | null) => ({
    id,
    event_start,
    event_end,
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

test('a meeting is listed under the day when it begins, and under today while it lasts', () => {
  const offsite = { event_start: '2026-01-09T09:00:00Z', event_end: '2026-01-11T09:00:00Z', created_at: '' }
  const dayAt = (now: string) => dayOf(offsite, Date.parse(now)).slice(0, 10)
  assert.equal(dayAt('2026-01-08T12:00:00Z'), '2026-01-09')
  assert.equal(dayAt('2026-01-10T12:00:00Z'), '2026-01-10')
  assert.equal(dayAt('2026-01-11T09:00:00Z'), '2026-01-09')
})
