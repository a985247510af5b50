/**
 * Versions of what is read and written back, so that a writer notices changes by others (RFC 9110, 8.8.3 and 13.1.1).
 */
import { createHash } from 'node:crypto'

/** A strong validator: equal exactly if all of these texts are equal. */
export function etagOf(...texts: string[]): string {
  return `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url')}"`
}

/**
 * Whether an `If-Match` header lets a request through; an absent one does.
 * @param header  `*` always matches, a list matches by one of its members, a weak validator never matches
 */
export function ifMatchAllows(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.trim() === '*') return true
  // Validators of others may contain commas; a piece of one never equals ours, which has quotes and no comma.
  return header.split(',').some((member) => member.trim() === etag)
}
