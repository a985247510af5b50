/** A meeting as a file for calendars (RFC 5545) that invites to it by mail (RFC 5546, RFC 6047). *Pure.* */
import ICAL from 'ical.js'
import { oneLine } from '../../platform/text.ts'

export type FiledMeeting = {
  guid: string
  title: string
  starts_at: Date
  ends_at: Date
  all_day: boolean
  call_url: string | null
  organizer: Invited
  attendees: Invited[]
  sequence: number
  /** The page of its note, for who has an account. */
  url: string | null
}

type Invited = { email: string; name: string }

/**
 * Times are in UTC, which every calendar shows in its own zone.
 * @param stamp  when this is written
 * @param invites  as an invitation, which calendars answer to the organizer. Without it as a plain file, because nobody is
 *   invited to what they organize; `PUBLISH` would leave out who is invited, and the organizer's calendar then everybody
 */
export function calendarFile(meeting: FiledMeeting, stamp: Date, invites: boolean): string {
  const { guid, title, starts_at, ends_at, all_day, call_url, organizer, attendees, sequence, url } = meeting
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('prodid', '-//Minutebook//EN')
  calendar.addPropertyWithValue('version', '2.0')
  if (invites) calendar.addPropertyWithValue('method', 'REQUEST')
  const event = new ICAL.Component('vevent', calendar)
  calendar.addSubcomponent(event)
  event.addPropertyWithValue('uid', guid)
  event.addPropertyWithValue('dtstamp', moment(stamp))
  event.addPropertyWithValue('sequence', sequence)
  event.addPropertyWithValue('dtstart', all_day ? day(starts_at) : moment(starts_at))
  event.addPropertyWithValue('dtend', all_day ? day(ends_at) : moment(ends_at))
  event.addPropertyWithValue('summary', oneLine(title))
  if (url) event.addPropertyWithValue('description', url)
  if (call_url) event.addPropertyWithValue('location', oneLine(call_url))
  event.addPropertyWithValue('status', 'CONFIRMED')
  addPerson(event, 'organizer', organizer)
  for (const person of attendees) {
    const isOrganizer = person.email === organizer.email
    const attendee = addPerson(event, 'attendee', person)
    attendee.setParameter('role', 'REQ-PARTICIPANT')
    attendee.setParameter('partstat', isOrganizer ? 'ACCEPTED' : 'NEEDS-ACTION')
    if (!isOrganizer) attendee.setParameter('rsvp', 'TRUE')
  }
  return `${calendar.toString()}\r\n`
}

function addPerson(event: ICAL.Component, kind: 'organizer' | 'attendee', { email, name }: Invited): ICAL.Property {
  const property = event.addPropertyWithValue(kind, `mailto:${oneLine(email)}`)
  if (name) property.setParameter('cn', oneLine(name))
  return property
}

const moment = (date: Date) => ICAL.Time.fromJSDate(date, true)

const day = (date: Date) => ICAL.Time.fromDateString(date.toISOString().slice(0, 10))
