/** Batches for one statement each: they are as large as the limits allow, and no row is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bodiesInBatches, maxCharacters, maxRows } from './batch-bodies.ts'

const rows = (...lengths: number[]) => lengths.map((length) => ({ body: 'x'.repeat(length) }))
const sizes = (...lengths: number[]) => [...bodiesInBatches(rows(...lengths))].map((batch) => batch.length)

test('batches have the right sizes at the limits, below and above', () => {
  assert.deepEqual(sizes(), [])
  assert.deepEqual(sizes(...Array(maxRows).fill(0)), [maxRows])
  assert.deepEqual(sizes(...Array(maxRows + 1).fill(0)), [maxRows, 1])
  assert.deepEqual(sizes(1, maxCharacters - 1), [2])
  assert.deepEqual(sizes(1, maxCharacters), [1, 1])
  assert.deepEqual(sizes(1, maxCharacters + 1, 1), [1, 1, 1])
})

test('rows keep their order, none is left out, and none is made before it is needed', () => {
  let made = 0
  const body = fc.integer({ min: 0, max: 2 * maxCharacters }).map((length) => ({ body: { length } as string }))
  fc.assert(
    fc.property(fc.array(body, { maxLength: 12 }), (given) => {
      made = 0
      const counting = (function* () {
        for (const row of given) {
          made++
          yield row
        }
      })()
      let seen = 0
      for (const batch of bodiesInBatches(counting)) {
        const characters = batch.reduce((sum, row) => sum + row.body.length, 0)
        assert(batch.length === 1 || characters <= maxCharacters)
        for (const row of batch) assert.equal(row, given[seen++])
        assert(made <= seen + 1)
      }
      assert.equal(seen, given.length)
    }),
  )
})
