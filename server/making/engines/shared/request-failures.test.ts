import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from './request-failures.ts'

test('the Retry-After of a user’s own server is a number of seconds or a date', () => {
  const date = 'Mon, 05 Jan 2026 09:00:00 GMT'
  const secondsOf = (headers: Record<string, string | string[]>) =>
    refusal('The media server', { status: 503, headers }).retryAfterSeconds
  assert.equal(secondsOf({ 'retry-after': '60' }), 60)
  assert.equal(secondsOf({ 'retry-after': ['60', '5'] }), 60)
  assert.equal(secondsOf({ 'retry-after': 'Mon, 05 Jan 2026 09:02:00 GMT', date }), 120)
  assert.equal(secondsOf({ 'retry-after': 'Mon, 05 Jan 2026 08:00:00 GMT', date }), 0)
  for (const wanted of ['soon', '-5', '1e3', '']) assert.equal(secondsOf({ 'retry-after': wanted, date }), null)
  assert.equal(secondsOf({}), null)
})
