import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fromBase64, seal, sealText, toBase64, unseal, unsealText } from './sealed.ts'

const keyOf = async () => crypto.subtle.importKey('raw', randomBytes(32), 'AES-GCM', false, ['encrypt', 'decrypt'])

test('opens with the key that sealed it, and with no other', async () => {
  const [one, other] = [await keyOf(), await keyOf()]
  const sealed = await sealText(one, 'Budget: Zoë')
  assert.equal(await unsealText(one, sealed), 'Budget: Zoë')
  await assert.rejects(unseal(other, sealed))
  assert.notDeepEqual(await sealText(one, 'Budget: Zoë'), sealed)
})

test('changed bytes do not open', async () => {
  const key = await keyOf()
  const sealed = await seal(key, new Uint8Array([1, 2, 3]))
  sealed[14]! ^= 1
  await assert.rejects(unseal(key, sealed))
})

test('base64 of all bytes, and base64url of the service', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  assert.deepEqual(fromBase64(toBase64(bytes)), bytes)
  assert.deepEqual(fromBase64(Buffer.from(bytes).toString('base64url')), bytes)
})
