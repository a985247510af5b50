import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutStretches, packInOrder } from './cut-stretches.ts'

const lengthOf = (lines: string[]) => lines.reduce((sum, { length }) => sum + length + 1, 0)
const numbered = (lengths: number[]) => lengths.map((length, index) => `${index} `.padEnd(length, 'x'))

test('a stretch repeats at most a tenth of the previous one, from its end', () => {
  const lines = numbered(Array(40).fill(49))
  const stretches = cutStretches(lines, 1_000)
  assert.deepEqual(
    stretches.map((stretch) => [stretch[0], stretch.length]),
    [
      [lines[0], 20],
      [lines[18], 20],
      [lines[36], 4],
    ],
  )
})

test('every line is in a stretch, in order; only a single line exceeds the size; every stretch has a new line', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 5, max: 120 }), { minLength: 1, maxLength: 60 }), (lengths) => {
      const lines = numbered(lengths)
      const stretches = cutStretches(lines, 200)
      const firstNew = stretches.map((stretch, index) =>
        stretch.filter((line) => !stretches[index - 1]?.includes(line)),
      )
      assert.deepEqual(firstNew.flat(), lines)
      assert(firstNew.every((fresh) => fresh.length > 0))
      for (const stretch of stretches) assert(lengthOf(stretch) <= 201 || stretch.length === 1)
    }),
  )
})

test('at least two notes are packed together, so that each round leaves fewer', () => {
  assert.deepEqual(packInOrder(['aaaa', 'bbbb', 'c', 'd', 'e'], 5), [
    ['aaaa', 'bbbb'],
    ['c', 'd', 'e'],
  ])
  assert.deepEqual(packInOrder(['a', 'b', 'c'], 100), [['a', 'b', 'c']])
})
