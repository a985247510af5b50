import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fromBase64, hiddenName, seal, sealText, toBase64, toStoreKeys, unseal, unsealText } from './sealed.ts'

const newKey = () => randomBytes(32).toString('base64url')
const keysOf = async (...keys: string[]) => (await toStoreKeys(keys))!

test('opens with the key that sealed it, and with no other', async () => {
  const [one, other] = [await keysOf(newKey()), await keysOf(newKey())]
  const sealed = await sealText(one, 'Budget: Zoë')
  assert.equal(await unsealText(one, sealed), 'Budget: Zoë')
  await assert.rejects(unseal(other, sealed))
  assert.notDeepEqual(await sealText(one, 'Budget: Zoë'), sealed)
})

test('what was sealed before a change of the key opens with the keys of before, and the first one seals', async () => {
  const [oldest, old, present] = [newKey(), newKey(), newKey()]
  const all = await keysOf(present, old, oldest)
  for (const key of [oldest, old, present]) {
    assert.equal(await unsealText(all, await sealText(await keysOf(key), 'Budget')), 'Budget')
  }
  assert.equal(await unsealText(await keysOf(present), await sealText(all, 'Budget')), 'Budget')
  await assert.rejects(unseal(all, await sealText(await keysOf(newKey()), 'Budget')))
})

test('changed bytes do not open', async () => {
  const keys = await keysOf(newKey(), newKey())
  const sealed = await seal(keys, new Uint8Array([1, 2, 3]))
  sealed[14]! ^= 1
  await assert.rejects(unseal(keys, sealed))
})

test('a hidden name is the same for a text and a key, and of another key another', async () => {
  const [[one], [other]] = [await keysOf(newKey()), await keysOf(newKey())]
  const name = await hiddenName(one!, 'draft n_budget')
  assert.equal(await hiddenName(one!, 'draft n_budget'), name)
  assert.notEqual(await hiddenName(one!, 'draft n_other'), name)
  assert.notEqual(await hiddenName(other!, 'draft n_budget'), name)
  assert.doesNotMatch(name, /budget/)
})

test('base64 of all bytes, and base64url of the service', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  assert.deepEqual(fromBase64(toBase64(bytes)), bytes)
  assert.deepEqual(fromBase64(Buffer.from(bytes).toString('base64url')), bytes)
})
