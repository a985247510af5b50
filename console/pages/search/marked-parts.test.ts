import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestMarked, partsOf } from './marked-parts.ts'

const show = (text: string, hits: number[][]) =>
  partsOf(text, hits).map(({ isHit, part }) => (isHit ? `[${part}]` : part))

test('marks count code points, also after surrogate pairs', () => {
  assert.deepEqual(
    show('🎛🎛 remote 控制', [
      [3, 9],
      [10, 12],
    ]),
    ['🎛🎛 ', '[remote]', ' ', '[控制]'],
  )
})

test('no text is lost or repeated', () => {
  assert.deepEqual(show('', []), [])
  assert.deepEqual(show('plain', []), ['plain'])
  assert.deepEqual(show('abcd', [[0, 4]]), ['[abcd]'])
  assert.deepEqual(
    show('abcd', [
      [0, 2],
      [1, 3],
    ]),
    ['[ab]', '[c]', 'd'],
  )
  assert.deepEqual(show('ab', [[1, 9]]), ['a', '[b]'])
})

test('the passage is found again by its longest run of marked words', () => {
  const text = 'The remote, control or a remote'
  const words = [
    [4, 10],
    [12, 19],
    [25, 31],
  ]
  assert.equal(longestMarked(text, words), 'remote, control')
  assert.equal(longestMarked(text, words.slice(2)), 'remote')
  assert.equal(longestMarked(text, []), '')
  assert.equal(longestMarked('🎛 控制器', [[2, 4]]), '控制')
})
