/** Resumable uploads in openapi.json: the tus protocol, version 1.0.0, with our keys, limits and errors. */

import Type from 'typebox'
import { RecordingId } from '../../../meetings/recordings/library/schemas.ts'
import { PageQuery } from '../../../people/caller/schemas.ts'
import type { OtherBodies } from '../../../platform/http/api.ts'
import { failure } from '../../../platform/http/failures.ts'
import { operation } from '../../../platform/http/operation.ts'
import { PageOf } from '../../../platform/http/page.ts'
import { IdOf, maxId, Nullable, Time } from '../../../platform/http/schema.ts'
import { noTranscriber } from '../../engines/shared/engines.ts'

export const version = '1.0.0'

/** The content type of a piece of a file. */
export const piece = 'application/offset+octet-stream'

export const pieces: OtherBodies = {
  [piece]: { description: 'Bytes of the file, in any number.', example: 'ID3\u0004 and what follows' },
}

const Version = {
  'Tus-Resumable': Type.String({ pattern: '^1\\.0\\.0$', description: 'The version of the protocol.' }),
}
const Bytes = (description: string, example: number, minimum = 0) =>
  Type.Integer({ minimum, description, examples: [example] })

const Length = Bytes('The length of the whole file in bytes.', 4_096, 1)
const Deferred = Type.String({ pattern: '^1$', description: '`1`: the length will be sent later.' })
const Offset = Bytes('The number of bytes that have arrived; the next piece begins here.', 22)
const base64 = '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?'
const pair = `[\\x21-\\x2b\\x2d-\\x7e]+( ${base64})?`
const Metadata = Type.String({
  pattern: `^${pair}(,${pair})*$`,
  description:
    'Names, each with its value in Base64: `title` or `filename`, `filetype`, and the fields of a submission; `participants`, `consent`, `own_microphone`, `import` and `may_wait` are JSON. With `media_of`, the id of a recording that you imported with a transcript and without media, the file becomes its media and is not transcribed.',
  examples: ['title V2Vla2x5IDUgSmFu,filetype YXVkaW8vbXBlZw=='],
})
const Expires = Type.String({
  description: 'When an incomplete upload is deleted: a day after it was created.',
  examples: ['Tue, 06 Jan 2026 09:00:00 GMT'],
})

const sentVersion = { 'Tus-Resumable': Type.String({ ...Version['Tus-Resumable'], examples: [version] }) }

const common = { tag: 'Recordings', extension: true } as const

const wrongVersion = {
  ...failure('`Tus-Resumable` is missing or names another version.', `Tus-Resumable must be ${version}`),
  headers: { 'Tus-Version': Type.String({ description: 'The supported version.', examples: [version] }) },
}
const unknown = failure('There is no such upload, it is not yours, or it has expired.', 'Upload not found')
const busy = failure(
  'Another request uses this upload and does not release it; try again.',
  'The upload is busy; try again',
)
const noSpace = failure(
  'The disk has no space for media at present; bytes that have arrived are kept.',
  'There is too little free space on the server for media; try again later',
)
const tooMuch = failure(
  'You have the maximum number of unfinished uploads, the file exceeds the storage limit of the workspace, or it was imported before.',
  'You have 20 unfinished uploads, and a person may have 20 (MAX_OPEN_UPLOADS_PER_PERSON); finish one or take it back first',
)
const tooLong = (message: string) =>
  failure('The file is longer than the maximum, or than its declared length.', message)

export const createUpload = operation({
  ...common,
  id: 'create_resumable_upload',
  summary: 'Create a resumable upload',
  description:
    'The tus protocol ([tus.io](https://tus.io), version 1.0.0), which many clients support: create an upload, send the file in pieces to its `Location`, get the offset after a lost connection, continue there. After the last byte the file is submitted like any other upload.',
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
      description: 'The address for the pieces; its last part is the `recording_id`.',
      examples: ['/api/v1/recordings/upload/tus/r_9'],
    }),
    'Upload-Offset': Type.Optional(Offset),
    'Upload-Expires': Type.Optional(Expires),
  },
  failures: [400],
  own: {
    409: tooMuch,
    412: wrongVersion,
    413: tooLong('Maximum size exceeded'),
    422: failure(
      'Media cannot be transcribed: the operator has configured no service (`STT_URL`, `STT_KIND`).',
      noTranscriber,
    ),
    507: noSpace,
  },
})

export const getUpload = operation({
  ...common,
  id: 'get_resumable_upload',
  summary: 'Get the offset of a resumable upload',
  description:
    'The number of bytes that have arrived; a complete upload can be requested until it expires. 400: all have arrived, and what the metadata name may not be used any more. A request that is still sending is stopped.',
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
  failures: [400],
  own: { 404: unknown, 412: wrongVersion, 423: busy },
})

