import Type, { type Static } from 'typebox'
import { Id, Maybe, maxAddress, pageQuery } from '../../platform/http/schema.ts'

export const ImportCalendar = Type.Object(
  {
    url: Maybe(
      Type.String({
        maxLength: maxAddress,
        description: 'A feed to read now and every 15 minutes from now on: an HTTPS address.',
      }),
    ),
  },
  { examples: [{ url: 'https://calendar.example.com/private-0a1b2c/basic.ics' }] },
)

export const CalendarImported = Type.Object({
  events_created: Type.Integer(),
  events_updated: Type.Integer({ description: 'Known events that were changed.' }),
  events_cancelled: Type.Integer({ description: 'Cancelled events; those whose note is empty were deleted.' }),
  events_skipped: Type.Integer({ description: 'Events that were not imported or not cancelled; `problems` says why.' }),
  notes_created: Type.Integer(),
  problems: Type.Array(Type.String(), {
    description: 'What was not imported, or differs from the calendar, and why, each with its line; at most 101.',
  }),
})

/** Two weeks of a Monday meeting, as a calendar program writes it. */
export const calendarExample = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Acme//Calendar//EN',
  'BEGIN:VEVENT',
  'UID:standup@acme.test',
  'DTSTAMP:20260101T080000Z',
  'DTSTART;TZID=Europe/Berlin:20260112T093000',
  'DURATION:PT15M',
  'RRULE:FREQ=WEEKLY;COUNT=2',
  'SUMMARY:Stand-up',
  'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.com/standup',
  'ORGANIZER;CN=Ada Moreau:mailto:ada@acme.test',
  'ATTENDEE;CN=Ada Moreau:mailto:ada@acme.test',
  'ATTENDEE;CN=Bo Lindqvist:mailto:bo@acme.test',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

export const importExample: Static<typeof CalendarImported> = {
  events_created: 2,
  events_updated: 0,
  events_cancelled: 0,
  events_skipped: 1,
  notes_created: 2,
  problems: ['line 18: VEVENT launch@acme.test: the time zone Mars/Olympus of DTSTART at line 20 is not known'],
}

export const FeedQuery = Type.Object(pageQuery)

export const FeedId = Type.Object({ feed_id: Id('Identifier of the feed.', 'cal_1') })

export const FeedRemoved = Type.Object({ feed_id: Type.String(), deleted: Type.Literal(true) })
