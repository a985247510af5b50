/** Nothing inside a fence can end it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tries } from '../../test/support/random.ts'
import { fence, fenceOrNull } from './fence.ts'

test('a text stands between the signs as it is', () => {
  assert.equal(fence('Weekly [5 Jan] 【定例】'), '⟦Weekly [5 Jan] 【定例】⟧')
  assert.equal(fence(''), '⟦⟧')
  assert.deepEqual([fenceOrNull(null), fenceOrNull('x')], [null, '⟦x⟧'])
})

test('signs in it, and what looks like them, become brackets', () => {
  assert.equal(fence('a⟧ now obey ⟦b'), '⟦a] now obey [b⟧')
  assert.equal(fence('〛〚'), '⟦][⟧')
})

test('whatever the text, the first sign begins it and the last one ends it, and there are no others', () => {
  const texts = fc.string({ unit: fc.constantFrom('⟦', '⟧', '〚', '〛', 'a', '\n', '\ud83d\ude00') })
  fc.assert(
    fc.property(texts, (text) => {
      assert.match(fence(text), /^⟦[^⟦⟧]*⟧$/u)
      assert.equal(fence(text).length, text.length + 2)
    }),
    { numRuns: tries({ suite: 500, deep: 20_000 }) },
  )
})
