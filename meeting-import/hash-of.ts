/** By what a file is known again. */

/** Bytes of media that are looked at, at each end: a film of hours is not read twice. */
const sample = 1_048_576

export async function hashOf(blob: Blob): Promise<string> {
  // The page may be served over plain HTTP on a local network, where browsers have no SubtleCrypto.
  if (!crypto.subtle) return `size-${blob.size}-${checksum(new Uint8Array(await blob.arrayBuffer()))}`
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Of the length, and of both ends. */
export async function hashOfMedia(blob: Blob): Promise<string> {
  const ends = [blob.slice(0, sample), blob.slice(Math.max(sample, blob.size - sample))]
  return hashOf(new Blob([`${blob.size} `, ...ends]))
}

/** FNV-1a in two halves: enough to know one's own files again. */
function checksum(bytes: Uint8Array): string {
  let [one, other] = [0x811c9dc5, 0xc9dc5118]
  for (const byte of bytes) {
    one = Math.imul(one ^ byte, 0x01000193)
    other = Math.imul(other ^ byte, 0x01000193) ^ (other >>> 13)
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
