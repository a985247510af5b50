/** Marks, as openapi.json describes them (decision 67; extensions of the specification). */
import { markExample } from '../../meetings/recordings/library/schemas.ts'
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { MakeMark, MarkDeleted, Marked, MarkedId, MarkId, tooManyMarks } from './schemas.ts'

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
