import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShorter, readDays } from './days.ts'

test('days are whole numbers from 1 to 36,500; an empty field means for ever', () => {
  assert.deepEqual(['', ' ', '1', '36500', ' 90 '].map(readDays), [null, null, 1, 36_500, 90])
  for (const wrong of ['0', '36501', '-1', '1.5', '1e3', 'x', '0x10']) assert.equal(readDays(wrong), undefined, wrong)
})

test('fewer days delete more, and any number deletes more than for ever', () => {
  const pairs: [number | null, number | null][] = [
    [1, null],
    [1, 2],
    [2, 2],
    [2, 1],
    [null, 1],
    [null, null],
  ]
  assert.deepEqual(
    pairs.map(([now, before]) => isShorter(now, before)),
    [true, true, false, false, false, false],
  )
})
