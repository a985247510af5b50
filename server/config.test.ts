import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig, settings } from './config.ts'

test('every setting has a default that reads, and empty means the default', () => {
  const empty = Object.fromEntries(Object.values(settings).map(({ name }) => [name, ' ']))
  assert.deepEqual(readConfig(empty), readConfig({}))
  assert.equal(readConfig({}).port, 8_080)
})

test('a wrong value is one sentence that names the variable', () => {
  const wrong = {
    PORT: '65536',
    API_RATE_PER_SECOND: '-1',
    API_RATE_PER_DAY: '1.5',
    BODY_LIMIT_BYTES: '5MB',
    AUDIT_RETENTION_DAYS: '0',
    LOG_LEVEL: 'loud',
    DEMO: 'on',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'example.com',
    BASE_DOMAIN: 'a b',
    SECRET_KEY: 'short',
  }
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) => {
        assert(error instanceof ConfigError)
        return (
          error.message.startsWith(`${name} must be`) && error.message.endsWith('.') && !error.message.includes('\n')
        )
      },
    )
  }
})

test('bounds are read at them and refused beyond', () => {
  assert.equal(readConfig({ PORT: '0' }).port, 0)
  assert.equal(readConfig({ PORT: '65535' }).port, 65_535)
  assert.equal(readConfig({ BODY_LIMIT_BYTES: '1024' }).bodyLimitBytes, 1_024)
  assert.throws(() => readConfig({ BODY_LIMIT_BYTES: '1023' }), ConfigError)
})

test('SECRET_KEY is 32 bytes in either writing, and required with a database of one’s own', () => {
  const bytes = Buffer.alloc(32, 7)
  assert.deepEqual(readConfig({ SECRET_KEY: bytes.toString('hex') }).secretKey, bytes)
  assert.deepEqual(readConfig({ SECRET_KEY: bytes.toString('base64') }).secretKey, bytes)
  assert.throws(
    () => readConfig({ DATABASE_URL: 'postgres://localhost/x' }),
    /^ConfigError: SECRET_KEY|SECRET_KEY is required/,
  )
})
