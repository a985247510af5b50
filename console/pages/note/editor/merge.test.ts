import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fatesOf, merge } from './merge.ts'

const base = ['a', 'b', 'c', 'd', 'e']

test('changes of different lines are merged, also of lines beside each other and of several at once', () => {
  const top = ['a', 'B', 'c', 'd', 'e']
  const bottom = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const both = ['a', 'B', 'c', 'd', 'e', 'f', 'g']
  assert.deepEqual(merge(base, top, bottom), both)
  assert.deepEqual(merge(base, bottom, top), both)
  assert.deepEqual(merge(base, ['c', 'd', 'e'], ['a', 'b', 'c', 'd']), ['c', 'd'])
  assert.deepEqual(merge(base, base, top), top)
  assert.deepEqual(merge(base, top, base), top)
  assert.deepEqual(merge(base, ['a', 'x', 'c', 'd', 'e'], ['a', 'b', 'y', 'd', 'e']), ['a', 'x', 'y', 'd', 'e'])
  assert.deepEqual(merge(base, ['x', 'b', 'c', 'd', 'y'], ['a', 'b', 'z', 'd', 'e']), ['x', 'b', 'z', 'd', 'y'])
})

test('lines that both added in one place are all kept, and what both wrote is there once', () => {
  assert.deepEqual(merge(base, [...base, 'mine'], [...base, 'theirs']), [...base, 'theirs', 'mine'])
  assert.deepEqual(merge([], ['mine'], ['theirs']), ['theirs', 'mine'])
  const stored = '::action-item[Send]{#ai_1 due=2026-01-09}'
  assert.deepEqual(merge(['a'], ['a', '::action-item[Send]{due=2026-01-09}'], ['a', stored]), ['a', stored])
  assert.deepEqual(merge(['a'], ['a', '::talking-point[Why]'], ['a', '::talking-point[Why]{#tp_1}']), [
    'a',
    '::talking-point[Why]{#tp_1}',
  ])
})

test('a changed line stays, though the other person removed it', () => {
  assert.deepEqual(merge(base, ['a', 'B', 'c', 'd', 'e'], ['a', 'c', 'd', 'e']), ['a', 'B', 'c', 'd', 'e'])
  assert.deepEqual(merge(base, ['a', 'c', 'd', 'e'], ['a', 'B', 'c', 'd', 'e']), ['a', 'B', 'c', 'd', 'e'])
})

test('in one line different fields and words are merged; the same ones are a conflict', () => {
  const item = (text: string, more = '') => [`::action-item[${text}]{#ai_1${more}}`]
  const merged = (mine: string[], theirs: string[]) => [
    merge(item('Send it'), mine, theirs),
    merge(item('Send it'), theirs, mine),
  ]
  const isBoth = (expected: string[] | null, mine: string[], theirs: string[]) =>
    assert.deepEqual(merged(mine, theirs), [expected, expected])
  isBoth(item('Send it all', ' status=Done'), item('Send it all'), item('Send it', ' status=Done'))
  isBoth(item('Please send it all'), item('Please send it'), item('Send it all'))
  isBoth(item('Send this all'), item('Send this'), item('Send it all'))
  isBoth(item('Send it now, all'), item('Send it now'), item('Send it now, all'))
  isBoth(null, item('Send it now'), item('Send it later'))
  isBoth(null, item('Send it', ' due=2026-01-09'), item('Send it', ' due=2026-01-10'))
  isBoth([...item('Send it all'), '- Send it'], ['- Send it'], item('Send it all'))
})

const rows = fc.array(fc.constantFrom('a', 'b', 'c', '::talking-point[d]{#tp_1}', '::talking-point[e]{#tp_1}'), {
  maxLength: 8,
})

test('the fates of lines give the second list', () => {
  const long = Array.from({ length: 1_200 }, (_, at) => String(at))
  const holds = fc.property(rows, rows, fc.boolean(), (from, to, isLong) => {
    const middle = isLong ? long : []
    const [first, second] = [
      [...from, ...middle, ...from],
      [...to, ...middle, ...to],
    ]
    const fates = fatesOf(first, second)
    assert.equal(fates.length, first.length + 1)
    assert.deepEqual(
      fates.flatMap(({ line, before }) => [...before, ...(line === null ? [] : [line])]),
      second,
    )
  })
  fc.assert(holds)
})

test('who changed nothing takes what the other wrote', () => {
  fc.assert(
    fc.property(rows, rows, (from, to) => {
      assert.deepEqual(merge(from, from, to), to)
      assert.deepEqual(merge(from, to, from), to)
    }),
  )
})
