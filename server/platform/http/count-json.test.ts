/** The depth and the number of values of a JSON text, compared with the result of JSON.parse. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findExcess } from './count-json.ts'

const bytesOf = (text: string) => Buffer.from(text)
const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('a text at the limits is accepted, one beyond is not', () => {
  const most = { depth: 3, values: 4 }
  for (const text of ['1', '[]', '[[[]]]', '[1,2,3]', '{"a":{"b":[]},"c":"}]{["}', ' [ [ ] , [ ] , [ ] ] ']) {
    assert.equal(findExcess(bytesOf(text), most), null, text)
  }
  for (const text of ['[[[[]]]]', '{"a":[[{}]]}']) assert.equal(findExcess(bytesOf(text), most), 'depth', text)
  for (const text of ['[1,2,3,4]', '[[],[],[],[]]', '{"a":1,"a":1,"a":1,"a":1}']) {
    assert.equal(findExcess(bytesOf(text), most), 'values', text)
  }
})

test('quotes, backslashes and brackets inside strings are not counted', () => {
  const most = { depth: 1, values: 3 }
  for (const text of ['["\\"[,[,[,","\\\\"]', '["\\\\\\",[",","]', '["{{{{",",,,,"]']) {
    assert.equal(findExcess(bytesOf(text), most), null, text)
  }
})

test('the count stops at the limit, and also ends if the bytes are not JSON', () => {
  assert.equal(findExcess(bytesOf(`${lists(65)}"`), { depth: 64, values: 10 }), 'values')
  assert.equal(findExcess(bytesOf(lists(65)), { depth: 64, values: 100 }), 'depth')
  for (const text of ['', '"', '"\\', ']]]]', '{"a', ',,', '\u0000']) {
    assert.equal(findExcess(bytesOf(text), { depth: 64, values: 10 }), null)
  }
})

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 1)
    : 1
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('the text of JSON.stringify has the same number of values and the same depth as the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1), (value, space) => {
      const bytes = bytesOf(JSON.stringify(value, null, space))
      const [values, depth] = [countOf(value), depthOf(value)]
      assert.equal(findExcess(bytes, { depth, values }), null)
      if (values > 1) assert.equal(findExcess(bytes, { depth, values: values - 1 }), 'values')
      if (depth > 0) assert.equal(findExcess(bytes, { depth: depth - 1, values }), 'depth')
    }),
    { numRuns: 300 },
  )
})
