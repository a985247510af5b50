/** Parses and checks the body of a submitted upload, and converts it to the stored form. */
import Type from 'typebox'
import { durationOf, withLanguage } from '../../meetings/recordings/transcript/check-times.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, ResourceLimitError } from '../../platform/errors.ts'
import type { Share } from '../../platform/fair-queue.ts'
import { findIgnored } from '../../platform/http/ignored-fields.ts'
import { readJson } from '../../platform/http/read-json.ts'
import { describeErrors, validatorFor } from '../../platform/http/validate.ts'
import { findUnstorable } from '../../platform/text.ts'
import type { Task } from '../../platform/threads.ts'
import { type MediaAddress, type NotesOnly, readContent, splitFields, type UploadFields } from './given-upload.ts'
import { SubmitUpload, uploadFields } from './submit-schemas.ts'

/** Maximum number of JSON values of a body, enough for the largest transcript. */
export const maxUploadValues = 300_000

/** A body of at least this many bytes is parsed in a thread; for shorter ones starting a thread would take longer. */
export const longBody = 65_536

/** The stored JSON as bytes, because passing bytes from a thread is cheaper than a hundred thousand values. */
export type SerializedTranscript = { json: Uint8Array; durationSeconds: number | null }

export type GivenUpload = {
  fields: UploadFields
  content: { address: MediaAddress } | { transcript: SerializedTranscript } | NotesOnly
  /** Unknown fields of the request. */
  ignored: string[]
}

const task: Task<typeof readUpload> = {
  module: new URL(import.meta.url),
  name: 'readUpload',
  // Sixty times the time for 5 MiB.
  seconds: 60,
  throws: [ApiError],
}

/**
 * @param share  of the threads, for whom
 * @throws {ApiError} 400; 503 as long as no thread is free
 */
export async function readUploadInThread(
  threads: Context['threads'],
  bytes: Buffer,
  share?: Share,
): Promise<GivenUpload> {
  if (bytes.length < longBody) return readUpload(bytes)
  try {
    return await threads.run(task, [bytes], share)
  } catch (error) {
    throw error instanceof ResourceLimitError ? invalid('body', `cannot be read: ${error.message}`) : error
  }
}

const validate = validatorFor({ schema: SubmitUpload, httpPart: 'body' })

/**
 * Exported because a thread finds it by its name.
 * @throws {ApiError} 400 naming the field; for captions also the line
 */
export function readUpload(bytes: Uint8Array): GivenUpload {
  const body = readJson(bytes, 'body', maxUploadValues)
  if (body === null) throw invalid('body', 'is required')
  return readBody(body)
}

/** The same for a body that is parsed already. @throws {ApiError} 400 */
export function readBody(given: unknown): GivenUpload {
  if (!validate(given)) throw describeErrors(validate.errors as never, 'body')
  const body = given as SubmitUpload
  const fields = splitFields(body, 'body')
  const content = readContent(body)
  const ignored = findIgnored(body, SubmitUpload)
  if (!('transcript' in content)) return { fields, content, ignored }
  const transcript = withLanguage(content.transcript, fields.facts.language_code ?? null)
  const json = new TextEncoder().encode(JSON.stringify(transcript))
  return { fields, content: { transcript: { json, durationSeconds: durationOf(transcript) } }, ignored }
}

const validateFields = validatorFor({ schema: Type.Object(uploadFields), httpPart: 'body' })

/**
 * The fields of media that come without a JSON body.
 * @param within  what the fields are, for error locations: `metadata`
 * @throws {ApiError} 400
 */
export function readFields(fields: object, within: string): UploadFields {
  if (!validateFields(fields)) throw describeErrors(validateFields.errors as never, within)
  const unstorable = findUnstorable(fields, within)
  if (unstorable) throw invalid(unstorable, 'must not contain NUL or half a surrogate pair')
  return splitFields(fields as never, within)
}
