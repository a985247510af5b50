import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTemporaryFailure } from './database-errors.ts'

const failing = (code: string) => Object.assign(new Error('inside'), { code })

test('a temporary failure of PostgreSQL has a plain message and a time to retry', () => {
  for (const code of ['53100', '53200', '53300', '25006', '57014', '55P03', '40P01', '40001', '57P01', '08006']) {
    const failure = findTemporaryFailure(failing(code))
    assert.match(failure!.message, /^[A-Z].*; try again( later)?$/, code)
    assert(failure!.retryAfterSeconds >= 1, code)
  }
})

test('a permanent error is not a temporary failure', () => {
  for (const code of ['23505', '22P02', '42P01', 'P0001', '531000', 'x53100'])
    assert.equal(findTemporaryFailure(failing(code)), undefined)
  assert.equal(findTemporaryFailure('timeout'), undefined)
})
