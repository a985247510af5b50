/** Which passages answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Layout } from '../text-index/layout.ts'
import { scorePassages, type TermPositions } from './score-passages.ts'

/** Three passages of 100 words, with two names each behind all words. */
const layout: Layout[] = [0, 1, 2].map((index) => ({
  ...{ kind: 'transcript', first_word: 100 * index, words: 100, first_name: 300 + 2 * index, names: 2 },
}))
const standing = (positions: number[], more: Partial<TermPositions> = {}): TermPositions => ({
  ...{ positions, length: 1, rarity: 1, kind: 'should', ...more },
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

test('hits are the positions of all words of a term', () => {
  assert.deepEqual(scorePassages(layout, [standing([7], { length: 3 }), standing([8])])[0]!.hits, [7, 8, 9])
})
