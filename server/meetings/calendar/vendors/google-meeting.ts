/**
 * Reads one event of a Google calendar. *Pure.*
 * @see https://developers.google.com/workspace/calendar/api/v3/reference/events
 */
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { cutShort } from '../../../platform/text.ts'
import { isDay, readMoment } from '../../../platform/time.ts'
import { maxAttendees, readPeople } from '../icalendar/attendees.ts'
import { contentOf, titleOf } from '../icalendar/content.ts'
import { dayMs } from '../icalendar/days.ts'
import { UnsupportedEvent } from '../icalendar/errors.ts'
import type { ProviderChange, ProviderMeeting } from './provider.ts'

const [text, flag] = [Type.Optional(Type.String()), Type.Optional(Type.Boolean())]
const Time = Type.Object({ date: text, dateTime: text })
const GooglePerson = Type.Object({ email: text, displayName: text, self: flag, resource: flag })
const EntryPoint = Type.Object({ entryPointType: text, uri: text })

/** The fields that are read. Of a deleted event Google gives only `id` and `status`. */
const GoogleEvent = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: text,
  eventType: text,
  iCalUID: text,
  summary: text,
  description: text,
  location: text,
  start: Type.Optional(Time),
  end: Type.Optional(Time),
  // Both only of an occurrence of a series.
  recurringEventId: text,
  originalStartTime: Type.Optional(Time),
  organizer: Type.Optional(GooglePerson),
  attendees: Type.Optional(Type.Array(GooglePerson)),
  attendeesOmitted: flag,
  guestsCanSeeOtherGuests: flag,
  hangoutLink: text,
  conferenceData: Type.Optional(Type.Object({ entryPoints: Type.Optional(Type.Array(EntryPoint)) })),
})

type GoogleEvent = Static<typeof GoogleEvent>
type Time = Static<typeof Time>
type GooglePerson = Static<typeof GooglePerson>

/** These fields, as a request names them. */
export const eventFields =
  'id,status,eventType,iCalUID,summary,description,location,start,end,recurringEventId,originalStartTime,' +
  'organizer(email,displayName,self),attendees(email,displayName,resource),attendeesOmitted,guestsCanSeeOtherGuests,' +
  'hangoutLink,conferenceData(entryPoints(entryPointType,uri))'

/** @returns null for what has no id */
export function readGoogleEvent(given: unknown): ProviderChange | null {
  const { id, summary } = (given ?? {}) as { id?: unknown; summary?: unknown }
  if (typeof id !== 'string' || id === '') return null
  try {
    if (!Check(GoogleEvent, given)) throw new UnsupportedEvent('it has a field of an unknown form')
    const isGone = given.status === 'cancelled' || !isMeeting(given)
    return { id, meeting: isGone ? null : meetingOf(given) }
  } catch (error) {
    if (!(error instanceof UnsupportedEvent)) throw error
    return { id, problem: `“${titleOf(String(summary ?? id))}”: ${error.message}` }
  }
}

/** The others are a place of work, an absence, time to work alone, a birthday, or a booking that Google found in a mail. */
const isMeeting = ({ eventType = 'default' }: GoogleEvent) => eventType === 'default'

function meetingOf(event: GoogleEvent): ProviderMeeting {
  const { iCalUID: uid, recurringEventId, originalStartTime } = event
  if (!uid) throw new UnsupportedEvent('it has no iCalUID')
  const starts_at = momentOf(event.start)
  const people = peopleOf(event)
  return {
    uid,
    seriesId: recurringEventId ?? null,
    originalStart: originalStartTime ? momentOf(originalStartTime) : null,
    seriesTitle: null,
    starts_at,
    ends_at: endOf(event, starts_at),
    all_day: event.start?.date !== undefined,
    ...contentOf({ title: event.summary ?? '', links: linkTextsOf(event), ...people }),
    ...(people.unread.length > 0 && { unread: people.unread }),
  }
}

function linkTextsOf({ conferenceData, hangoutLink = '', location = '', description = '' }: GoogleEvent) {
  const entries = conferenceData?.entryPoints ?? []
  const videos = entries.filter(({ entryPointType }) => entryPointType === 'video').map(({ uri = '' }) => uri)
  return { conferences: [...videos, hangoutLink], url: '', location: location.trim(), description }
}

/** Who declines stays invited, as in a file. */
function peopleOf({ organizer, attendees = [], attendeesOmitted, guestsCanSeeOtherGuests }: GoogleEvent) {
  // Guests who are hidden from each other see nobody else in any calendar. Otherwise there are too many of them.
  const guestsHidden = guestsCanSeeOtherGuests === false && !organizer?.self
  if (attendeesOmitted && !guestsHidden) throw new UnsupportedEvent(`it has more than ${maxAttendees} attendees`)
  const personOf = ({ email = '', displayName = '' }: GooglePerson) => ({ address: email, name: displayName })
  const invited = attendees.filter(({ resource }) => !resource).map(personOf)
  return { ...readPeople(organizer ? personOf(organizer) : null, invited), guestsHidden }
}

/** As in a file, a meeting without an end ends at once, and a day without one lasts one day. */
function endOf({ start, end }: GoogleEvent, starts: Date): Date {
  const isDay = start?.date !== undefined
  const shortest = isDay ? new Date(starts.getTime() + dayMs) : starts
  if (!end) return shortest
  if ((end.date !== undefined) !== isDay) throw new UnsupportedEvent('only one of its times is a day')
  const ends = momentOf(end)
  if (ends >= shortest) return ends
  if (isDay) return shortest
  throw new UnsupportedEvent('it ends before it begins')
}

/** Google writes times with their offset from UTC. */
function momentOf({ date, dateTime }: Time = {}): Date {
  const day = date !== undefined && isDay(date) ? `${date}T00:00:00Z` : date
  const moment = readMoment(day ?? dateTime ?? '')
  if (moment) return moment
  const written = date ?? dateTime ?? ''
  throw new UnsupportedEvent(`its time cannot be read: “${cutShort(written, 40)}”`)
}