export const listUploads = operation({
  ...common,
  id: 'list_resumable_uploads',
  summary: 'List unfinished resumable uploads',
  description:
    "The caller's incomplete uploads, newest first. This request does not stop an upload that is being sent.",
  querystring: PageQuery,
  answer: PageOf(
    Type.Object({
      recording_id: IdOf(
        'recording_id',
        'The id that the recording will have; the last part of the address of the upload.',
      ),
      title: Type.String({ description: 'The title in the metadata, or else the file name.' }),
      filename: Nullable(Type.String({ description: 'The file name in the metadata.' })),
      bytes: Nullable(Type.Integer({ description: 'The length of the file; null if it is not sent yet.' })),
      bytes_arrived: Type.Integer({ description: 'The number of bytes that have arrived.' }),
      created_at: Time('When it was created.'),
      expires_at: Time('When it expires: a day after it was created.'),
    }),
  ),
  example: {
    page_info: { cursor: null, page_size: 20 },
    data: [
      {
        recording_id: 'r_9',
        title: 'Weekly 5 Jan',
        filename: 'weekly.mp4',
        bytes: 4_096,
        bytes_arrived: 22,
        created_at: '2026-01-05T09:00:00Z',
        expires_at: '2026-01-06T09:00:00Z',
      },
    ],
  },
})

export const noLiveWords = 'Words of a recording that is being made need a speech model on this server (STT_KIND=local)'

export const LiveWords = Type.Object({
  speech_segments: Type.Array(
    Type.Object({
      text: Type.String(),
      start_time: Type.Number({ description: 'Seconds from the start of the recording.' }),
      end_time: Type.Number(),
    }),
  ),
  until: Type.Number({ description: 'Everything before this second was heard: the next `from`.' }),
  skipped: Type.Boolean({ description: 'More than 30 seconds waited, so all but the last 10 were left out.' }),
  busy: Type.Boolean({ description: 'The service is transcribing something else; ask again.' }),
})

export const hearUpload = operation({
  ...common,
  id: 'get_live_words',
  summary: 'Get the words of a recording while it is made',
  description:
    'Of an upload whose length is not sent yet, where the service transcribes on its own machine: what was said from a second on, up to the last pause. Preliminary, without speakers, and never stored; the transcript replaces it. A recording that waits to be transcribed comes first. Ask every few seconds; this request does not stop an upload that is being sent.',
  params: RecordingId,
  querystring: Type.Object({
    from: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 604_800,
        default: 0,
        description: 'Seconds from the start of the recording.',
      }),
    ),
  }),
  answer: LiveWords,
  example: {
    speech_segments: [{ text: 'It was the best of times.', start_time: 0.4, end_time: 2.1 }],
    until: 2.6,
    skipped: false,
    busy: false,
  },
  own: { 404: unknown, 422: failure('This server has no speech model of its own.', noLiveWords) },
})

export const sendPiece = operation({
  ...common,
  id: 'send_resumable_upload',
  summary: 'Send a piece of a resumable upload',
  description:
    'Bytes that arrive are kept, also if the connection is lost. The first declared length of a file is final.',
  params: RecordingId,
  sentHeaders: {
    ...sentVersion,
    'Upload-Offset': Bytes('Where the piece begins: after the bytes that have arrived.', 0),
    'Upload-Length': Type.Optional(
      Type.Integer({ minimum: 1, description: 'The length of the file, if it was not sent yet.' }),
    ),
  },
  status: 204,
  headers: { ...Version, 'Upload-Offset': Offset, 'Upload-Expires': Type.Optional(Expires) },
  failures: [400],
  own: {
    404: unknown,
    409: failure('`Upload-Offset` is not the number of bytes that have arrived.', 'Upload-Offset conflict'),
    412: wrongVersion,
    413: tooLong("upload's size exceeded"),
    415: failure('The content type is not that of a piece.', `Send the piece as ${piece}`),
    423: busy,
    507: noSpace,
  },
})

export const deleteUpload = operation({
  ...common,
  id: 'delete_resumable_upload',
  summary: 'Delete a resumable upload',
  description: 'Deletes an incomplete upload and its bytes.',
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
    'Tus-Version': Type.String({ description: 'The supported versions of the protocol.', examples: [version] }),
    'Tus-Extension': Type.String({ description: 'The supported extensions of the protocol.' }),
    'Tus-Max-Size': Bytes('The maximum length of a file in bytes: MEDIA_MAX_BYTES.', 2_147_483_648),
  },
} as const

export const getOptions = operation({
  ...options,
  id: 'get_tus_options',
  summary: 'Get the options of resumable uploads',
})

export const getOptionsOfUpload = operation({
  ...options,
  id: 'get_tus_options_of_upload',
  summary: 'Get the options of a resumable upload',
  params: Type.Object({
    recording_id: Type.String({
      maxLength: maxId,
      description: 'Any id; the answer is always the same.',
      examples: ['r_1'],
    }),
  }),
})
