/** What a sidecar, a transcript and the file's name say together, as the request that the API takes. *Pure.* */
import Type, { type Static } from 'typebox'
import { decodeText } from '../../../sdk/src/decode-text.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { findIgnored } from '../../platform/http/ignored-fields.ts'
import { readJson } from '../../platform/http/read-json.ts'
import { Maybe } from '../../platform/http/schema.ts'
import { describeErrors, validatorFor } from '../../platform/http/validate.ts'
import type { Task } from '../../platform/threads.ts'
import { type GivenUpload, maxUploadValues, readBody } from '../uploads/read-upload.ts'
import { uploadFields } from '../uploads/submit-schemas.ts'
import { type Kind, readName } from './file-name.ts'

/** The fields of an upload, and whose it is. */
const Sidecar = Type.Object({
  ...uploadFields,
  title: Maybe(uploadFields.title),
  user: Maybe(Type.String({ maxLength: 255 })),
})
export type Sidecar = Static<typeof Sidecar>

const validate = validatorFor({ schema: Sidecar, httpPart: 'body' })
const maxSidecarValues = 5_000

/** @throws {ApiError} 400; also for fields that nothing knows, because there is no answer that could name them */
export function readSidecar(bytes: Uint8Array): Sidecar {
  const fields = readJson(bytes, 'sidecar', maxSidecarValues) as Sidecar
  if (!validate(fields)) throw describeErrors(validate.errors as never, 'sidecar')
  refuseUnknown(findIgnored(fields, Sidecar), 'sidecar')
  return fields
}

function refuseUnknown([first]: string[], within: string): void {
  if (first !== undefined) throw invalid(`${within}.${first}`, 'is no field of an upload')
}

export type TranscriptFile = GivenUpload & { user: string | null }

/** Long ones are read in a thread. */
export const readingTask: Task<typeof readTranscriptFile> = {
  module: new URL(import.meta.url),
  name: 'readTranscriptFile',
  seconds: 60,
  throws: [ApiError],
}

/**
 * A JSON file is the body of an upload, with `user` if need be, or only its `transcript`. What the sidecar says wins.
 * @throws {ApiError} 400 naming the field; for captions also the line
 */
export function readTranscriptFile(kind: Kind, bytes: Uint8Array, sidecar: Sidecar, name: string): TranscriptFile {
  const { user, ...body } = { ...ownFields(kind, bytes), ...sidecar } as Record<string, unknown>
  if (user != null && typeof user !== 'string') throw invalid('body.user', 'must be a string')
  const given = readBody(withName(body, name))
  refuseUnknown(given.ignored, 'body')
  return { ...given, user: user ?? null }
}

function ownFields(kind: Kind, bytes: Uint8Array): object {
  if (kind !== 'json') return { transcript: { format: kind, text: textOf(bytes) } }
  const value = readJson(bytes, 'body', maxUploadValues)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('body', 'must be an object')
  return 'speech_segments' in value ? { transcript: value } : value
}

function textOf(bytes: Uint8Array): string {
  try {
    return decodeText(bytes)
  } catch {
    throw invalid('body.transcript.text', 'must be text in UTF-8, UTF-16 or Windows-1252')
  }
}

/** The file's name gives what nothing else has given. */
export function withName<Given extends object>(fields: Given, name: string) {
  const { title, startedAt } = readName(name)
  const given = fields as Given & Pick<Sidecar, 'title' | 'started_at'>
  return { ...given, title: given.title ?? title, started_at: given.started_at ?? startedAt }
}
