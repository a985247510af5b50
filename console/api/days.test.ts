import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, endOfDay, localMoment, startOfDay } from './days.ts'

test('a day begins and ends in the person’s time zone', () => {
  const [start, end] = [new Date(startOfDay('2026-03-29')!), new Date(endOfDay('2026-03-29')!)]
  assert.deepEqual([start.getHours(), start.getMinutes(), start.getDate()], [0, 0, 29])
  assert.deepEqual([end.getHours(), end.getMinutes(), end.getSeconds(), end.getDate()], [23, 59, 59, 29])
  assert.equal(dayOf(start), '2026-03-29')
  assert.equal(dayOf(end), '2026-03-29')
})

test('no hour is lost between two days if clocks change at midnight: Santiago, Cairo, Havana', () => {
  const zone = process.env.TZ
  const changes = [
    ['America/Santiago', '2026-04-04', '2026-04-05'],
    ['America/Santiago', '2026-09-05', '2026-09-06'],
    ['Africa/Cairo', '2026-10-29', '2026-10-30'],
    ['Africa/Cairo', '2026-04-23', '2026-04-24'],
    ['America/Havana', '2026-10-31', '2026-11-01'],
  ] as const
  try {
    for (const [of, day, next] of changes) {
      process.env.TZ = of
      const seconds = (Date.parse(startOfDay(next)!) - Date.parse(endOfDay(day)!)) / 1_000
      assert.equal(seconds, 1, `${of} ${day}`)
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('an invalid day gives no bound', () => {
  for (const wrong of [undefined, '', 'today', '2026-13-01', '2026-01-31T09:00:00Z', '0000-00-00']) {
    assert.deepEqual([startOfDay(wrong), endOfDay(wrong)], [undefined, undefined], String(wrong))
  }
})

test('a moment is a field’s local time, and comes back as the same minute', () => {
  const moment = localMoment('2026-01-05T09:05:30.000Z')
  assert.match(moment, /^2026-01-0[456]T\d\d:\d5$/)
  assert.equal(new Date(moment).toISOString(), '2026-01-05T09:05:00.000Z')
})
