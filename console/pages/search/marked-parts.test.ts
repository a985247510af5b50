import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './marked-parts.ts'

const show = (text: string, hits: number[][]) =>
  partsOf(text, hits).map(({ isHit, part }) => (isHit ? `[${part}]` : part))

test('marks stand where the code points are, also behind signs of two characters', () => {
  assert.deepEqual(
    show('🎛🎛 remote 控制', [
      [3, 9],
      [10, 12],
    ]),
    ['🎛🎛 ', '[remote]', ' ', '[控制]'],
  )
})

test('nothing is lost or said twice', () => {
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
