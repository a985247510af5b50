/**
 * Notes, as openapi.json describes them (spec 4.1, 4.5; decisions 14 on retrieval, 15 on note fields, 19 on deletion, 22 on
 * agenda writes).
 */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { ListNotes, Note, NoteDeleted, NoteId, noteExample } from './schemas.ts'
import { ChangeNote, CreateNote } from './write-schemas.ts'

export const listNotes = operation({
  id: 'list_notes',
  tag: 'Notes',
  summary: 'List notes',
  description:
    'The notes that the caller may see, newest first. Contents and attendees are only returned if they are requested.',
  body: ListNotes,
  answer: PageOf(Note),
  example: { page_info: { cursor: null, page_size: 20 }, data: [noteExample] },
})

export const getNote = operation({
  id: 'get_note',
  tag: 'Notes',
  summary: 'Get a note',
  description: 'One note with all its fields.',
  params: NoteId,
  answer: Type.Object({ note: Note }),
  example: { note: noteExample },
  etag: 'read',
})

export const deleteNote = operation({
  id: 'delete_note',
  tag: 'Notes',
  summary: 'Delete a note',
  description: 'Deletes the note and all its recordings, for good; 409 under legal hold. Super admin keys only.',
  params: NoteId,
  failures: [409],
  answer: NoteDeleted,
  example: { note_id: 'n_1', deleted: true },
})

export const updateNote = operation({
  id: 'update_note',
  tag: 'Notes',
  summary: 'Rename a note, or change what is planned',
  description:
    'Changes the title; a calendar import then no longer renames the note. `planned` changes what rules do with this meeting, for this once, within the caller’s rights; nobody’s `never` is overruled (409). A past meeting has no plan (409).',
  failures: [409],
  params: NoteId,
  body: ChangeNote,
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
