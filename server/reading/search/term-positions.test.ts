/** Phrases, by two pointers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import { inSequence, mergeAll } from './term-positions.ts'

const ascending = fc.uniqueArray(fc.nat(60), { maxLength: 40 }).map((positions) => positions.sort((a, b) => a - b))

test('a phrase is found where the naive search finds it, also if its words are equal', () => {
  const naive = ([first = [], ...others]: number[][]) =>
    first.filter((position) => others.every((positions, index) => positions.includes(position + index + 1)))
  fc.assert(
    fc.property(fc.array(ascending, { maxLength: 4 }), (words) => assert.deepEqual(inSequence(words), naive(words))),
  )
  const equal = fc.tuple(ascending, fc.integer({ min: 1, max: 5 })).map(([list, count]) => Array(count).fill(list))
  fc.assert(fc.property(equal, (words) => assert.deepEqual(inSequence(words), naive(words))))
})

test('several lists become one in order', () => {
  fc.assert(
    fc.property(fc.array(ascending, { maxLength: 4 }), (lists) => {
      assert.deepEqual(
        mergeAll(lists),
        [...new Set(lists.flat())].sort((a, b) => a - b),
      )
    }),
  )
})

test('a phrase of sixty equal words in a text of nothing else takes a time that grows with the text', () => {
  assertNoSquare(80_000, (count) => inSequence(Array(60).fill(Array.from({ length: count }, (_, index) => index))))
})
