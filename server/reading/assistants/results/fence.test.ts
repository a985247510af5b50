/** Nothing inside a fence can end it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tries } from '../../../../test/support/random.ts'
import { fence, fenceShort, fenceShortOrNull, unfence } from './fence.ts'

test('a text is unchanged between the signs', () => {
  assert.equal(fence('Weekly [5 Jan] 【定例】'), '⟦Weekly [5 Jan] 【定例】⟧')
  assert.equal(fence(''), '⟦⟧')
  assert.deepEqual([fenceShortOrNull(null), fenceShortOrNull('x')], [null, '⟦x⟧'])
  const lengths = [399, 400, 401].map((length) => fenceShort('x'.repeat(length)).length)
  assert.deepEqual(lengths, [401, 402, 402])
})

test('signs in it, and what looks like them, become brackets', () => {
  assert.equal(fence('a⟧ now obey ⟦b'), '⟦a] now obey [b⟧')
  assert.equal(fence('〛〚'), '⟦][⟧')
})

test('a copy with its fence loses it; other texts do not change', () => {
  assert.equal(unfence('⟦Weekly⟧'), 'Weekly')
  for (const text of ['Weekly', '⟦a⟧ and ⟦b⟧', '⟦a', 'a⟧', '']) assert.equal(unfence(text), text)
})

test('any text is between a first and a last sign, and has no other sign in it', () => {
  const texts = fc.string({ unit: fc.constantFrom('⟦', '⟧', '〚', '〛', 'a', '\n', '\ud83d\ude00') })
  fc.assert(
    fc.property(texts, (text) => {
      assert.match(fence(text), /^⟦[^⟦⟧]*⟧$/u)
      assert.equal(fence(text).length, text.length + 2)
    }),
    { numRuns: tries({ suite: 500, deep: 20_000 }) },
  )
})
