/** Recorders, as openapi.json describes them (extensions of the specification). */
import { operation } from '../../platform/http/operation.ts'
import {
  NewRecorder,
  RecorderAnswer,
  RecorderChanges,
  RecorderId,
  RecorderRemoved,
  Recorders,
  recorderExample,
} from './schemas.ts'

const common = { tag: 'Recordings', extension: true } as const

export const listRecorders = operation({
  ...common,
  id: 'list_recorders',
  summary: 'List recorders',
  description: 'The services whose cloud recordings are imported automatically, newest first. With a super admin key.',
  answer: Recorders,
  example: { data: [recorderExample] },
})

export const createRecorder = operation({
  ...common,
  id: 'create_recorder',
  summary: 'Add a recorder',
  description: 'Returns the address for the events of a service that records calls. With a super admin key.',
  body: NewRecorder,
  status: 201,
  answer: RecorderAnswer,
  example: { recorder: recorderExample },
})

export const changeRecorder = operation({
  ...common,
  id: 'change_recorder',
  summary: 'Change a recorder',
  description: 'Changes only the fields that are sent; `"user": null` removes the person. With a super admin key.',
  params: RecorderId,
  body: RecorderChanges,
  answer: RecorderAnswer,
  example: { recorder: recorderExample },
})

export const removeRecorder = operation({
  ...common,
  id: 'remove_recorder',
  summary: 'Remove a recorder',
  description: 'Its address no longer works; its imported recordings stay. With a super admin key.',
  params: RecorderId,
  answer: RecorderRemoved,
  example: { recorder_id: 'rec_1', deleted: true },
})
