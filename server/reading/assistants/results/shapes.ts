/** Fields that several tools accept or return. */
import Type from 'typebox'
import { Id, Nullable } from '../../../platform/http/schema.ts'
import { maxAssignees } from './text-room.ts'

/** Rejects other fields, so that a misspelt argument is noticed. */
export const Arguments = <Fields extends Type.TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const NoteId = Id('The meeting’s id, as `list_meetings` gives it.', 'n_1')
export const RecordingId = Id('The recording’s id, as `list_meetings` and `get_meeting` give it.', 'r_1')
export const ItemId = Id('The action item’s id, as `list_action_items` gives it.', 'ai_1')

export const Cursor = Type.Optional(
  Type.String({ maxLength: 65_536, description: 'The `next_cursor` of the page before; without it the first page.' }),
)

/** How many, at most `most`. */
export const Limit = (most: number, usual: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: `How many at most, 1 to ${most}.` }),
  )

export const NextCursor = Nullable(Type.String({ description: 'For the next page; null on the last.' }))

/** Says in results what is quoted. */
export const Quoted = (description: string) => Type.String({ description: `${description} Quoted.` })

export const Url = (description: string) => Type.String({ description })

export const Meeting = {
  id: Type.String({ description: 'For `get_meeting` and `append_to_agenda`.' }),
  title: Quoted('What people call it.'),
  start: Nullable(Type.String({ description: 'When it starts, in UTC; null without a calendar event.' })),
  end: Nullable(Type.String()),
  created_at: Type.String({ description: 'When it came into the service, in UTC.' }),
  organizer: Nullable(Quoted('The organizer’s address.')),
  url: Url('Its page, for people.'),
  recap_only: Type.Boolean({
    description: 'Only its recaps may be read, not its agenda; the title is that of a recap.',
  }),
}

const ItemPerson = Type.Object({ id: Type.String(), name: Quoted('Full name.'), email: Quoted('Address.') })

export const Item = Type.Object({
  id: Type.String({ description: 'For `complete_action_item`.' }),
  text: Quoted('What is to be done.'),
  status: Type.String({ description: '`Incomplete`, `Done` or `Archived`.' }),
  due_date: Nullable(Type.String({ description: 'A day, `YYYY-MM-DD`.' })),
  assignees: Type.Array(ItemPerson, { description: `The first ${maxAssignees}.` }),
  more_assignees: Type.Integer({ description: 'How many more there are.' }),
  note_id: Nullable(Type.String({ description: 'Its meeting.' })),
  created_at: Type.String(),
  url: Url('Where people see it.'),
})
