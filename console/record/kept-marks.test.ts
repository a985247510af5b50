import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeptMark, withMark } from './kept-marks.ts'

test('marks of one moment get moments of their own, in order', () => {
  let marks: KeptMark[] = []
  for (const at of [0, 0, 0, 12.34, 12.34]) marks = withMark(marks, at, null)
  assert.deepEqual(
    marks.map(({ at }) => at),
    [0, 0.001, 0.002, 12.34, 12.341],
  )
  assert.deepEqual(withMark([], 3, 'Price'), [{ at: 3, text: 'Price', isSent: false }])
})
