import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDue, endOfWeek } from './by-due.ts'

test('items are grouped into overdue, today, this week, later, and no due date', () => {
  const items = ['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-11', '2026-01-12', null].map((due_date) => ({
    due_date,
  }))
  const found = byDue(items, '2026-01-07', '2026-01-11')
  assert.deepEqual(
    found.map(({ group, items }) => [group, items.map(({ due_date }) => due_date)]),
    [
      ['overdue', ['2026-01-06']],
      ['today', ['2026-01-07']],
      ['week', ['2026-01-08', '2026-01-11']],
      ['later', ['2026-01-12']],
      ['none', [null]],
    ],
  )
  assert.deepEqual(byDue([], '2026-01-07', '2026-01-11'), [])
})

test('a week ends with its Sunday, also on a Sunday and across the end of a month', () => {
  for (const [day, end] of [
    [new Date(2026, 0, 5), new Date(2026, 0, 11)],
    [new Date(2026, 0, 11), new Date(2026, 0, 11)],
    [new Date(2026, 0, 31), new Date(2026, 1, 1)],
  ] as const) {
    assert.deepEqual(endOfWeek(day), end)
  }
})
