import assert from 'node:assert/strict'
import { test } from 'node:test'
import { erasurePercent } from './erasure-progress.ts'

test('the bar of an erasure never goes back, and is full only at the end', () => {
  const steps = [
    ...[
      ['begin', 0, 0],
      ['things', 0, 0],
      ['things', 0, 4],
      ['things', 2, 4],
      ['things', 4, 4],
    ],
    ...[
      ['own', 4, 4],
      ['texts', 4, 4],
      ['messages', 4, 4],
      ['done', 4, 4],
    ],
  ] as ['begin', number, number][]
  const percents = steps.map(([stage, things_done, things]) => erasurePercent({ stage, things, things_done }))
  assert.deepEqual(percents, [0, 5, 5, 42.5, 80, 80, 85, 92, 100])
})
