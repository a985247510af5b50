/** What an import may change in a known meeting (decision 29g on calendars). *Pure.* */
import { foldCase } from '../platform/text.ts'
import type { Attendee } from './attendees.ts'
import type { Meeting } from './expand.ts'
import type { Importer, PlacedMeeting, StoredEvent } from './import-types.ts'

/** Only attendees and super admin keys may change a meeting. So an import never gives access to one. */
export const mayChange = ({ attendees }: StoredEvent, { user, superAdmin }: Importer) =>
  superAdmin || attendees.some(({ email }) => isSame(email, user.email))

/**
 * Whether the importer may also remove attendees, cancel the meeting and change the organizer. The stored event
 * decides, so a calendar cannot make its importer the organizer. A sole attendee may do it too, because they remove
 * nobody else. Under legal hold nobody may: with the person under hold, the meeting would lose its hold.
 */
export function mayManage(event: StoredEvent, { user, superAdmin }: Importer): boolean {
  const { organizer_email, imported_by, attendees, underLegalHold } = event
  if (underLegalHold) return false
  const organizes = organizer_email !== null && isSame(organizer_email, user.email)
  return superAdmin || imported_by === user.id || organizes || attendees.every(({ email }) => isSame(email, user.email))
}

/** Applies the calendar to a known meeting that the importer may change. */
export function changeMeeting(
  incoming: Meeting,
  series_id: string | null,
  before: StoredEvent,
  importer: Importer,
): PlacedMeeting {
  const { imported_by, organizer_email } = before
  if (mayManage(before, importer)) {
    return {
      ...incoming,
      attendees: invitedBy(incoming, importer),
      series_id: series_id ?? before.series_id,
      imported_by,
    }
  }
  const attendees = removingOnlyImporter(incoming.attendees, before, importer)
  // The revision stays: with one of the far future an attendee could make every later mail of the organizer outdated.
  const { sequence, stamped_at, revised_alone } = before
  const kept = { organizer_email, series_id: before.series_id ?? series_id, imported_by }
  return { ...incoming, attendees, ...kept, sequence, stamped_at, revised_alone }
}

/**
 * A cancelling mail is also sent to people who are removed from a meeting, and names them. So if others than the
 * organizer stay, it does not cancel the meeting.
 * @returns the attendees who stay; `nobody` if the whole meeting is cancelled, `everybody` if none of those named
 *   attends
 */
export function dismiss(
  event: StoredEvent,
  dismissed: Attendee[],
  importer: Importer,
): Attendee[] | 'nobody' | 'everybody' | 'refused' {
  const { attendees, organizer_email, underLegalHold } = event
  const named = new Set(dismissed.map(({ email }) => foldCase(email)))
  const invited = attendees.filter(({ email }) => !isSame(email, organizer_email ?? ''))
  const leaving = invited.filter(({ email }) => named.has(foldCase(email)))
  if (named.size === 0 || leaving.length === invited.length) return 'nobody'
  if (leaving.length === 0) return 'everybody'
  const gone = leaving.filter(({ email }) => mayManage(event, importer) || isSame(email, importer.user.email))
  return underLegalHold || gone.length === 0 ? 'refused' : attendees.filter((each) => !gone.includes(each))
}

/** A new meeting belongs to its importer, also if another person imported the series. */
export const createMeeting = (incoming: Meeting, series_id: string | null, importer: Importer): PlacedMeeting => ({
  ...incoming,
  attendees: invitedBy(incoming, importer),
  series_id,
  imported_by: importer.user.id,
})

/** Removes only the importer, and under hold nobody. A calendar without any attendees leaves them unchanged. */
function removingOnlyImporter(
  incoming: Attendee[],
  { attendees, underLegalHold }: StoredEvent,
  { user }: Importer,
): Attendee[] {
  if (incoming.length === 0) return attendees
  const listed = new Set([...incoming, ...(underLegalHold ? [] : [user])].map(({ email }) => foldCase(email)))
  return [...incoming, ...attendees.filter(({ email }) => !listed.has(foldCase(email)))]
}

/**
 * Whether a calendar names everybody who is in the meeting. If not, another person's calendar added them. That person
 * may have created the meeting to get access to what the importer records.
 */
export function namesAll(incoming: Meeting, { attendees }: PlacedMeeting, { user }: Importer): boolean {
  const named = new Set([...incoming.attendees, user].map(({ email }) => foldCase(email)))
  return attendees.every(({ email }) => named.has(foldCase(email)))
}

/** An event without attendees gets the importer as its only one. */
const invitedBy = ({ attendees }: Meeting, { user }: Importer): Attendee[] =>
  attendees.length > 0 ? attendees : [{ email: user.email, name: user.full_name }]

const isSame = (one: string, other: string) => foldCase(one) === foldCase(other)
