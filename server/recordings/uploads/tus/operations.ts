/** Resumable uploads in openapi.json: the tus protocol, version 1.0.0, with our keys, limits and errors. */

import Type from 'typebox'
import { noTranscriber } from '../../../engines/engines.ts'
import type { OtherBodies } from '../../../platform/http/api.ts'
import { failure, operation } from '../../../platform/http/operation.ts'
import { PageOf } from '../../../platform/http/page.ts'
import { IdOf, maxId, Nullable, Time } from '../../../platform/http/schema.ts'
import { PageQuery } from '../../../workspace/schemas.ts'
import { RecordingId } from '../../library/schemas.ts'

export const version = '1.0.0'

/** The content type of a piece of a file. */
export const piece = 'application/offset+octet-stream'

export const pieces: OtherBodies = {
  [piece]: { description: 'Bytes of the file, as many as the sender likes.', example: 'ID3\u0004 and what follows' },
}

const Version = {
  'Tus-Resumable': Type.String({ pattern: '^1\\.0\\.0$', description: 'The version of the protocol.' }),
}
const Bytes = (description: string, example: number, minimum = 0) =>
  Type.Integer({ minimum, description, examples: [example] })

const Length = Bytes('How long the whole file is, in bytes.', 4_096, 1)
const Deferred = Type.String({ pattern: '^1$', description: '`1`: how long it is will be said later.' })
const Offset = Bytes('How much of the file has arrived, in bytes; what comes next begins here.', 22)
const base64 = '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?'
const pair = `[\\x21-\\x2b\\x2d-\\x7e]+( ${base64})?`
const Metadata = Type.String({
  pattern: `^${pair}(,${pair})*$`,
  description:
    'Names, each with its value in Base64: `title` or `filename`, `filetype`, and the fields of a submission; `participants` is JSON.',
  examples: ['title V2Vla2x5IDUgSmFu,filetype YXVkaW8vbXBlZw=='],
})
const Expires = Type.String({
  description: 'When an upload that is not complete will be forgotten: a day after it was created.',
  examples: ['Tue, 06 Jan 2026 09:00:00 GMT'],
})

const sentVersion = { 'Tus-Resumable': Type.String({ ...Version['Tus-Resumable'], examples: [version] }) }

const common = { tag: 'Recordings', extension: true } as const

const wrongVersion = {
  ...failure('`Tus-Resumable` is missing, or names another version.', `Tus-Resumable must be ${version}`),
  headers: { 'Tus-Version': Type.String({ description: 'The version that is spoken.', examples: [version] }) },
}
const unknown = failure('There is no such upload, or it is not yours, or its time is over.', 'Upload not found')
const busy = failure('Another request has this upload and does not let go; try again.', 'The upload is busy; try again')
const noSpace = failure(
  'The disk has no room for media at present; what has arrived is kept.',
  'There is too little free space on the server for media; try again later',
)
const tooMuch = failure(
  'You have as many unfinished uploads as you may have, or it does not fit into what media of the workspace may take.',
  'You have 20 unfinished uploads, and a person may have 20 (MAX_OPEN_UPLOADS_PER_PERSON); finish one or take it back first',
)
const tooLong = (message: string) => failure('The file is longer than it may be, or than was said.', message)

export const createUpload = operation({
  ...common,
  id: 'create_resumable_upload',
  summary: 'Begin a resumable upload',
  description:
    'The tus protocol ([tus.io](https://tus.io), version 1.0.0), spoken by many clients: begin, send the file in pieces to the `Location`, ask for the offset after a break, go on there. With the last byte it is submitted like any other upload.',
  sentHeaders: {
    ...sentVersion,
    'Upload-Length': Type.Optional(Length),
    'Upload-Defer-Length': Type.Optional(Deferred),
    'Upload-Metadata': Metadata,
  },
  status: 201,
  headers: {
    ...Version,
    Location: Type.String({
      description: 'Where the pieces go; its last part is the `recording_id`.',
      examples: ['/api/v1/recordings/upload/tus/r_9'],
    }),
    'Upload-Offset': Type.Optional(Offset),
    'Upload-Expires': Type.Optional(Expires),
  },
  failures: [400],
  own: {
    ...{ 409: tooMuch, 412: wrongVersion, 413: tooLong('Maximum size exceeded') },
    ...{
      422: failure(
        'Media cannot be transcribed here: the operator has set no service (`STT_URL`, `STT_KIND`).',
        noTranscriber,
      ),
      507: noSpace,
    },
  },
})

