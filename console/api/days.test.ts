import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, endOfDay, startOfDay } from './days.ts'

test('a day has its first moment and its last second in the zone of the person', () => {
  const [start, end] = [new Date(startOfDay('2026-03-29')!), new Date(endOfDay('2026-03-29')!)]
  assert.deepEqual([start.getHours(), start.getMinutes(), start.getDate()], [0, 0, 29])
  assert.deepEqual([end.getHours(), end.getMinutes(), end.getSeconds(), end.getDate()], [23, 59, 59, 29])
  assert.equal(dayOf(start), '2026-03-29')
  assert.equal(dayOf(end), '2026-03-29')
})

test('an invalid day gives no bound', () => {
  for (const wrong of [undefined, '', 'today', '2026-13-01', '2026-01-31T09:00:00Z', '0000-00-00']) {
    assert.deepEqual([startOfDay(wrong), endOfDay(wrong)], [undefined, undefined], String(wrong))
  }
})
