/** Plans which stored events are cancelled: those that a calendar calls off, and those that it no longer has. */
import type { CalendarEvent, Cancellation } from '../icalendar/expand.ts'
import { compareRevisions, isNewer, type Revision } from '../icalendar/revision.ts'
import { type Draft, type ImportFacts, setInOwnCalendar, uidIn } from './import-plan.ts'
import type { KnownImporter, StoredEvent } from './import-types.ts'
import { place } from './plan-meeting.ts'
import { dismiss, keepsPeople, mayCallOffMissing, mayChange, mayManage } from './rights.ts'

/** @param own  the stored events of this UID that the importer may change */
export function planCancellations(
  draft: Draft,
  facts: ImportFacts,
  incoming: CalendarEvent,
  own: StoredEvent[],
  label: string,
): void {
  for (const event of own) {
    if (keepsPeople(event, facts.importer, facts.now)) continue
    const cancellation = incoming.gone.get(event.guid) ?? incoming.cancellation
    if (isCancelled(event, incoming, facts)) cancelBy(draft, facts.importer, cancellation, event, label)
  }
}

/** Explicitly cancelled, or an upcoming meeting that is no longer in the calendar. */
function isCancelled(event: StoredEvent, incoming: CalendarEvent, facts: ImportFacts): boolean {
  const { meetings, gone, cancelled, complete } = incoming
  if (gone.has(event.guid)) return true
  if (cancelled) return event.starts_at.getTime() >= facts.window.from
  return complete && isUpcoming(event, facts) && !meetings.some(({ guid }) => guid === event.guid)
}

const isUpcoming = ({ starts_at }: StoredEvent, { now, window }: ImportFacts) =>
  starts_at >= now && starts_at.getTime() <= window.to

/** A mail may be outdated, or cancel the meeting for some attendees only. */
function cancelBy(
  draft: Draft,
  importer: KnownImporter,
  { revision, dismissed }: Cancellation,
  event: StoredEvent,
  label: string,
): void {
  if (event.cancelled_at) {
    keepRevision(draft, importer, event, revision)
    return
  }
  const left = dismiss(event, dismissed, importer)
  if (compareRevisions(revision, event) < 0) draft.refusals.add('stale', label, event.guid)
  else if (left === 'nobody') {
    cancel(draft, importer, event, label)
    keepRevision(draft, importer, event, revision)
  } else if (left === 'refused') draft.refusals.add('cancellation', label, event.guid)
  else if (left !== 'everybody') {
    const newest = mayManage(event, importer) ? revision : {}
    place(draft, { ...event, ...newest, attendees: left, inWindow: true }, event)
  }
}

/** Keeps the revision, so that an older invitation does not restore the cancelled event. */
function keepRevision(draft: Draft, importer: KnownImporter, event: StoredEvent, revision: Revision): void {
  if (mayManage(event, importer) && isNewer(revision, event)) draft.revisions.set(event.guid, revision)
}

/** Cancels an event that the importer may change. */
function cancel(draft: Draft, importer: KnownImporter, event: StoredEvent, label: string): void {
  if (mayManage(event, importer)) {
    draft.cancelled.add(event.guid)
    return
  }
  draft.refusals.add('cancellation', label, event.guid)
  setInOwnCalendar(draft, event, false)
}

/** Upcoming events that the feed contained before, and this read has not brought. @param unsupported  UIDs that could not be read */
export function planMissing(draft: Draft, facts: ImportFacts, unsupported: Set<string>): void {
  for (const event of facts.events) {
    const uid = uidIn(event.guid)
    if (unsupported.has(event.guid) || unsupported.has(uid) || draft.refused.has(event.guid))
      draft.notImported.add(event.guid)
    else if (isMissed(event, facts)) dropMissing(draft, facts.importer, event)
  }
}

function isMissed(event: StoredEvent, facts: ImportFacts): boolean {
  const isElsewhere = facts.elsewhere.has(event.guid)
  const isKept = keepsPeople(event, facts.importer, facts.now)
  return !isKept && !isElsewhere && mayChange(event, facts.importer) && !event.cancelled_at && isUpcoming(event, facts)
}

/**
 * What an address no longer has is called off (decision 29g). In an account people tidy away what they were invited to:
 * that is no problem, and it is still the meeting of the others.
 */
function dropMissing(draft: Draft, importer: KnownImporter, event: StoredEvent): void {
  if (!importer.account)
    cancel(draft, importer, event, `VEVENT ${uidIn(event.guid).slice(0, 100)}, no longer in the feed`)
  else if (mayCallOffMissing(event, importer)) draft.cancelled.add(event.guid)
  else setInOwnCalendar(draft, event, false)
}
