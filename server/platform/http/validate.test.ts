/** How many errors of a body are reported. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { describeErrors, maxValuesForAllErrors, validatorFor } from './validate.ts'

const Body = Type.Object({
  names: Type.Array(Type.String(), { maxItems: maxValuesForAllErrors }),
  at: Type.Optional(Type.String()),
})
const validate = validatorFor({ schema: Body, httpPart: 'body' })

function errorsOf(body: unknown): string[] {
  if (validate(body)) return []
  return describeErrors(validate.errors as never, 'body')
    .body()
    .errors!.map(({ location, message }) => `${location} ${message}`)
}

test('a valid body has no errors, and every error of an invalid body is reported', () => {
  assert.deepEqual(errorsOf({ names: ['a'] }), [])
  assert.deepEqual(errorsOf({ names: ['a', 1, null], at: 2 }), [
    'body.names[1] must be a string',
    'body.names[2] must be a string',
    'body.at must be a string',
  ])
  assert.deepEqual(errorsOf({ names: ['a'] }), [])
})

test('a body with very many values reports only its first error, at the limit of its lists and beyond', () => {
  const body = (values: number, name: unknown) => ({ names: Array.from({ length: values }, () => name), at: 2 })
  const found = errorsOf(body(maxValuesForAllErrors - 2, 1))
  assert.deepEqual([found.length, found.at(-1)], [101, `body has ${maxValuesForAllErrors - 1 - 100} more faults`])
  assert.deepEqual(errorsOf(body(maxValuesForAllErrors - 1, 1)), ['body.names[0] must be a string'])
  assert.deepEqual(errorsOf(body(maxValuesForAllErrors - 1, 'a')), ['body.at must be a string'])
  assert.deepEqual(errorsOf(body(maxValuesForAllErrors + 1, 1)), [
    `body.names must have at most ${maxValuesForAllErrors} entries`,
  ])
  assert.deepEqual(errorsOf({ names: body(maxValuesForAllErrors, 'a').names }), [])
})
