/** Text inside of sentences that go another way. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isolated } from './direction.ts'

test('a text is isolated, and no sign of its own ends that', () => {
  assert.equal(isolated('דנה'), '\u2068דנה\u2069')
  assert.equal(isolated('Bo\u2069\u202e nobody\u2066'), '\u2068Bo nobody\u2069')
})
