/** Which revision of an event a mail brings, since mails come in any order. *Pure.* @see RFC 5546, 2.1.5 */
import { isStorableTime } from '../platform/time.ts'
import type { EventText } from './read-event.ts'

/** Null for calendars that are no mail: what these say is how it is now. */
export type Revision = { sequence: number | null; stamped_at: Date | null }

export function revisionOf({ mail, sequence, stamp }: EventText): Revision {
  if (mail === null) return { sequence: null, stamped_at: null }
  const stamped_at = new Date(stamp)
  return { sequence, stamped_at: isStorableTime(stamped_at) ? stamped_at : null }
}

/** Also where none is known of the other. */
export function isNewer(one: Revision, other: Revision): boolean {
  return compareRevisions(one, other) > 0 || (one.sequence !== null && other.sequence === null)
}

/** Below zero if the first is the older one; zero also where one is not known. */
export function compareRevisions(one: Revision, other: Revision): number {
  if (one.sequence === null || other.sequence === null) return 0
  if (one.sequence !== other.sequence) return one.sequence - other.sequence
  return one.stamped_at && other.stamped_at ? one.stamped_at.getTime() - other.stamped_at.getTime() : 0
}