export const getUpload = operation({
  ...common,
  id: 'get_resumable_upload',
  summary: 'Ask how much of a resumable upload has arrived',
  description: 'Of one that is complete everything has, for the rest of its day. A request that is still sending ends.',
  params: RecordingId,
  sentHeaders: sentVersion,
  headers: {
    ...Version,
    'Upload-Offset': Offset,
    'Upload-Length': Type.Optional(Length),
    'Upload-Defer-Length': Type.Optional(Deferred),
    'Upload-Metadata': Type.Optional(Metadata),
    'Upload-Expires': Type.Optional(Expires),
    'Cache-Control': Type.String({ examples: ['no-store'] }),
  },
  own: { 404: unknown, 412: wrongVersion, 423: busy },
})

export const listUploads = operation({
  ...common,
  id: 'list_resumable_uploads',
  summary: 'List unfinished resumable uploads',
  description:
    'Those of the caller that are not complete, newest first. Asking does not disturb one that is being sent.',
  querystring: PageQuery,
  answer: PageOf(
    Type.Object({
      recording_id: IdOf('recording_id', 'What the recording will have; the last part of the address of the upload.'),
      title: Type.String({ description: 'As it was begun, or the name of the file.' }),
      filename: Nullable(Type.String({ description: 'Of the file, if it was said.' })),
      bytes: Nullable(Type.Integer({ description: 'How long the file is; null as long as that was not said.' })),
      bytes_arrived: Type.Integer({ description: 'How much of it has arrived.' }),
      created_at: Time('When it was begun.'),
      expires_at: Time('When it will be forgotten: a day after it was begun.'),
    }),
  ),
  example: {
    page_info: { cursor: null, page_size: 20 },
    data: [
      {
        ...{ recording_id: 'r_9', title: 'Weekly 5 Jan', filename: 'weekly.mp4', bytes: 4_096, bytes_arrived: 22 },
        ...{ created_at: '2026-01-05T09:00:00Z', expires_at: '2026-01-06T09:00:00Z' },
      },
    ],
  },
})

export const sendPiece = operation({
  ...common,
  id: 'send_resumable_upload',
  summary: 'Send a piece of a resumable upload',
  description: 'What arrives is kept, also if the line breaks. The first length that is said of a file holds.',
  params: RecordingId,
  sentHeaders: {
    ...sentVersion,
    'Upload-Offset': Bytes('Where in the file the piece begins: at what has arrived.', 0),
    'Upload-Length': Type.Optional(Type.Integer({ minimum: 1, description: 'How long the file is, if not said yet.' })),
  },
  status: 204,
  headers: { ...Version, 'Upload-Offset': Offset, 'Upload-Expires': Type.Optional(Expires) },
  failures: [400],
  own: {
    404: unknown,
    409: failure('`Upload-Offset` is not what has arrived.', 'Upload-Offset conflict'),
    412: wrongVersion,
    413: tooLong("upload's size exceeded"),
    415: failure('The piece is not of the type that is taken.', `Send the piece as ${piece}`),
    423: busy,
    507: noSpace,
  },
})

export const deleteUpload = operation({
  ...common,
  id: 'delete_resumable_upload',
  summary: 'Take back a resumable upload',
  description: 'One that is not complete, bytes and all.',
  params: RecordingId,
  sentHeaders: sentVersion,
  status: 204,
  headers: Version,
  own: { 404: unknown, 412: wrongVersion, 423: busy },
})

const options = {
  ...common,
  status: 204,
  headers: {
    ...Version,
    'Tus-Version': Type.String({ description: 'The versions of the protocol that are spoken.', examples: [version] }),
    'Tus-Extension': Type.String({ description: 'What is understood beyond the core of the protocol.' }),
    'Tus-Max-Size': Bytes('How long a file may be, in bytes: MEDIA_MAX_BYTES.', 2_147_483_648),
  },
} as const

export const getOptions = operation({
  ...options,
  id: 'get_tus_options',
  summary: 'Ask what resumable uploads can do',
})

export const getOptionsOfUpload = operation({
  ...options,
  id: 'get_tus_options_of_upload',
  summary: 'Ask what a resumable upload can do',
  params: Type.Object({
    recording_id: Type.String({ maxLength: maxId, description: 'Any: all are told the same.', examples: ['r_1'] }),
  }),
})
