import Type, { type Static } from 'typebox'
import { Id, IdOf, Maybe, Nullable, Pagination, Time } from '../../platform/http/schema.ts'
import { MeetingFilters } from '../lists/schemas.ts'
import { Planned } from './planned.ts'

const NoteInclude = Type.Object(
  {
    content_markdown: Maybe(Type.Boolean({ description: 'The readable rendering of the agenda.' })),
    content_native_markdown: Maybe(
      Type.Boolean({ description: 'The agenda in the markup that the write endpoint takes.' }),
    ),
    event_attendees: Maybe(Type.Boolean({ description: 'The invited addresses.' })),
  },
  { description: 'Fields that are only returned if they are requested.', examples: [{ content_markdown: true }] },
)
export type NoteInclude = Static<typeof NoteInclude>

export const ListNotes = Type.Object(
  { pagination: Maybe(Pagination), filters: Maybe(MeetingFilters), include: Maybe(NoteInclude) },
  { examples: [{ pagination: { page_size: 20 }, filters: { title: 'weekly' }, include: { content_markdown: true } }] },
)

/** Spec 2.2, decision 15 on note fields. */
export const Note = Type.Object(
  {
    id: IdOf('note_id', 'Note identifier.'),
    title: Type.String(),
    created_at: Time('When the note was made, in UTC.'),
    updated_at: Time('When the note was last changed, in UTC.'),
    event_guid: Nullable(Type.String({ description: 'The calendar event identifier.' })),
    event_start: Nullable(Time('Scheduled start of the event.')),
    event_end: Nullable(Time('Scheduled end of the event.')),
    event_is_all_day: Type.Boolean(),
    call_url: Nullable(Type.String({ description: 'The link to the video conference.' })),
    organizer_email: Nullable(Type.String()),
    series_id: Nullable(IdOf('series_id', 'The series that the note belongs to.')),
    recording_ids: Type.Array(Type.String(), { description: 'Its recordings that the caller may see, oldest first.' }),
    content_markdown: Type.Optional(
      Type.String({ description: 'For reading only: action items become prose and block metadata is dropped.' }),
    ),
    content_native_markdown: Type.Optional(
      Type.String({ description: 'Minutebook’s block markup; writing back what was read changes nothing.' }),
    ),
    event_attendees: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The invited addresses, groups and guests included. Not an access list: others may see the note too.',
      }),
    ),
    by_rule: Type.Optional(Type.String({ description: 'The rule that made it as the next meeting, if one did.' })),
    planned: Type.Optional(Nullable(Planned)),
  },
  { $id: 'Note', description: 'A meeting agenda and its metadata (spec 2.2).' },
)

export const NoteId = Type.Object({ note_id: Id('Note identifier.', 'n_1') })

export const NoteDeleted = Type.Object({ note_id: Type.String(), deleted: Type.Literal(true) })

export const noteExample: Static<typeof Note> = {
  id: 'n_1',
  title: 'Weekly 5 Jan',
  created_at: '2026-01-05T08:00:00.000Z',
  updated_at: '2026-01-05T09:31:00.000Z',
  event_guid: 'evt1_20260105T090000Z',
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.000Z',
  event_is_all_day: false,
  call_url: 'https://meet.test/x',
  organizer_email: 'ada@acme.test',
  series_id: 'se_w',
  recording_ids: ['r_1'],
  content_markdown: '# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)\n',
  content_native_markdown: '::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}',
  event_attendees: ['ada@acme.test', 'guest@elsewhere.test'],
  planned: null,
}
