/** Writing agendas, as openapi.json describes it (spec 4.5, decision 22). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { Note, NoteId, noteExample } from './schemas.ts'
import { CreateNote, RenameNote } from './write-schemas.ts'

export const updateNote = operation({
  id: 'update_note',
  tag: 'Notes',
  summary: 'Rename a note',
  description: 'Changes the title. A calendar import then no longer renames the note.',
  params: NoteId,
  body: RenameNote,
  answer: Type.Object({ note: Note }),
  example: { note: noteExample },
  etag: 'checked',
  extension: true,
})

export const createNote = operation({
  id: 'create_note',
  tag: 'Notes',
  summary: 'Create a note',
  description: 'A note for an event that the caller attends, or one of their own.',
  body: CreateNote,
  answer: Type.Object({ note: Note }),
  status: 201,
  example: { note: noteExample },
  failures: [409],
  etag: 'sent',
  extension: true,
})
