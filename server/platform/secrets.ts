/**
 * Secrets at rest: AES-256-GCM under SECRET_KEY. A sealed secret begins with a version byte and the id of its key, so
 * that another key can be told from a damaged row. It is bound to its owner, so that no row opens in place of another:
 * version (1) | key id (4) | nonce (12) | tag (16) | ciphertext.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret that cannot be opened, in a sentence for the operator. */
export class SecretError extends Error {}

/** SECRET_KEY, and the keys before it, which only open. Each has 32 bytes. */
export type SecretKey = { current: Buffer; old: readonly Buffer[] }

export const allKeys = ({ current, old }: SecretKey): Buffer[] => [current, ...old]

const version = 1
const [keyIdAt, nonceAt, tagAt, textAt] = [1, 5, 17, 33]

/** @param owner  what the secret belongs to, the same when it is opened: `workspace/id` */
export function seal({ current: key }: SecretKey, plain: string, owner: string): Buffer {
  const head = Buffer.concat([Buffer.of(version), keyIdOf(key)])
  const nonce = randomBytes(tagAt - nonceAt)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([head, Buffer.from(owner)]))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), text])
}

/** @throws {SecretError} sealed with another key, for another owner, or changed since */
export function open(secretKey: SecretKey, sealed: Buffer, owner: string): string {
  if (sealed.length < textAt || sealed[0] !== version) throw new SecretError('A stored secret is damaged.')
  const head = sealed.subarray(0, nonceAt)
  const key = allKeys(secretKey).find((each) => keyIdOf(each).equals(head.subarray(keyIdAt)))
  if (!key) {
    throw new SecretError('A stored secret was sealed with another SECRET_KEY: start with the key it was sealed with.')
  }
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(nonceAt, tagAt))
    .setAAD(Buffer.concat([head, Buffer.from(owner)]))
    .setAuthTag(sealed.subarray(tagAt, textAt))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SecretError('A stored secret is damaged.', { cause })
  }
}

/** Identifies a key; bytes 2 to 5 of what it sealed. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256')
    .update(key)
    .digest()
    .subarray(0, nonceAt - keyIdAt)
}

/** @returns the secret sealed with the current key; one that is sealed with it already is returned unchanged */
export function reseal(key: SecretKey, sealed: Buffer, owner: string): Buffer {
  const plain = open(key, sealed, owner)
  return keyIdOf(key.current).equals(sealed.subarray(keyIdAt, nonceAt)) ? sealed : seal(key, plain, owner)
}

/** Compares a secret in a time that tells nothing of where they differ, only of their lengths. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
