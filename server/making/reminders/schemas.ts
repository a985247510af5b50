/** Reminders, as answers hold them (decision 65). */
import Type from 'typebox'
import { Id, IdOf, Time } from '../../platform/http/schema.ts'

const Reminder = Type.Object(
  {
    note_id: IdOf('note_id', 'The note of the meeting.'),
    title: Type.String({ description: 'Its title.' }),
    starts_at: Time('When it begins.'),
  },
  { $id: 'Reminder', description: 'A meeting that a rule reminds of recording.' },
)

export const Reminders = Type.Object({ data: Type.Array(Reminder) })
export const ReminderId = Type.Object({ note_id: Id('Identifier of the note.', 'n_1') })
