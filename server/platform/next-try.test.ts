import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EngineError } from './errors.ts'
import { nextTry } from './next-try.ts'

test('29a: work is tried again after its delay, not before the back end allows it, and within an hour', () => {
  const seconds = (error: Error, failures = 0) => {
    const at = nextTry(error, failures, [5, 60], new Date(0))
    return at && at.getTime() / 1_000
  }
  const away = (retryAfterSeconds: number | null) => new EngineError('Away', { retryable: true, retryAfterSeconds })
  assert.deepEqual([seconds(away(null)), seconds(away(null), 1), seconds(away(null), 2)], [5, 60, null])
  assert.deepEqual([seconds(away(5)), seconds(away(6)), seconds(away(59), 1), seconds(away(9), 2)], [5, 6, 60, null])
  assert.deepEqual([seconds(away(3_600)), seconds(away(3_601))], [3_600, 3_600])
  assert.equal(seconds(new Error('Of another kind')), 5)
  assert.equal(seconds(new EngineError('Refused', { retryable: false })), null)
})
