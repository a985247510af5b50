/** How long an error answer may be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, invalid, invalidRequest } from './errors.ts'

const bytesOf = (error: ApiError) => Buffer.byteLength(JSON.stringify(error.body()))

test('an error body has the whole message, or its first 16 KiB', () => {
  assert.deepEqual(invalid('body.title', 'is required').body(), {
    message: 'body.title is required',
    detail: 'body.title is required',
    errors: [{ location: 'body.title', message: 'is required' }],
  })
  for (const character of ['x', 'é', '\u0001', '"', '😀']) {
    const long = character.repeat(1_000_000)
    const fieldError = { location: `body.${long}`, message: long }
    for (const error of [
      new ApiError(400, long),
      invalid(`body.${long}`, long),
      invalidRequest(Array(10_000).fill(fieldError)),
      new ApiError(400, long, { fieldErrors: Array(10_000).fill(fieldError) }),
    ]) {
      assert(bytesOf(error) <= 16_384, String(bytesOf(error)))
      assert(error.body().message.endsWith('…'))
      assert.equal(error.body().detail, error.body().message)
    }
  }
})

test('at most a hundred field errors are listed, and the last entry has the number of the others', () => {
  const errors = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ location: `body.names[${index}]`, message: 'must be a string' }))
  assert.deepEqual(invalidRequest(errors(100)).body().errors, errors(100))
  assert.deepEqual(invalidRequest(errors(101)).body().errors, [
    ...errors(100),
    { location: 'body', message: 'has 1 more fault' },
  ])
})
