/** The next meeting after one, as openapi.json describes it (extensions of the specification). */
import Type, { type Static } from 'typebox'
import { Person } from '../../people/caller/schemas.ts'
import { outsideLimit } from '../../people/requests/count-outside.ts'
import { operation } from '../../platform/http/operation.ts'
import { IdOf, Maybe, maxId, Nullable, Time } from '../../platform/http/schema.ts'
import { NoteId } from '../notes/schemas.ts'
import { zonePattern } from '../recordings/recap-mail/next-digest.ts'
import { limits } from './make-next.ts'

/** More than a meeting has. */
const maxReceivers = 1_000

const zone = Type.String({
  maxLength: 64,
  pattern: zonePattern,
  description:
    'The zone of the IANA database whose clock says the hour, if the organizer has chosen none; else that of the caller.',
  examples: ['Europe/Berlin'],
})

const Moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 64, description, examples: ['2026-01-12T09:00:00Z'] })

export const NextQuery = Type.Object({ time_zone: Type.Optional(zone) })

export const MakeNext = Type.Object(
  {
    start: Maybe(
      Moment(`When it begins, within the next ${limits.daysAhead} days; otherwise in the rhythm of the series.`),
    ),
    end: Maybe(Moment(`When it ends, at most ${limits.days} days later; otherwise it is as long as this one.`)),
    title: Maybe(
      Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', description: 'Otherwise that of this meeting.' }),
    ),
    time_zone: Maybe(zone),
    send_invitation: Maybe(
      Type.Boolean({
        description:
          'Whether a calendar file of it is mailed; not by default, nor of one that a calendar brought or somebody else organizes.',
      }),
    ),
    to: Maybe(
      Type.Array(Type.String({ minLength: 1, maxLength: maxId }), {
        maxItems: maxReceivers,
        description: 'Ids of the people who get the file; without it everybody invited who has an account.',
      }),
    ),
    outsiders: Maybe(
      Type.Array(Type.String({ minLength: 1, maxLength: 320 }), {
        maxItems: outsideLimit.max,
        description: 'Invited addresses without an account that get the file; none by default.',
      }),
    ),
  },
  { examples: [{ send_invitation: true, to: ['u_bo'] }] },
)
export type MakeNext = Static<typeof MakeNext>

const Next = Type.Object({
  note_id: Nullable(Type.String({ description: 'Of the next meeting that there is already, which is answered then.' })),
  title: Type.String(),
  start: Time('When it begins.'),
  end: Time('When it ends.'),
  is_all_day: Type.Boolean(),
  time_zone: Nullable(
    Type.String({ description: 'The zone whose clock says the hour; null if it is one that somebody else chose.' }),
  ),
  headings: Type.Integer({ description: 'Headings that its agenda gets.' }),
  items: Type.Integer({ description: 'Open action items that it gets; they are archived here.' }),
  people: Type.Array(Person, {
    description:
      'Who may get the calendar file; nobody if a calendar brought the meeting, or somebody else organizes it.',
  }),
  outsiders: Type.Array(Type.String(), {
    description: 'Invited addresses without an account that may be chosen; none without `outside_links`.',
  }),
  mail: Type.Boolean({ description: 'Whether this service can send mails.' }),
})

export const getNext = operation({
  id: 'get_next_meeting',
  tag: 'Notes',
  summary: 'What the next meeting would be',
  description:
    'The meeting that `make_next_meeting` makes without further fields, or the one that there is already: when it is, what it takes over, and who may get a calendar file. Nothing is made. For those who may edit the note.',
  params: NoteId,
  querystring: NextQuery,
  answer: Type.Object({ next: Next }),
  example: {
    next: {
      ...{ note_id: null, title: 'Weekly', start: '2026-01-12T09:00:00.000Z', end: '2026-01-12T09:30:00.000Z' },
      ...{ is_all_day: false, time_zone: 'Europe/Berlin', headings: 1, items: 1 },
      people: [{ id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' }],
      ...{ outsiders: ['guest@elsewhere.test'], mail: true },
    },
  },
  extension: true,
})

export const makeNext = operation({
  id: 'make_next_meeting',
  tag: 'Notes',
  summary: 'Make the next meeting',
  description:
    'Makes the next meeting of the series, or begins a series: with the same people, the headings of the agenda, and the open action items, which are archived here. The caller organizes it. It is as many days later as this one is after the one before, else a week, at the same hour, and not in the past. The times of an all-day meeting are midnights in UTC. If there is a later meeting of the series that the caller sees, or one at `start`, that one is answered and gets what is left (200). A calendar file of what the caller organizes and was made here goes by mail to those who are chosen, in their language: as an invitation, and to who organizes it as a file. Who turned these mails off gets none, and the answer does not tell. Outsiders need `outside_links` of the workspace (409). An address without an account gets it once. At most 20 mailings an hour, and 100 mails a day to such addresses (429). 409 for a meeting that the caller made and that was called off; 422 for mails where the service cannot send them. For those who may edit the note.',
  params: NoteId,
  body: MakeNext,
  failures: [409, 422],
  status: 201,
  own: { 200: { description: 'There is one already.' } },
  answer: Type.Object({
    note: Type.Object({
      id: IdOf('note_id', 'The note of the next meeting.'),
      title: Type.String({ description: 'Of the meeting.' }),
      event_start: Time('When it begins.', '2026-01-12T09:00:00.000Z'),
      event_end: Time('When it ends.', '2026-01-12T09:30:00.000Z'),
    }),
    sent: Type.Array(Person, { description: 'Who gets the file, unless they turned these mails off.' }),
    sent_outside: Type.Array(Type.String(), { description: 'Outsiders who get it.' }),
  }),
  example: {
    note: {
      id: 'n_2',
      title: 'Weekly',
      event_start: '2026-01-12T09:00:00.000Z',
      event_end: '2026-01-12T09:30:00.000Z',
    },
    sent: [{ id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }],
    sent_outside: [],
  },
  extension: true,
})
