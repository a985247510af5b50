import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextSpan } from './next-time.ts'

const at = (text: string) => new Date(`${text}:00Z`)
function next(start: string, before: string | null, zone: string, now = start): string {
  const span = { starts_at: at(start), ends_at: new Date(at(start).getTime() + 45 * 60_000) }
  const found = nextSpan(span, before === null ? null : at(before), zone, at(now))
  assert.equal(found.ends_at.getTime() - found.starts_at.getTime(), 45 * 60_000)
  return found.starts_at.toISOString().slice(0, 16)
}

test('the hour on the clock stays, though clocks change between the two, forth and back', () => {
  assert.equal(next('2026-03-23T08:00', '2026-03-16T08:00', 'Europe/Berlin'), '2026-03-30T07:00')
  assert.equal(next('2026-10-19T07:00', '2026-10-12T07:00', 'Europe/Berlin'), '2026-10-26T08:00')
  assert.equal(next('2026-03-23T08:00', null, 'UTC'), '2026-03-30T08:00')
  // On 29 March there is no 2:30 in Berlin: it is 3:30.
  assert.equal(next('2026-03-22T01:30', null, 'Europe/Berlin'), '2026-03-29T01:30')
  // The days are those of the zone: late on Monday in Los Angeles is Tuesday in UTC.
  assert.equal(next('2026-03-03T07:30', '2026-02-24T07:30', 'America/Los_Angeles'), '2026-03-10T06:30')
})

test('the distance of the last two is the rhythm; of the same day, of more than a year, and without one it is a week', () => {
  assert.equal(next('2026-01-15T09:00', '2026-01-01T09:00', 'UTC'), '2026-01-29T09:00')
  assert.equal(next('2026-01-02T09:00', '2026-01-01T15:00', 'UTC'), '2026-01-03T09:00')
  assert.equal(next('2026-01-01T15:00', '2026-01-01T09:00', 'UTC'), '2026-01-08T15:00')
  assert.equal(next('2026-01-02T09:00', '2025-01-01T09:00', 'UTC'), '2027-01-03T09:00')
  assert.equal(next('2026-01-03T09:00', '2025-01-01T09:00', 'UTC'), '2026-01-10T09:00')
})

test('of a meeting of long ago it is the first of its rhythm that has not begun', () => {
  assert.equal(next('2025-01-06T09:00', '2024-12-23T09:00', 'Europe/Berlin', '2026-01-10T12:00'), '2026-01-19T09:00')
  assert.equal(next('2026-01-05T09:00', null, 'UTC', '2026-01-12T08:59'), '2026-01-12T09:00')
  assert.equal(next('2026-01-05T09:00', null, 'UTC', '2026-01-12T09:00'), '2026-01-19T09:00')
})
