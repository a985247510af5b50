/** Seals bytes under a person's keys (AES-256-GCM): nonce (12) | ciphertext with its tag. */

const name = 'AES-GCM'
const nonceBytes = 12

/** What a key of the session is used for: `seals` hides texts, `names` hides what they are called. */
export type StoreKey = { seals: CryptoKey; names: CryptoKey }

/**
 * @param keys  `store_keys` of the session: the first one seals, all open
 * @returns null on a page without HTTPS, where browsers cannot seal
 */
export async function toStoreKeys(keys: string[]): Promise<StoreKey[] | null> {
  if (!('subtle' in crypto)) return null
  return Promise.all(keys.map(toStoreKey))
}

async function toStoreKey(key: string): Promise<StoreKey> {
  const whole = await crypto.subtle.importKey('raw', fromBase64(key), 'HKDF', false, ['deriveKey'])
  const use = (info: string) => {
    return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(info) }
  }
  const mac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  const [seals, names] = await Promise.all([
    crypto.subtle.deriveKey(use('seals'), whole, { name, length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.deriveKey(use('names'), whole, mac, false, ['sign']),
  ])
  return { seals, names }
}

export async function seal(
  [key]: readonly StoreKey[],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt({ name, iv }, key!.seals, bytes)
  return new Uint8Array([...iv, ...new Uint8Array(sealed)])
}

/** @throws {DOMException} sealed under none of the keys, or changed since */
export async function unseal(
  keys: readonly StoreKey[],
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const [iv, text] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  const open = ({ seals }: StoreKey) => crypto.subtle.decrypt({ name, iv }, seals, text)
  const [first, ...others] = keys
  let opened = open(first!)
  for (const key of others) opened = opened.catch(() => open(key))
  return new Uint8Array(await opened)
}

export const sealText = async (keys: readonly StoreKey[], text: string) => seal(keys, new TextEncoder().encode(text))

export const unsealText = async (keys: readonly StoreKey[], sealed: Uint8Array<ArrayBuffer>) =>
  new TextDecoder().decode(await unseal(keys, sealed))

/** @returns the same for the same text and key; without the key nobody can tell which text it is of */
export const hiddenName = async ({ names }: StoreKey, text: string): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', names, new TextEncoder().encode(text))))

/** Also of base64url, without padding. */
export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

export const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
