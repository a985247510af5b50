/** Whose words a question that names somebody prefers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoSquare } from '../../../test/support/growth.ts'
import type { Layout } from '../../meetings/text-index/layout.ts'
import { scoreOwnWords } from './own-words.ts'
import type { TermPositions } from './term-positions.ts'

/** 100 words: the first 60 of Ada Moreau, the next 30 of Bo, the last 10 of somebody without a name. */
const layout: Layout = {
  kind: 'transcript',
  first_word: 500,
  words: 100,
  first_name: 900,
  names: 3,
  speakers: [2, 1],
  turns: [1, 60, 2, 30, 0, 10],
}
const [ada, moreau, bo] = [[900], [901], [902]]
const term = (positions: number[]): TermPositions => ({ positions, length: 1, rarity: 1, kind: 'should' })
const score = (...here: number[][]) => scoreOwnWords(layout, here.map(term), here)

test('words of a person who is not named count nothing', () => {
  assert.equal(score([510], [570]), 0)
  assert.equal(score([510], []), 0)
})

test('of a named person their own words count, and how much they speak', () => {
  assert.equal(score(bo, []), 0.5 * 0.3)
  assert(score(bo, [570]) > score(bo, [510]))
  assert.equal(score(bo, [510]), score(bo, [595]))
  assert(score(bo, [561, 589]) > score(bo, [559, 589]))
})

test('a part of a name counts as a part', () => {
  assert.equal(score(ada, []), 0.5 * 0.5 * 0.6)
  assert.equal(score(ada, moreau, []), 2 * 0.5 * 0.6)
  assert.equal(score([...ada, ...moreau], []), 0.5 * 0.5 * 0.6)
})

test('a passage with thousands of named speakers takes a time that grows with it', () => {
  assertNoSquare(4_000, (count) => {
    const turns = Array.from({ length: count }, (_, index) => [index + 1, 1]).flat()
    const crowd = {
      ...layout,
      first_word: 0,
      words: count,
      first_name: count,
      names: count,
      turns,
      speakers: Array(count).fill(1),
    }
    const here = Array.from({ length: 60 }, () => Array.from({ length: count / 10 }, (_, at) => count + 10 * at))
    scoreOwnWords(crowd, here.map(term), here)
  })
})
