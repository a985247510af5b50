import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isSameSecret, open, SecretError, seal } from './secrets.ts'

const newKey = () => ({ current: randomBytes(32), old: [] })
const key = newKey()

test('a sealed secret opens to its text, and sealing it twice gives different bytes', () => {
  for (const plain of ['', 'whsec_MDEyMw==', 'ключ 🔑', 'x'.repeat(10_000)]) {
    const sealed = seal(key, plain, 'ws/wh_1')
    assert.equal(open(key, sealed, 'ws/wh_1'), plain)
    assert.notDeepEqual(seal(key, plain, 'ws/wh_1'), sealed)
    if (plain.length > 3) assert(!sealed.includes(plain))
  }
})

test('a secret does not open after any byte was changed or cut off', () => {
  const sealed = seal(key, 'secret', 'ws/wh_1')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    assert.throws(() => open(key, changed, 'ws/wh_1'), SecretError)
  }
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => open(key, sealed.subarray(0, length), 'ws/wh_1'), SecretError)
  }
})

test('a secret does not open for another owner', () => {
  assert.throws(() => open(key, seal(key, 'secret', 'ws/wh_1'), 'ws/wh_2'), { message: 'A stored secret is damaged.' })
})

test('the error for another key differs from the one for damage', () => {
  const sealed = seal(key, 'secret', 'ws/wh_1')
  assert.throws(() => open(newKey(), sealed, 'ws/wh_1'), {
    message: 'A stored secret was sealed with another SECRET_KEY: start with the key it was sealed with.',
  })
})

test('secrets are the same only if they have the same length and the same bytes', () => {
  assert(isSameSecret('schlüssel', Buffer.from('schlüssel')))
  for (const given of ['', 'schlüsse', 'schlüssem', 'schlüssel ', 'schlu\u0308ssel'])
    assert(!isSameSecret(given, 'schlüssel'))
})
