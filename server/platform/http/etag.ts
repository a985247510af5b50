/** Versions of a thing that is read and written back, so that a writer learns of the others (RFC 9110, 8.8.3 and 13.1.1). */
import { createHash } from 'node:crypto'

/** A strong validator: the same exactly as long as all of these texts are the same. */
export function etagOf(...texts: string[]): string {
  return `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url')}"`
}

/**
 * Whether an `If-Match` header lets a request through; one that is absent does.
 * @param header  `*` matches whatever is there, a list by one of its members, a weak one never
 */
export function ifMatchAllows(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.trim() === '*') return true
  // Another's validator may hold commas, ours does not: no piece of one is ours, quotes and all.
  return header.split(',').some((member) => member.trim() === etag)
}
