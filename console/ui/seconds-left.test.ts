import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAnew, secondsLeft } from './seconds-left.ts'

const seen = (done: number, seconds: number, stage = 'transcribing') => ({ stage, done, at: seconds * 1_000 })

test('the time left follows from the time that the share so far took', () => {
  assert.equal(secondsLeft(seen(0.25, 10), seen(0.5, 20)), 20)
  assert.equal(secondsLeft(seen(0, 0), seen(1, 20)), 0)
})

test('from little nothing is said', () => {
  assert.equal(secondsLeft(seen(0.5, 0), seen(0.5, 60)), null)
  assert.equal(secondsLeft(seen(0.5, 0), seen(0.515, 60)), null)
  assert.notEqual(secondsLeft(seen(0.5, 0), seen(0.525, 60)), null)
})

test('another stage and another try begin anew', () => {
  assert.equal(isAnew(seen(0.5, 0), seen(0.5, 1)), false)
  assert.equal(isAnew(seen(0.5, 0), seen(0.4, 1)), true)
  assert.equal(isAnew(seen(0.5, 0, 'fetching'), seen(0.6, 1)), true)
})
