/** Marks, as openapi.json describes them (decision 67; extensions of the specification). */
import { markExample } from '../../meetings/recordings/library/schemas.ts'
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import {
  MakeMark,
  MakeNoteMark,
  MarkDeleted,
  Marked,
  MarkedId,
  MarkId,
  NoteMarked,
  NoteMarkId,
  NoteMarks,
  noteMarkExample,
  OfNote,
  tooManyMarks,
  tooManyOfNote,
} from './schemas.ts'

const common = { tag: 'Recordings', extension: true } as const

export const makeMark = operation({
  ...common,
  id: 'mark_recording',
  summary: 'Mark a moment of a recording',
  description:
    'Keeps a second of a recording, with a line of your own if you like, for who may edit its note. While an upload is being sent or processed its uploader marks it by the same id, and the recording has the marks. The AI notes that are written afterwards are led by them. The same person marks the same millisecond once: another request changes the text, if it has one.',
  params: MarkedId,
  body: MakeMark,
  status: 201,
  own: { 409: failure('The recording has 500 marks.', tooManyMarks) },
  answer: Marked,
  example: { mark: markExample },
})

export const deleteMark = operation({
  ...common,
  id: 'delete_mark',
  summary: 'Delete a mark',
  description: 'For who may edit the note of the recording, or sends the upload. A legal hold keeps its text.',
  params: MarkId,
  answer: MarkDeleted,
  example: { mark_id: 'mk_1', deleted: true },
})

const ofNotes = { tag: 'Notes', extension: true } as const

export const listNoteMarks = operation({
  ...ofNotes,
  id: 'list_note_marks',
  summary: 'List the marks of a note',
  description:
    'For who may edit the note: moments that were marked beside a bot. A recording of the note that is made afterwards takes those that lie between its start and its end, and has them as its `marks`; the others stay here.',
  params: OfNote,
  answer: NoteMarks,
  example: { data: [noteMarkExample], may_mark: true },
})

export const markNote = operation({
  ...ofNotes,
  id: 'mark_note',
  summary: 'Mark a moment beside a bot',
  description:
    'Keeps a moment of the call, with a line of your own if you like, while a bot records it or is on its way, for who may edit the note. The same person marks the same millisecond once: another request changes the text, if it has one.',
  params: OfNote,
  body: MakeNoteMark,
  status: 201,
  own: { 409: failure('No bot is in the call, or the note has 500 marks.', tooManyOfNote) },
  answer: NoteMarked,
  example: { mark: noteMarkExample },
})

export const deleteNoteMark = operation({
  ...ofNotes,
  id: 'delete_note_mark',
  summary: 'Delete a mark of a note',
  description: 'For who may edit the note. A legal hold keeps its text.',
  params: NoteMarkId,
  answer: MarkDeleted,
  example: { mark_id: 'mk_2', deleted: true },
})
