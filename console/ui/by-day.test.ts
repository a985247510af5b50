import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay, daysBetween } from './by-day.ts'

const local = (text: string) => new Date(text).toISOString()

test('neighbours of one local day are one group, and the order stays', () => {
  const rows = ['2026-03-29T00:00:00', '2026-03-29T23:59:59', '2026-03-30T00:00:00', '2026-03-29T12:00:00'].map(local)
  const days = byDay(rows, (row) => row)
  assert.deepEqual(
    days.map((day) => day.rows),
    [rows.slice(0, 2), [rows[2]], [rows[3]]],
  )
  assert.deepEqual(byDay([], String), [])
})

test('days are counted by midnights, also where the clock changes', () => {
  assert.equal(daysBetween(new Date('2026-03-28T23:59:00'), new Date('2026-03-29T00:01:00')), 1)
  assert.equal(daysBetween(new Date('2026-03-28T12:00:00'), new Date('2026-03-30T01:00:00')), 2)
  assert.equal(daysBetween(new Date('2026-03-29T01:00:00'), new Date('2026-03-29T23:00:00')), 0)
  assert.equal(daysBetween(new Date('2026-01-01T00:00:00'), new Date('2025-12-31T23:00:00')), -1)
})
