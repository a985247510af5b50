/** Creates a recording from a file, a transcript, or media at an address. */
import { type Connection, readJson, send } from './connection.ts'
import { UploadFailedError } from './errors.ts'
import type { components, paths } from './generated/openapi.ts'
import { retrying, sleep } from './retry.ts'
import { type Progress, sendByTus } from './tus.ts'
import { piecesOfBlob, piecesOfStream } from './upload-pieces.ts'

type Submission = paths['/api/v1/recordings/upload']['post']['requestBody']['content']['application/json']

/** `title`, `event_guid` or `note_id`, `channel_id`, `participants`, `consent` and the others, as the API names them. */
export type UploadFields = Omit<Submission, 'url' | 'transcript' | 'media_auth'>

/** Media as a file or a stream; or a transcript or an address. */
export type UploadSource =
  | Blob
  | ReadableStream<Uint8Array<ArrayBuffer>>
  | { transcript: NonNullable<Submission['transcript']> }
  | { url: string; media_auth?: Submission['media_auth'] }

export type UploadOptions = UploadFields & {
  /** A recording of yours with a transcript and without media: the file becomes its media. */
  media_of?: string
  /** Bytes of a stream; without it the service must reserve space for the largest allowed file. */
  size?: number
  /** Name and type of the media; a `File` has both. */
  filename?: string
  filetype?: string
  /** Resolve only once the recording exists. */
  wait?: boolean
  /** Aborts, and deletes what has arrived. */
  signal?: AbortSignal
  onProgress?(progress: Progress): void
  /** Bytes per request, kept in memory for a stream; 8 MiB by default. */
  pieceBytes?: number
}

const usualPieceBytes = 8 * 1_048_576
const waitSeconds = 30

/**
 * Reconnects after a lost connection and resumes.
 * @returns the recording id
 * @throws {MinutebookError} the service rejects it
 * @throws {UploadFailedError} with `wait`: no recording could be created from it
 */
export async function upload(connection: Connection, source: UploadSource, options: UploadOptions): Promise<string> {
  const { size, filename, filetype, wait, signal, onProgress, pieceBytes = usualPieceBytes, ...fields } = options
  const isStream = source instanceof ReadableStream
  let id: string
  if (isStream || source instanceof Blob) {
    const pieces = isStream ? piecesOfStream(source, size, pieceBytes) : piecesOfBlob(source, pieceBytes)
    const metadata = metadataOf(fields, { ...describe(source), ...defined({ filename, filetype }) })
    id = await sendByTus(connection, pieces, metadata, { signal, onProgress }).finally(pieces.close)
  } else {
    id = await submit(connection, { ...fields, ...source }, signal)
  }
  if (wait) await waitUntilDone(connection, id, signal)
  return id
}

/** Retried with the same idempotency key, so that it creates no second recording (decision 29a). */
async function submit(connection: Connection, submission: Submission, signal?: AbortSignal): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomKey() }
  const request = { headers, body: JSON.stringify(submission), signal }
  const answer = await retrying(async () => {
    const response = await send(connection, 'POST', '/api/v1/recordings/upload', request)
    return readJson<{ recording_id: string }>(response)
  }, signal)
  return answer.recording_id
}

async function waitUntilDone(connection: Connection, id: string, signal?: AbortSignal): Promise<void> {
  const path = `/api/v1/recordings/upload/${id}?wait=${waitSeconds}`
  for (;;) {
    const { upload } = await retrying(async () => {
      const response = await send(connection, 'GET', path, { signal, timeoutSeconds: waitSeconds + 30 })
      return readJson<{ upload: components['schemas']['RecordingUpload'] }>(response)
    }, signal)
    if (upload.status === 'SUCCESS') return
    if (upload.status === 'FAILED') throw new UploadFailedError(id, upload.failure_reason ?? 'The upload failed')
    // Pauses between requests, in case the service answers without waiting.
    await sleep(1, signal)
  }
}

/** The fields as texts; lists are JSON. */
function metadataOf(fields: UploadFields, file: Record<string, string>): Record<string, string> {
  const texts = Object.entries(defined(fields)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { ...Object.fromEntries(texts), ...file }
}

/** Name and type of a file. Not `instanceof File`: Node 20 does not have `File` everywhere. */
function describe(source: Blob | ReadableStream): Record<string, string> {
  if (source instanceof ReadableStream) return {}
  const { name, type } = source as Blob & { name?: string }
  return defined({ filename: name || undefined, filetype: type || undefined })
}

function defined<Value>(fields: Record<string, Value | null | undefined>): Record<string, Value & {}> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Record<string, Value & {}>
}

/** Not `crypto.randomUUID`, which is missing in pages over plain HTTP. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')
