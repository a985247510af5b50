/** Signed links to media, as openapi.json describes them (decision 16 on recording fields). */
import Type from 'typebox'
import { failure } from '../../../platform/http/failures.ts'
import { operation } from '../../../platform/http/operation.ts'
import { Id } from '../../../platform/http/schema.ts'

/** Length of a query parameter; Node accepts no longer URLs. A wrong value is 403, not 400. */
const maxText = 16_384

const headers = {
  'Accept-Ranges': Type.String({ pattern: '^bytes$', description: 'Parts can be requested.', examples: ['bytes'] }),
  'Content-Length': Type.Integer({ minimum: 0, description: 'In bytes.', examples: [4_096] }),
  'Content-Disposition': Type.String({
    description: 'The name of the file; browsers show audio and video, and download any other type.',
    examples: ["inline; filename*=UTF-8''Weekly.mp3"],
  }),
  ETag: Type.String({ description: 'The version of the file.', examples: ['"c42e5f7b9a0d"'] }),
}

const text = {
  tag: 'Recordings',
  extension: true,
  open: true,
  params: Type.Object({
    workspace_id: Id('The workspace.', 'ws_acme'),
    recording_id: Id('Recording identifier.', 'r_1'),
  }),
  querystring: Type.Object({
    user_id: Type.Optional(
      Type.String({ maxLength: maxText, description: 'The person whose link it is.', examples: ['u_ada'] }),
    ),
    key_id: Type.Optional(
      Type.String({
        maxLength: maxText,
        description: 'The id of the key that the link was made for.',
        examples: ['k_ada'],
      }),
    ),
    session_id: Type.Optional(
      Type.String({
        maxLength: maxText,
        description: 'Instead of `key_id`: the id of the session that the link was made for.',
      }),
    ),
    link_id: Type.Optional(
      Type.String({
        maxLength: maxText,
        description: 'Instead of `user_id`: the id of the link for people without an account.',
      }),
    ),
    expires: Type.String({
      maxLength: maxText,
      description: 'When the link expires, in seconds since 1970.',
      examples: ['1768089600'],
    }),
    signature: Type.String({ maxLength: maxText, description: 'The signature of the rest of the link.' }),
  }),
  headers,
  own: {
    304: { description: 'The client has the version that `If-None-Match` names.', headers: { ETag: headers.ETag } },
    403: failure(
      'The link was changed or has expired, the person may no longer see the recording, or the key is not active.',
      'This link is not valid or has expired',
    ),
    404: failure('The recording was deleted.', 'Media not found'),
    412: failure('It is not the version that `If-Match` names.', 'The media is not the one that was asked for'),
  },
} as const

const conditions = {
  'If-Match': Type.Optional(Type.String({ description: 'Only if this is the `ETag`; 412 otherwise.' })),
  'If-None-Match': Type.Optional(Type.String({ description: 'Only if this is not the `ETag`; 304 otherwise.' })),
}

const nothingThere = 'There is nothing in this range'
const Range = Type.String({
  description: 'The part, and the size of the whole file in bytes.',
  examples: ['bytes 0-1023/4096'],
})

export const getMedia = operation({
  ...text,
  id: 'get_media',
  summary: 'Get the media of a recording',
  description:
    'The `media_url` of a recording is this address with all its parameters. It needs no key until it expires; each request checks again that the person may see the recording and the key is active.',
  sentHeaders: {
    ...conditions,
    Range: Type.Optional(Type.String({ description: 'A part: `bytes=0-1023`, `bytes=1024-`, `bytes=-1024`.' })),
    'If-Range': Type.Optional(Type.String({ description: 'The part only if this is the `ETag`, otherwise all.' })),
  },
  form: '*/*',
  answer: Type.String({ description: 'The file, with its own content type.' }),
  example: 'ID3\u0004 and what follows',
  own: {
    ...text.own,
    206: { description: 'The part that was asked for.', headers: { ...headers, 'Content-Range': Range } },
    416: { ...failure('`Range` begins beyond the end.', nothingThere), headers: { 'Content-Range': Range } },
  },
})

export const headMedia = operation({
  ...text,
  id: 'check_media',
  summary: 'Check the media of a recording',
  description: 'The headers of a GET, without the file.',
  sentHeaders: conditions,
})
