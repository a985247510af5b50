/** What an import may change in a known meeting (decision 29g on calendars). *Pure.* */
import { foldCase } from '../../../platform/text.ts'
import type { Attendee } from '../icalendar/attendees.ts'
import type { CalendarMeeting } from '../icalendar/expand.ts'
import type { KnownImporter, PlacedMeeting, StoredEvent } from './import-types.ts'

/** Only attendees and super admin keys may change a meeting. So an import never gives access to one. */
export const mayChange = ({ attendees }: StoredEvent, importer: KnownImporter) =>
  importer.superAdmin || attendees.some(isImporter(importer))

/**
 * Whether the importer may also remove attendees, cancel the meeting and change the organizer. The stored event
 * decides, so a calendar cannot make its importer the organizer. A sole attendee may do it too, because they remove
 * nobody else. Under legal hold nobody may: with the person under hold, the meeting would lose its hold.
 */
export function mayManage(event: StoredEvent, importer: KnownImporter): boolean {
  const { organizer_email, imported_by, attendees, underLegalHold } = event
  const { user, superAdmin } = importer
  if (underLegalHold) return false
  const organizes = organizer_email !== null && isImporter(importer)({ email: organizer_email })
  return superAdmin || imported_by === user.id || organizes || attendees.every(isImporter(importer))
}

/**
 * Whether a meeting that is only missing in the importer's account is called off. Its organizer removed it for everybody;
 * who is invited may have tidied it away, so it stays for the others here. The first importer counts as the organizer of
 * a meeting that names none.
 */
export function mayCallOffMissing(event: StoredEvent, importer: KnownImporter): boolean {
  const { organizer_email, imported_by, attendees } = event
  const isOwn = isImporter(importer)
  const organizes = organizer_email === null ? imported_by === importer.user.id : isOwn({ email: organizer_email })
  const isAlone = attendees.every((each) => isOwn(each) || !importer.accounts.has(foldCase(each.email)))
  return mayManage(event, importer) && (importer.superAdmin || organizes || isAlone)
}

/**
 * Whether the importer's account takes nobody out of a meeting and does not call it off: it is over, or has a recap,
 * which stays with who was there (decision 60 on calendars by account).
 */
export const keepsPeople = ({ ends_at, hasRecap }: StoredEvent, { account }: KnownImporter, now: Date) =>
  account != null && (hasRecap || ends_at <= now)

/** Applies the calendar to a known meeting that the importer may change. */
export function changeMeeting(
  incoming: CalendarMeeting,
  series_id: string | null,
  before: StoredEvent,
  importer: KnownImporter,
  now: Date,
): PlacedMeeting {
  const { imported_by, organizer_email } = before
  const onlyAdds = incoming.guestsHidden || isBareCopy(incoming, before, importer) || keepsPeople(before, importer, now)
  if (mayManage(before, importer)) {
    return {
      ...incoming,
      attendees: onlyAdds ? addingTo(before, incoming, importer) : invitedBy(incoming, importer),
      series_id: series_id ?? before.series_id,
      imported_by,
    }
  }
  const attendees = onlyAdds
    ? addingTo(before, incoming, importer)
    : removingOnlyImporter(incoming.attendees, before, importer)
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
  importer: KnownImporter,
): Attendee[] | 'nobody' | 'everybody' | 'refused' {
  const { attendees, organizer_email, underLegalHold } = event
  const person = personOf(importer)
  const named = new Set(dismissed.map(person))
  const invited = attendees.filter((each) => person(each) !== person({ email: organizer_email ?? '' }))
  const leaving = invited.filter((each) => named.has(person(each)))
  if (named.size === 0 || leaving.length === invited.length) return 'nobody'
  if (leaving.length === 0) return 'everybody'
  const gone = leaving.filter((each) => mayManage(event, importer) || isImporter(importer)(each))
  return underLegalHold || gone.length === 0 ? 'refused' : attendees.filter((each) => !gone.includes(each))
}

/** A calendar that took up our file may have left out who is invited: it takes nobody out. */
export const isBareCopy = (incoming: CalendarMeeting, { made_here }: StoredEvent, importer: KnownImporter) =>
  made_here && incoming.attendees.every(isImporter(importer))

/** A new meeting belongs to its importer, also if another person imported the series. */
export const createMeeting = (
  incoming: CalendarMeeting,
  series_id: string | null,
  importer: KnownImporter,
): PlacedMeeting => ({
  ...incoming,
  attendees: invitedBy(incoming, importer),
  series_id,
  imported_by: importer.user.id,
})

/** Removes only the importer, and under hold nobody. A calendar without any attendees leaves them unchanged. */
function removingOnlyImporter(
  incoming: Attendee[],
  { attendees, underLegalHold }: StoredEvent,
  importer: KnownImporter,
): Attendee[] {
  if (incoming.length === 0) return attendees
  const person = personOf(importer)
  const listed = new Set([...incoming.map(person), ...(underLegalHold ? [] : [importer.user.id])])
  return [...incoming, ...attendees.filter((each) => !listed.has(person(each)))]
}

/** Who is not seen is not taken out. */
function addingTo({ attendees }: StoredEvent, incoming: CalendarMeeting, importer: KnownImporter): Attendee[] {
  const person = personOf(importer)
  const known = new Set(attendees.map(person))
  return [...attendees, ...incoming.attendees.filter((each) => !known.has(person(each)))]
}

/**
 * Whether a calendar names everybody who is in the meeting. If not, another person's calendar added them. That person
 * may have created the meeting to get access to what the importer records.
 */
export function namesAll(incoming: CalendarMeeting, { attendees }: PlacedMeeting, importer: KnownImporter): boolean {
  const person = personOf(importer)
  const named = new Set([...incoming.attendees.map(person), importer.user.id])
  return attendees.every((each) => named.has(person(each)))
}

/** An event without attendees gets the importer as its only one. */
const invitedBy = ({ attendees }: CalendarMeeting, { user }: KnownImporter): Attendee[] =>
  attendees.length > 0 ? attendees : [{ email: user.email, name: user.full_name }]

type Address = { email: string }

/** Whether the importer is invited. What names nobody is of the owner of the calendar. */
export const invites = ({ attendees }: CalendarMeeting, importer: KnownImporter) =>
  attendees.length === 0 || attendees.some(isImporter(importer))

/** The same for all addresses of an account: its id. An address without an account is only itself. */
export const personOf =
  ({ accounts }: Pick<KnownImporter, 'accounts'>) =>
  ({ email }: Address) =>
    accounts.get(foldCase(email)) ?? foldCase(email)

export const isImporter = (importer: KnownImporter) => (address: Address) =>
  personOf(importer)(address) === importer.user.id
