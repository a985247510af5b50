/** How long an error answer may be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, invalid, invalidRequest } from './errors.ts'

const bytesOf = (error: ApiError) => Buffer.byteLength(JSON.stringify(error.body()))

test('an error body has the whole message, or one cut short to 16 KiB', () => {
  assert.deepEqual(invalid('body.title', 'is required').body(), {
    message: 'body.title is required',
    errors: [{ location: 'body.title', message: 'is required' }],
  })
  for (const character of ['x', 'é', '\u0001', '"', '😀']) {
    const long = character.repeat(1_000_000)
    const fault = { location: `body.${long}`, message: long }
    for (const error of [
      new ApiError(400, long),
      invalid(`body.${long}`, long),
      invalidRequest(Array(10_000).fill(fault)),
      new ApiError(400, long, { faults: Array(10_000).fill(fault) }),
    ]) {
      assert(bytesOf(error) <= 16_384, String(bytesOf(error)))
      assert(error.body().message.endsWith('…'))
    }
  }
})

test('of many field errors a hundred are listed, and how many more there are', () => {
  const faults = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ location: `body.names[${index}]`, message: 'must be a string' }))
  assert.deepEqual(invalidRequest(faults(100)).body().errors, faults(100))
  assert.deepEqual(invalidRequest(faults(101)).body().errors, [
    ...faults(100),
    { location: 'body', message: 'has 1 more fault' },
  ])
})
