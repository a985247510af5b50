/**
 * Reads the events that a CalDAV server gives, each a calendar of one event or series with its exceptions (RFC 4791, 4.1).
 * *Pure.*
 */
import { createHash } from 'node:crypto'
import { type DavResponse, propertyOf, readMultistatus } from '../../../platform/dav/multistatus.ts'
import { foldCase } from '../../../platform/text.ts'
import { CalendarError } from '../icalendar/errors.ts'
import { type CalendarEvent, type CalendarMeeting, occurrenceEnding } from '../icalendar/expand.ts'
import type { Window } from '../icalendar/occurrences.ts'
import { type CalendarContent, readCalendar } from '../icalendar/read-calendar.ts'
import type { ProviderChange, ProviderMeeting } from './provider.ts'

export type ObjectReading = {
  window: Window
  /** Of times without one: the calendar's own. */
  zone: string | null
  /** In somebody else's calendar only meetings that invite one of these addresses are taken; null in the person's own. */
  invited: string[] | null
}

/** `uid` is null for what cannot be read, and `changes` has nothing if it does not exist any more. */
export type ReadObject = { href: string; uid: string | null; changes: ProviderChange[] }

/**
 * @param body  the answer to a calendar-multiget
 * @returns null for an answer that cannot be read
 */
export function readObjects(body: Uint8Array, reading: ObjectReading): ReadObject[] | null {
  return readMultistatus(body)?.responses.map((response) => readObject(response, reading)) ?? null
}

function readObject(response: DavResponse, reading: ObjectReading): ReadObject {
  const { href } = response
  const id = objectId(href)
  const text = propertyOf(response, 'calendar-data')?.text
  const gone: ProviderChange = { id, meeting: null }
  if (text === undefined || text.trim() === '')
    return {
      href,
      uid: null,
      changes: response.status === 404 ? [gone] : [unreadObject(href, 'the server did not give it')],
    }
  try {
    const content = readCalendar(Buffer.from(text), reading.window, reading.zone)
    return { href, uid: content.events[0]?.uid ?? null, changes: changesIn(content, id, reading) }
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    return { href, uid: null, changes: [unreadObject(href, error.message)] }
  }
}

/** Told first as gone, so that what the series has no longer is missed. Of more events than one the first is read. */
function changesIn({ events, unsupported, problems }: CalendarContent, id: string, { invited }: ObjectReading) {
  if (unsupported.length > 0) return [{ id, problem: unsupported[0]!.problem }]
  const [event] = events
  const changes: ProviderChange[] = [{ id, meeting: null, ...(event?.cancelled && { isCalledOff: true }) }]
  if (!event) return changes
  const meetings = event.meetings.filter((meeting) => isInvited(meeting, invited))
  meetings.forEach((meeting, index) => {
    const problem = index === 0 && problems.length > 0 ? { problem: problems.join('; ') } : {}
    changes.push({ id: meetingId(id, meeting.guid), meeting: { ...meetingOf(event, meeting, id), ...problem } })
  })
  for (const [guid, { isExcluded }] of event.gone)
    if (!isExcluded) changes.push({ id: meetingId(id, guid), meeting: null, isCalledOff: true })
  return changes
}

function meetingOf(event: CalendarEvent, meeting: CalendarMeeting, seriesId: string): ProviderMeeting {
  const { guid, inWindow: _, sequence: __, stamped_at: ___, revised_alone: ____, ...content } = meeting
  return {
    ...content,
    uid: event.uid,
    seriesId,
    originalStart: guid === event.uid ? null : originalIn(guid),
    seriesTitle: event.recurring && event.complete ? event.title : null,
  }
}

const isInvited = ({ attendees }: CalendarMeeting, invited: string[] | null) =>
  invited === null || attendees.some(({ email }) => invited.includes(foldCase(email)))

/** From `UID_20260105T090000Z`. */
function originalIn(guid: string): Date {
  const [, day, hour, minute, second] = /^_(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(occurrenceEnding.exec(guid)![0])!
  return new Date(`${day!.replace(/(\d{4})(\d\d)/, '$1-$2-')}T${hour}:${minute}:${second}Z`)
}

export const unreadObject = (href: string, why: string): ProviderChange => ({
  id: objectId(href),
  problem: `An event cannot be read (${pathIn(href).split('/').at(-1)!.slice(0, 100)}): ${why}`,
})

/** The same for every way in which a server may write its address. Addresses may be too long for an index. */
export const objectId = (href: string) => hash(pathIn(href))

const meetingId = (id: string, guid: string) => `${id} ${hash(guid)}`

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

function pathIn(href: string): string {
  const path = URL.parse(href, 'https://server.invalid')?.pathname ?? href
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
