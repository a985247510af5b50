/** A meeting as the text of a calendar, which the service imports as those of other calendars. *Pure.* */

export type PlannedMeeting = {
  uid: string
  title: string
  /** ISO 8601. */
  start: string
  organizer: string
  /** Addresses. */
  invited: string[]
}

/** An hour long: people know when it begins, rarely when it ends. */
export function calendarText({ uid, title, start, organizer, invited }: PlannedMeeting): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Minutebook//Console//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(start)}`,
    `DTSTART:${utc(start)}`,
    'DURATION:PT1H',
    `SUMMARY:${escaped(title)}`,
    `ORGANIZER:mailto:${organizer}`,
    ...[organizer, ...invited].map((address) => `ATTENDEE:mailto:${address}`),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

const utc = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/[\r\n]+/g, ' ')
