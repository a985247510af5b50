/** Which passages answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import type { Layout } from '../../meetings/text-index/layout.ts'
import { maxHits, scorePassages } from './score-passages.ts'
import type { TermPositions } from './term-positions.ts'

/** Three passages of 100 words, with two names each behind all words. */
const layout: Layout[] = [0, 1, 2].map((index) => ({
  kind: 'transcript',
  first_word: 100 * index,
  words: 100,
  first_name: 300 + 2 * index,
  names: 2,
  speakers: [],
  turns: [],
}))
const standing = (positions: number[], more: Partial<TermPositions> = {}): TermPositions => ({
  positions,
  length: 1,
  rarity: 1,
  kind: 'should',
  ...more,
})
const numbers = (terms: TermPositions[]) => scorePassages(layout, terms).map(({ number }) => number)
const best = (terms: TermPositions[]) => scorePassages(layout, terms).sort((a, b) => b.score - a.score)[0]?.number

test('a passage with a word or a speaker of that name is found', () => {
  assert.deepEqual(numbers([standing([5, 250])]), [0, 2])
  assert.deepEqual(numbers([standing([303])]), [1])
  assert.deepEqual(numbers([standing([])]), [])
})

test('required words must be in a passage, excluded words must not', () => {
  assert.deepEqual(numbers([standing([5, 105, 205]), standing([110], { kind: 'must' })]), [1])
  assert.deepEqual(numbers([standing([5, 105, 205]), standing([110], { kind: 'not' })]), [0, 2])
})

test('the best passage has rarer words, more words, adjacent words, or neighbours with some of the words', () => {
  assert.equal(best([standing([5], { rarity: 2 }), standing([105])]), 0)
  assert.equal(best([standing([5, 105, 110])]), 1)
  assert.equal(best([standing([5, 105]), standing([50, 106])]), 1)
  assert.equal(best([standing([105]), standing([250]), standing([10], { rarity: 0.1 })]), 1)
})

test('hits are all words of a term', () => {
  assert.deepEqual(scorePassages(layout, [standing([7], { length: 3 }), standing([8])])[0]!.hits(), [7, 8, 9])
})

test('of a passage the first 200 words that were found are hits', () => {
  assert.equal(maxHits, 200)
  for (const [count, kept] of [
    [199, 199],
    [200, 200],
    [201, 200],
  ] as const) {
    const long: Layout[] = [
      { kind: 'agenda', first_word: 1, words: 1_000, first_name: 1_001, names: 0, speakers: [], turns: [] },
    ]
    const [scored] = scorePassages(long, [standing(Array.from({ length: count }, (_, index) => 2 * index + 1))])
    assert.deepEqual(
      scored!.hits(),
      Array.from({ length: kept }, (_, index) => 2 * index),
    )
  }
})

test('words that are nearly side by side are counted as the naive count does', () => {
  const ascending = fc.uniqueArray(fc.nat(60), { minLength: 1 }).map((positions) => positions.sort((a, b) => a - b))
  fc.assert(
    fc.property(ascending, ascending, fc.integer({ min: 1, max: 3 }), (firsts, seconds, length) => {
      const near = firsts.filter((at) =>
        seconds.some((other) => other - at === length || other - at === length + 1),
      ).length
      const scoreOf = (terms: TermPositions[]) => scorePassages(layout, terms)[0]!.score
      const [one, other] = [standing(firsts, { length }), standing(seconds)]
      const apart = scoreOf([one, standing([], { kind: 'not' }), other])
      assert(Math.abs(scoreOf([one, other]) - apart - (2 * near) / (near + 1)) < 1e-9)
    }),
  )
})

test('sixty phrases of equal words take a time that grows with the text', () => {
  assertNoSquare(40_000, (count) => {
    const positions = Array.from({ length: count }, (_, index) => index)
    const long: Layout[] = [
      { kind: 'agenda', first_word: 0, words: count, first_name: count, names: 0, speakers: [], turns: [] },
    ]
    for (const { hits } of scorePassages(long, Array(60).fill(standing(positions, { length: 60 })))) hits()
  })
})
