import Type, { type Static } from 'typebox'
import { Id, IdOf, Maybe, maxAddress, Nullable, OneOf, pageQuery, Time } from '../../platform/http/schema.ts'

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

export const Feed = Type.Object({
  id: IdOf('feed_id', 'Identifier of the feed.'),
  host: Type.String({ description: 'The host that it is read from. Its full address is a secret and not shown.' }),
  provider: Nullable(OneOf(['google', 'microsoft', 'caldav'], { description: 'Whose calendar the account is of; null for an address.' })),
  account: Nullable(
    Type.String({
      description: 'The e-mail address of the connected account, or its user name if it has none; null for an address.',
    }),
  ),
  needs_consent: Type.Boolean({
    description:
      'The provider gives no access to the account any more, or not with its password: connect it again. It is not read until then.',
  }),
  problems: Type.Array(Type.String(), {
    description: 'What was not imported since the last full read, and why; at most 101.',
  }),
  user_id: Type.String({ description: 'Whose calendar it is.' }),
  created_at: Time('When it was added.'),
  last_read_at: Nullable(Time('When it was last read without an error.')),
  next_read_at: Nullable(
    Time(
      'When it is read next, if its owner is active; null if never, because a world brought it without its address, or because it needs consent.',
    ),
  ),
  last_error: Nullable(Type.String({ description: 'The error of the last read; null if there was none.' })),
})

export const feedExample: Static<typeof Feed> = {
  id: 'cal_1',
  host: 'calendar.example.com',
  provider: null,
  account: null,
  needs_consent: false,
  problems: [],
  user_id: 'u_ada',
  created_at: '2026-01-05T09:00:00.000Z',
  last_read_at: '2026-01-05T09:15:00.000Z',
  next_read_at: '2026-01-05T09:30:00.000Z',
  last_error: null,
}

export const FeedId = Type.Object({ feed_id: Id('Identifier of the feed.', 'cal_1') })

export const FeedRemoved = Type.Object({ feed_id: Type.String(), deleted: Type.Literal(true) })
