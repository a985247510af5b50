/** A submitted upload out of the bytes of its body: read, judged, and made into what is kept of it. */
import { ApiError, invalid, ResourceLimitError } from '../../platform/errors.ts'
import { findIgnored } from '../../platform/http/ignored-fields.ts'
import { readJson } from '../../platform/http/read-json.ts'
import { describeErrors, validatorFor } from '../../platform/http/validate.ts'
import type { Task, Threads } from '../../platform/threads.ts'
import { durationOf, withLanguage } from '../transcript/check-times.ts'
import { type MediaAddress, readContent, readFacts, type UploadFacts } from './given-upload.ts'
import { SubmitUpload } from './submit-schemas.ts'

/** JSON values of a body: the largest transcript. */
export const mostUploadValues = 300_000

/** Bytes of a body that is read in a thread; one that is shorter is read sooner than a thread starts. */
export const longBody = 65_536

/** JSON as it is stored, in bytes: texts of megabytes, and not a hundred thousand values, leave the thread. */
export type GivenTranscript = { json: Uint8Array; durationSeconds: number | null }

export type GivenUpload = {
  facts: UploadFacts
  content: { address: MediaAddress } | { transcript: GivenTranscript }
  /** Fields that no upload has. */
  ignored: string[]
}

const task: Task<typeof readUpload> = {
  module: new URL(import.meta.url),
  name: 'readUpload',
  // Sixty times what 5 MiB take.
  seconds: 60,
  throws: [ApiError],
}

/**
 * @param sharer  who sends it
 * @throws {ApiError} 400; 503 as long as no thread is free
 */
export async function readUploadApart(threads: Threads, bytes: Buffer, sharer?: string): Promise<GivenUpload> {
  if (bytes.length < longBody) return readUpload(bytes)
  try {
    return await threads.run(task, [bytes], { sharer })
  } catch (error) {
    throw error instanceof ResourceLimitError ? invalid('body', `cannot be read: ${error.message}`) : error
  }
}

const validate = validatorFor({ schema: SubmitUpload, httpPart: 'body' })

/** @throws {ApiError} 400 naming the field, of captions the line */
export function readUpload(bytes: Uint8Array): GivenUpload {
  const body = readJson(bytes, 'body', mostUploadValues) as SubmitUpload | null
  if (body === null) throw invalid('body', 'is required')
  if (!validate(body)) throw describeErrors(validate.errors as never, 'body')
  const facts = readFacts(body, 'body')
  const content = readContent(body)
  const ignored = findIgnored(body, SubmitUpload)
  if ('address' in content) return { facts, content, ignored }
  const transcript = withLanguage(content.transcript, facts.languageCode)
  const json = new TextEncoder().encode(JSON.stringify(transcript))
  return { facts, content: { transcript: { json, durationSeconds: durationOf(transcript) } }, ignored }
}
