/** Plans one meeting of a calendar: it is new, changes the stored one, or is refused. */
import { cutShort, foldCase } from '../../../platform/text.ts'
import { maxAttendees } from '../icalendar/attendees.ts'
import type { CalendarMeeting } from '../icalendar/expand.ts'
import { compareRevisions } from '../icalendar/revision.ts'
import { areSame, differs, isMoved } from './differences.ts'
import { type Draft, type ImportFacts, refuse, setInOwnCalendar } from './import-plan.ts'
import type { PlacedMeeting, StoredEvent } from './import-types.ts'
import {
  changeMeeting,
  createMeeting,
  invites,
  isBareCopy,
  isImporter,
  keepsPeople,
  mayChange,
  namesAll,
} from './rights.ts'

/** @returns null if the meeting is outside the window or may not be changed */
export function planMeeting(
  draft: Draft,
  facts: ImportFacts,
  incoming: CalendarMeeting,
  series_id: string | null,
  label: string,
): PlacedMeeting | null {
  const { importer } = facts
  const { guid } = incoming
  const before = facts.byGuid.get(guid)
  const isForeign = before !== undefined && !mayChange(before, importer)
  if (!incoming.inWindow && (!before || isForeign)) return null
  if (draft.imported.has(guid) || isForeign) return refuse(draft, 'foreign', label, guid)
  if (before && compareRevisions(incoming, before) < 0) return refuse(draft, 'stale', label, guid)
  // A meeting that its importer does not attend could never be changed again.
  if (!before && importer.account && !invites(incoming, importer)) {
    if (isImporter(importer)({ email: importer.account })) return refuse(draft, 'uninvited', label, guid)
    return refuse(draft, 'unknownAccount', `The account ${cutShort(importer.account, 100)}`, guid)
  }
  const meeting = before
    ? changeMeeting(incoming, series_id, before, importer, facts.now)
    : createMeeting(incoming, series_id, importer)
  if (meeting.attendees.length > Math.max(maxAttendees, before?.attendees.length ?? 0))
    return refuse(draft, 'crowded', label, guid)
  const isKept = before && (keepsPeople(before, importer, facts.now) || isBareCopy(incoming, before, importer))
  if (!isKept) reportUnchanged(draft, incoming, meeting, label)
  place(draft, meeting, before)
  if (before && incoming.attendees.length > 0) setInOwnCalendar(draft, before, namesAll(incoming, meeting, importer))
  return meeting
}

/** Takes the meeting: creates it, or updates the stored one if it differs. */
export function place(draft: Draft, meeting: PlacedMeeting, before: StoredEvent | undefined): void {
  draft.imported.add(meeting.guid)
  if (!before) {
    draft.created.push(meeting)
    return
  }
  const invites = !areSame(meeting.attendees, before.attendees)
  if (invites || differs(meeting, before)) draft.updated.push({ meeting, invites, isMoved: isMoved(meeting, before) })
}

/** People and an organizer whom the importer may not take out or replace. */
function reportUnchanged(draft: Draft, incoming: CalendarMeeting, meeting: PlacedMeeting, label: string): void {
  const { attendees, organizer_email, guid, guestsHidden } = incoming
  const staying = attendees.length > 0 && !guestsHidden ? meeting.attendees.slice(attendees.length) : []
  if (staying.length > 0) draft.refusals.add('attendees', label, guid, staying)
  if (organizer_email !== null && foldCase(organizer_email) !== foldCase(meeting.organizer_email ?? '')) {
    draft.refusals.add('organizer', label, guid)
  }
}
