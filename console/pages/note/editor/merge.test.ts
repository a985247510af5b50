import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { difference, merge } from './merge.ts'

const base = ['a', 'b', 'c', 'd', 'e']

test('changes in different places are merged, by one person or by two', () => {
  const top = ['a', 'B', 'c', 'd', 'e']
  const bottom = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const both = ['a', 'B', 'c', 'd', 'e', 'f', 'g']
  assert.deepEqual(merge(base, top, bottom), both)
  assert.deepEqual(merge(base, bottom, top), both)
  assert.deepEqual(merge(base, ['c', 'd', 'e'], ['a', 'b', 'c', 'd']), ['c', 'd'])
  assert.deepEqual(merge(base, base, top), top)
  assert.deepEqual(merge(base, top, base), top)
})

test('changes to the same or adjacent lines are a conflict', () => {
  assert.equal(merge(base, ['a', 'x', 'c', 'd', 'e'], ['a', 'y', 'c', 'd', 'e']), null)
  assert.equal(merge(base, ['a', 'x', 'c', 'd', 'e'], ['a', 'b', 'y', 'd', 'e']), null)
  assert.equal(merge(base, [...base, 'mine'], [...base, 'theirs']), null)
  assert.equal(merge([], ['mine'], ['theirs']), null)
})

test('applying the difference of two lists to the first gives the second', () => {
  const rows = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  fc.assert(
    fc.property(rows, rows, (from, to) => {
      const { start, end, newEnd } = difference(from, to, (a, b) => a === b)
      assert.deepEqual([...from.slice(0, start), ...to.slice(start, newEnd), ...from.slice(end)], to)
    }),
  )
})
