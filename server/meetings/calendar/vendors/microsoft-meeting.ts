/** Reads an event of Microsoft Graph. *Pure.* @see https://learn.microsoft.com/graph/api/resources/event */
import { isStorableTime, readMoment } from '../../../platform/time.ts'
import { readPeople } from '../icalendar/attendees.ts'
import { contentOf, titleOf } from '../icalendar/content.ts'
import { dayMs } from '../icalendar/days.ts'
import { UnsupportedEvent } from '../icalendar/errors.ts'
import { utc, wallAt, zonesOf } from '../icalendar/zones.ts'
import { readUid } from './microsoft-uid.ts'
import type { ProviderChange, ProviderMeeting } from './provider.ts'

/** Any value may be missing or have a wrong type. */
export type GraphEvent = Record<string, unknown>

/** Of an occurrence that nobody changed the delta gives ids and times; all else is in the series itself. */
export const isThin = (event: GraphEvent) =>
  seriesIdOf(event) !== null && event.iCalUId === undefined && event.subject === undefined

export const seriesIdOf = ({ seriesMasterId }: GraphEvent) => textOf(seriesMasterId) || null

/** A changed occurrence that does not say its original time. */
export const isUnplaced = (event: GraphEvent) =>
  seriesIdOf(event) !== null && event.type !== 'occurrence' && !event.isCancelled && !event.originalStart

/** As in a calendar file; the id if Outlook never gave it one. */
const uidOfEvent = ({ iCalUId, id }: GraphEvent) => readUid(textOf(iCalUId) || textOf(id)).uid

/** @param series  the series that it belongs to, if known; a thin occurrence needs it */
export function changeOf(event: GraphEvent, series: GraphEvent | null): ProviderChange {
  const id = textOf(event.id)
  const whole = isThin(event) ? { ...series, originalStart: null, ...event } : event
  if (whole.isCancelled === true) return { id, meeting: null, isCalledOff: true }
  try {
    return { id, meeting: meetingOf(whole, series) }
  } catch (error) {
    if (!(error instanceof UnsupportedEvent)) throw error
    return { id, problem: `“${titleOf(textOf(whole.subject)) || id.slice(0, 100)}”: ${error.message}` }
  }
}

function meetingOf(event: GraphEvent, series: GraphEvent | null): ProviderMeeting {
  const people = peopleOf(event)
  const seriesId = seriesIdOf(event)
  const all_day = event.isAllDay === true
  const [starts_at, end] = [timeOf(event.start, all_day), timeOf(event.end, all_day)]
  if (starts_at === null) throw new UnsupportedEvent('its start cannot be read')
  if (end === null) throw new UnsupportedEvent('its end cannot be read')
  if (end < starts_at) throw new UnsupportedEvent('it ends before it begins')
  return {
    ...contentOf({ title: textOf(event.subject), links: linkTextsOf(event), ...people }),
    ...(people.unread.length > 0 && { unread: people.unread }),
    ...identityOf(event, series, starts_at),
    seriesId,
    seriesTitle: seriesId === null || series === null ? null : titleOf(textOf(series.subject)),
    starts_at,
    ends_at: all_day && end <= starts_at ? new Date(starts_at.getTime() + dayMs) : end,
    all_day,
  }
}

type Identity = Pick<ProviderMeeting, 'uid' | 'originalStart'>

function identityOf(event: GraphEvent, series: GraphEvent | null, startsAt: Date): Identity {
  if (seriesIdOf(event) === null) return aloneIdentity(event, startsAt)
  const uid = uidOfEvent(textOf(event.iCalUId) === '' ? (series ?? event) : event)
  const said = readMoment(textOf(event.originalStart))
  if (said) return { uid, originalStart: (series ?? event).isAllDay === true ? dayOf(said, event) : said }
  if (event.type === 'occurrence') return { uid, originalStart: startsAt }
  throw new UnsupportedEvent('Microsoft does not say which occurrence of its series it is')
}

/** Who is invited to one occurrence of a series has a single meeting, whose id names the day of the occurrence. */
function aloneIdentity(event: GraphEvent, startsAt: Date): Identity {
  const { uid, day } = readUid(textOf(event.iCalUId) || textOf(event.id))
  if (day === null) return { uid, originalStart: null }
  const said = readMoment(textOf(event.originalStart))
  if (said) return { uid, originalStart: event.isAllDay === true ? dayOf(said, event) : said }
  const isOnDay = Math.abs(startsAt.getTime() - day - dayMs / 2) <= mostFromNoon
  // If it was moved to another day, nobody knows its original time.
  return isOnDay ? { uid, originalStart: startsAt } : { uid: textOf(event.iCalUId), originalStart: null }
}

/**
 * A calendar file has the day of an all-day series. Microsoft has the midnight of its zone, in UTC, which in New Zealand
 * is nearer to the day before.
 */
function dayOf(said: Date, { originalStartTimeZone }: GraphEvent): Date {
  const moment = said.getTime()
  const zone = zonesOf(new Map(), null).find(textOf(originalStartTimeZone) || 'UTC') ?? utc
  const wall = wallAt(zone, moment)
  return moment % dayMs === 0 || wall % dayMs !== 0 ? nearestDay(moment) : new Date(wall)
}

/** A time of a day in any zone is at most so far from noon in UTC. */
const mostFromNoon = 26 * 3_600_000

function peopleOf({ organizer, attendees, hideAttendees, isOrganizer }: GraphEvent) {
  const invited = listOf(attendees).filter(({ type }) => type !== 'resource')
  return {
    ...readPeople(organizer === undefined ? null : personOf(objectOf(organizer)), invited.map(personOf)),
    guestsHidden: hideAttendees === true && isOrganizer !== true,
  }
}

function personOf({ emailAddress }: GraphEvent) {
  const { address, name } = objectOf(emailAddress)
  return { address: textOf(address), name: textOf(name) }
}

function linkTextsOf({ onlineMeeting, onlineMeetingUrl, location, body }: GraphEvent) {
  const place = objectOf(location)
  const { content, contentType } = objectOf(body)
  return {
    conferences: [textOf(objectOf(onlineMeeting).joinUrl), textOf(onlineMeetingUrl)],
    url: textOf(place.locationUri),
    location: textOf(place.displayName),
    description: contentType === 'html' ? textOf(content).replaceAll('&amp;', '&') : textOf(content),
  }
}

/** A dateTimeTimeZone. Of an all-day event it is midnight, at times in another zone than the one asked for. */
function timeOf(value: unknown, isDay: boolean): Date | null {
  const { dateTime, timeZone } = objectOf(value)
  const wall = readMoment(`${textOf(dateTime).replace(/Z$/, '')}Z`)?.getTime()
  if (wall === undefined) return null
  if (isDay) return nearestDay(wall)
  const zone = zonesOf(new Map(), null).find(textOf(timeZone) || 'UTC')
  const time = zone && new Date(zone(wall))
  return time && isStorableTime(time) ? time : null
}

const nearestDay = (moment: number) => new Date(Math.round(moment / dayMs) * dayMs)

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const objectOf = (value: unknown): GraphEvent =>
  typeof value === 'object' && value !== null ? (value as GraphEvent) : {}

export const listOf = (value: unknown): GraphEvent[] => (Array.isArray(value) ? value.map(objectOf) : [])
