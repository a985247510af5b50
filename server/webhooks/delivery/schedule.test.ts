import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttempt } from './schedule.ts'

const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]

test('3.5: eight attempts take 99,305 seconds in total', () => {
  const start = new Date('2026-01-10T12:00:00.000Z')
  const times = [start]
  for (let failures = 1; ; failures++) {
    const next = nextAttempt(failures, delays, times.at(-1)!)
    if (!next) break
    times.push(next)
  }
  const seconds = times.map((time) => (time.getTime() - start.getTime()) / 1_000)
  assert.deepEqual(seconds, [0, 5, 305, 2_105, 9_305, 27_305, 63_305, 99_305])
})

test('a delay counts from the end of the failed attempt', () => {
  assert.deepEqual(nextAttempt(1, delays, new Date(15_000)), new Date(20_000))
})

test('without delays there is one attempt', () => {
  assert.equal(nextAttempt(1, [], new Date(0)), null)
})
