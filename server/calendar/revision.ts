/** Which revision of an event a mail contains, since mails arrive in any order. *Pure.* @see RFC 5546, 2.1.5 */
import { isStorableTime } from '../platform/time.ts'
import type { EventText } from './read-event.ts'

/** Null for calendars that are not mails: these contain the current state. */
export type Revision = { sequence: number | null; stamped_at: Date | null }

export function revisionOf({ mail, sequence, stamp }: EventText): Revision {
  if (mail === null) return { sequence: null, stamped_at: null }
  const stamped_at = new Date(stamp)
  return { sequence, stamped_at: isStorableTime(stamped_at) ? stamped_at : null }
}

/** True also if the revision of the other is not known. */
export function isNewer(one: Revision, other: Revision): boolean {
  return compareRevisions(one, other) > 0 || (one.sequence !== null && other.sequence === null)
}

/** Below zero if the first is the older one; zero also if one of them is not known. */
export function compareRevisions(one: Revision, other: Revision): number {
  if (one.sequence === null || other.sequence === null) return 0
  if (one.sequence !== other.sequence) return one.sequence - other.sequence
  return one.stamped_at && other.stamped_at ? one.stamped_at.getTime() - other.stamped_at.getTime() : 0
}
