/** How far a calendar may change a meeting that is known (decision 29g). *Pure.* */
import { foldCase } from '../platform/text.ts'
import type { Attendee } from './attendees.ts'
import type { Meeting } from './expand.ts'
import type { Importer, PlacedMeeting, StoredEvent } from './stored-event.ts'

/** Changing it at all: attendees, and a super admin key. An import never opens a door. */
export const mayChange = ({ attendees }: StoredEvent, { user, superAdmin }: Importer) =>
  superAdmin || attendees.some(({ email }) => isSame(email, user.email))

/**
 * Of those who may change it: who also takes people out, calls it off and says who organizes it. What is stored decides,
 * so no calendar makes its importer the organizer. Who attends alone takes out nobody else.
 */
export function mayTakeOut({ organizer_email, imported_by, attendees }: StoredEvent, { user, superAdmin }: Importer) {
  const organizes = organizer_email !== null && isSame(organizer_email, user.email)
  return superAdmin || imported_by === user.id || organizes || attendees.every(({ email }) => isSame(email, user.email))
}

/** A known meeting as the calendar of an importer who may change it leaves it. */
export function changeMeeting(
  said: Meeting,
  series_id: string | null,
  before: StoredEvent,
  importer: Importer,
): PlacedMeeting {
  const { imported_by, organizer_email } = before
  if (mayTakeOut(before, importer)) {
    return { ...said, attendees: invitedBy(said, importer), series_id: series_id ?? before.series_id, imported_by }
  }
  const attendees = withoutTakingOut(said.attendees, before.attendees, importer)
  return { ...said, attendees, organizer_email, series_id: before.series_id ?? series_id, imported_by }
}

/** A meeting that is new here is its importer's, whoever else began the series. */
export const createMeeting = (said: Meeting, series_id: string | null, importer: Importer): PlacedMeeting => ({
  ...said,
  attendees: invitedBy(said, importer),
  series_id,
  imported_by: importer.user.id,
})

/** Only the importer may be missing. A calendar that names nobody at all says nothing of who attends. */
function withoutTakingOut(said: Attendee[], before: Attendee[], { user }: Importer): Attendee[] {
  if (said.length === 0) return before
  const listed = new Set([...said, user].map(({ email }) => foldCase(email)))
  return [...said, ...before.filter(({ email }) => !listed.has(foldCase(email)))]
}

/** An event without attendees has the importer as its one. */
const invitedBy = ({ attendees }: Meeting, { user }: Importer): Attendee[] =>
  attendees.length > 0 ? attendees : [{ email: user.email, name: user.full_name }]

const isSame = (one: string, other: string) => foldCase(one) === foldCase(other)
