import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDay, readMoment } from '../../../platform/time.ts'

test('a moment may have any offset, and has milliseconds', () => {
  for (const [text, utc] of [
    ['2026-01-05T09:00:00Z', '2026-01-05T09:00:00.000Z'],
    ['2026-01-05T09:00:00.5Z', '2026-01-05T09:00:00.500Z'],
    ['2026-01-05T09:00:00.123999Z', '2026-01-05T09:00:00.123Z'],
    ['2026-01-05T09:00:00+05:30', '2026-01-05T03:30:00.000Z'],
    ['2024-02-29T23:59:59-00:30', '2024-03-01T00:29:59.000Z'],
  ] as const) {
    assert.equal(readMoment(text)?.toISOString(), utc, text)
  }
})

test('an invalid moment is rejected', () => {
  for (const text of [
    ...['2026-01-05', '2026-01-05T09:00:00', '2026-01-05T09:00Z', '2026-01-05 09:00:00Z', '2026-02-30T09:00:00Z'],
    ...['2026-01-05T24:00:00Z', '2026-01-05T09:60:00Z', '2026-01-05T09:00:00+24:00', '0000-01-05T09:00:00Z', ''],
  ]) {
    assert.equal(readMoment(text), null, text)
  }
})

test('a day must exist', () => {
  assert(isDay('2024-02-29'))
  for (const text of ['2025-02-29', '2026-1-5', '2026-01-05T00:00:00Z', '0000-01-01', '']) assert(!isDay(text), text)
})
