/** Whether a meeting of a calendar differs from the stored event. *Pure.* */
import { foldCase } from '../../../platform/text.ts'
import { givenTitle } from '../../notes/ensure-note.ts'
import type { Attendee } from '../icalendar/attendees.ts'
import { isNewer } from '../icalendar/revision.ts'
import type { PlacedMeeting, StoredEvent } from './import-types.ts'

const compared = ['title', 'organizer_email', 'series_id'] as const

export function differs(meeting: PlacedMeeting, before: StoredEvent): boolean {
  return (
    isMoved(meeting, before) ||
    isNewer(meeting, before) ||
    compared.some((name) => meeting[name] !== before[name]) ||
    (before.note_title !== null && before.note_title !== givenTitle(meeting) && !before.titled_by_person)
  )
}

/** Whether it has another time or call link, or is no longer cancelled. */
export function isMoved(meeting: PlacedMeeting, before: StoredEvent): boolean {
  return (
    before.cancelled_at !== null ||
    meeting.starts_at.getTime() !== before.starts_at.getTime() ||
    meeting.ends_at.getTime() !== before.ends_at.getTime() ||
    meeting.all_day !== before.all_day ||
    meeting.call_url !== before.call_url
  )
}

/** Compares in any order, because some calendars change the order of attendees each time. */
export function areSame(some: Attendee[], others: Attendee[]): boolean {
  const written = ({ email, name }: Attendee) => `${foldCase(email)} ${name}`
  const known = new Set(others.map(written))
  return some.length === others.length && some.every((attendee) => known.has(written(attendee)))
}
