/** Parses times and days in a world. *Pure.* */
import { readMoment } from '../../../platform/time.ts'
import { WorldError } from './world-error.ts'

/** The moment in the file, or else `other`. */
export function momentOr<Other>(text: string | null | undefined, other: Other): Date | Other {
  return text == null ? other : readMoment(text)!
}

type Times = { created_at?: string | null; updated_at?: string | null }

/**
 * The times of an object: from the file, else as stored, else now. The update is never before the creation: if the file
 * has only one time, the other one is adjusted.
 * @throws {WorldError} the file has an update before the creation
 */
export function readTimes(
  { created_at, updated_at }: Times,
  path: string,
  stored: { created_at: Date; updated_at: Date } | undefined,
  now: Date,
): { created_at: Date; updated_at: Date } {
  const updated = momentOr(updated_at, null)
  const created = momentOr(created_at, stored?.created_at ?? earlier(updated ?? now, now))
  if (updated && updated < created) throw new WorldError(`${path}.updated_at`, 'is before created_at')
  return { created_at: created, updated_at: updated ?? later(stored?.updated_at ?? now, created) }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date, other: Date) => (one > other ? one : other)
