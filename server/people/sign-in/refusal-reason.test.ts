import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonOf } from './refusal-reason.ts'

const failed = (more: object) => Object.assign(new Error('server responded with an error'), more)

test('the words of the provider are kept, secrets and tokens are not', () => {
  const error = 'invalid_client'
  const entra = 'AADSTS7000215: Invalid client secret. Trace ID: 6c0b8f3e-1a2b-4c5d-8e9f-0a1b2c3d4e5f'
  assert.equal(
    reasonOf(failed({ error, error_description: entra }), []),
    `server responded with an error: invalid_client: ${entra}`,
  )
  const quoting = `code c-1 of secret known-to-both is unknown; ${'eyJ'.padEnd(40, 'x')}`
  assert.equal(
    reasonOf(failed({ error_description: quoting }), ['c-1', 'known-to-both', '']),
    'server responded with an error: code … of secret … is unknown; …',
  )
  assert.equal(
    reasonOf(failed({ cause: new Error('ECONNREFUSED'), error: 7 }), []).endsWith('error: ECONNREFUSED'),
    true,
  )
  assert.equal(reasonOf(failed({ error_description: 'a b '.repeat(1_000) }), []).length, 500)
})
