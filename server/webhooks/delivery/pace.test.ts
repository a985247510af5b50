import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Lane, slackMs, takeSlots } from './pace.ts'

const idle: Lane = { reserved: [], queuedUntil: 0 }

test('a burst of 10 is sent at once, the 11th waits for more than a second', () => {
  const { later, lane } = takeSlots(idle, 5_000, 12, 10)
  assert.deepEqual(lane.reserved, Array(10).fill(5_000))
  assert.deepEqual(later, [6_050, 6_155])
  assert.deepEqual(takeSlots(lane, 6_049, 1, 10).later.length, 1)
  assert.deepEqual(takeSlots(lane, 6_050, 1, 10).later, [])
})

test('the queue continues at its end, and a queue of messages that are gone is forgotten', () => {
  const first = takeSlots(idle, 0, 110, 10)
  assert.equal(first.later.length, 100)
  const second = takeSlots(first.lane, 1, 1, 10)
  assert(second.later[0]! > first.later.at(-1)!)
  assert.deepEqual(takeSlots(second.lane, 5_000, 1, 10).later, [])
})

test('1,000 waiting messages are sent within about 100 seconds', () => {
  const { later } = takeSlots(idle, 0, 1_000, 10)
  assert(later.at(-1)! > 95_000 && later.at(-1)! < 110_000, `${later.at(-1)}`)
})

/** Simulates a lane: messages come, wait for their times and try again. @returns when each was sent, in milliseconds */
function play(arrivals: { at: number; count: number }[], perSecond: number, stalls: number[]): number[] {
  const left: number[] = []
  let due = arrivals.flatMap(({ at, count }) => Array<number>(count).fill(at)).sort((a, b) => a - b)
  let lane = idle
  let now = 0
  for (let round = 0; due.length > 0; round++) {
    now = Math.max(now, due[0]!) + (stalls[round] ?? 0)
    const trying = due.filter((time) => time <= now).length
    const slots = takeSlots(lane, now, trying, perSecond)
    lane = slots.lane
    left.push(...Array<number>(trying - slots.later.length).fill(now))
    due = [...due.slice(trying), ...slots.later].sort((a, b) => a - b)
  }
  return left
}

test('no second has more messages than the limit, with any arrival times and stalled workers; all are sent', () => {
  const arrival = fc.record({ at: fc.integer({ min: 0, max: 20_000 }), count: fc.integer({ min: 1, max: 60 }) })
  fc.assert(
    fc.property(
      fc.array(arrival, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 25 }),
      fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: slackMs }), { minLength: 1, maxLength: 7 }),
      (arrivals, perSecond, stalls, starts) => {
        const left = play(arrivals, perSecond, stalls)
        assert.equal(
          left.length,
          arrivals.reduce((sum, { count }) => sum + count, 0),
        )
        const begun = left.map((time, index) => time + starts[index % starts.length]!).sort((a, b) => a - b)
        for (let index = perSecond; index < begun.length; index++) {
          assert(begun[index]! - begun[index - perSecond]! >= 1_000, `${begun[index - perSecond]} ${begun[index]}`)
        }
        for (let index = perSecond; index < left.length; index++) assert(left[index]! >= left[index - 1]!)
      },
    ),
    { numRuns: 500 },
  )
})

test('without stalls the lane is never idle for long', () => {
  const left = play([{ at: 0, count: 500 }], 10, [])
  assert(left.at(-1)! < 49 * 1_100 + 1_100, `${left.at(-1)}`)
})
