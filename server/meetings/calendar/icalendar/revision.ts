/** Which revision of an event a mail contains, since mails arrive in any order. *Pure.* @see RFC 5546, 2.1.5 */
import { isStorableTime } from '../../../platform/time.ts'
import type { EventText } from './read-event.ts'

export type Revision = {
  /** Null for calendars that are not mails: these contain the current state. */
  sequence: number | null
  stamped_at: Date | null
  /** Of one occurrence (RECURRENCE-ID); otherwise of the whole event or series. The numbers of the two are not related. */
  revised_alone: boolean
}

export function revisionOf({ mail, sequence, stamp, recurrenceId }: EventText): Revision {
  if (mail === null) return { sequence: null, stamped_at: null, revised_alone: false }
  const stamped_at = new Date(stamp)
  return { sequence, stamped_at: isStorableTime(stamped_at) ? stamped_at : null, revised_alone: recurrenceId !== null }
}

/** True also if the stored revision is not known. */
export function isNewer(incoming: Revision, stored: Revision): boolean {
  return compareRevisions(incoming, stored) > 0 || (incoming.sequence !== null && stored.sequence === null)
}

/** Below zero if the stored one is newer; zero also if one of them is not known. */
export function compareRevisions(incoming: Revision, stored: Revision): number {
  if (incoming.sequence === null || stored.sequence === null) return 0
  const bySequence = incoming.sequence - stored.sequence
  const byTime = incoming.stamped_at && stored.stamped_at ? +incoming.stamped_at - +stored.stamped_at : null
  if (incoming.revised_alone === stored.revised_alone) return bySequence || (byTime ?? 0)
  // A series undoes the change of an occurrence only if it was written after it.
  return incoming.revised_alone ? 1 : (byTime ?? bySequence) || -1
}
