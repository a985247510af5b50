/** Seals bytes under a person's key (AES-256-GCM): nonce (12) | ciphertext with its tag. */

const name = 'AES-GCM'
const nonceBytes = 12

/** @param key  `store_key` of the session. @returns null on a page without HTTPS, where browsers cannot seal */
export async function toSealKey(key: string): Promise<CryptoKey | null> {
  if (!('subtle' in crypto)) return null
  return crypto.subtle.importKey('raw', fromBase64(key), name, false, ['encrypt', 'decrypt'])
}

export async function seal(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt({ name, iv }, key, bytes)
  return new Uint8Array([...iv, ...new Uint8Array(sealed)])
}

/** @throws {DOMException} sealed under another key, or changed since */
export async function unseal(key: CryptoKey, sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const [iv, text] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  return new Uint8Array(await crypto.subtle.decrypt({ name, iv }, key, text))
}

export const sealText = async (key: CryptoKey, text: string) => seal(key, new TextEncoder().encode(text))

export const unsealText = async (key: CryptoKey, sealed: Uint8Array<ArrayBuffer>) =>
  new TextDecoder().decode(await unseal(key, sealed))

/** Also of base64url, without padding. */
export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

export const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
