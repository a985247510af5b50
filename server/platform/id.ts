/** Ids: opaque, prefixed by kind, ordered by time, unique without asking the database (decision 8). */
import { randomUUID } from 'node:crypto'

/** The pattern in openapi.json for each id that a request names. */
export const idPattern = '^[A-Za-z0-9_-]{1,64}$'

const idForm = new RegExp(idPattern)

// They are also path segments (`/recordings/upload/list`), so they are never ids.
const reservedWords = new Set(['list', 'tus'])

export function isId(text: string): boolean {
  return idForm.test(text) && !reservedWords.has(text)
}

/** `n_` + 9 digits of base 36 for the millisecond + 80 random bits. */
export function newId(prefix: string, now: Date): string {
  // Every request gets an id. `randomUUID` is fast, because Node keeps random bytes ready; its first and last groups are random.
  const uuid = randomUUID()
  return `${prefix}_${now.getTime().toString(36).padStart(9, '0')}${uuid.slice(0, 8)}${uuid.slice(24)}`
}
