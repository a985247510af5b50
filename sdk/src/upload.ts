/** Makes a recording: of a file, of a transcript, or of media at an address. */
import { type Connection, readJson, send } from './connection.ts'
import { UploadFailedError } from './errors.ts'
import type { components, paths } from './generated/openapi.ts'
import { retrying, sleep } from './retry.ts'
import { type Progress, sendByTus } from './tus.ts'
import { piecesOfBlob, piecesOfStream } from './upload-pieces.ts'

type Submission = paths['/api/v1/recordings/upload']['post']['requestBody']['content']['application/json']

/** `title`, `event_guid`, `channel_id`, `template_id`, `started_at`, `language_code` and `participants`, as the API names them. */
export type UploadFields = Omit<Submission, 'url' | 'transcript' | 'media_auth'>

/** Media as a file or a stream; or what needs no media. */
export type UploadSource =
  | Blob
  | ReadableStream<Uint8Array<ArrayBuffer>>
  | { transcript: NonNullable<Submission['transcript']> }
  | { url: string; media_auth?: Submission['media_auth'] }

export type UploadOptions = UploadFields & {
  /** Bytes of a stream; without it the service must reserve room for the longest file there may be. */
  size?: number
  /** Of the media; a `File` brings both. */
  filename?: string
  filetype?: string
  /** Resolve only when the recording is there. */
  wait?: boolean
  /** Gives up; what has arrived is taken back. */
  signal?: AbortSignal
  onProgress?(progress: Progress): void
  /** Bytes that are sent at once, and of a stream held in memory; 8 MiB if left out. */
  pieceBytes?: number
}

const usualPieceBytes = 8 * 1_048_576
const waitSeconds = 30

/**
 * A lost connection is opened again, and goes on where it was.
 * @returns the recording id
 * @throws {MinutebookError} the service refuses it
 * @throws {UploadFailedError} with `wait`: no recording could be made of it
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

/** Sent again with the same key, the same request makes no second recording (decision 29a). */
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
    // A service that does not wait must not be asked without pause.
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

/** Name and type of a file. Node 20 has no `File` of its own to compare with everywhere, so the name is looked for. */
function describe(source: Blob | ReadableStream): Record<string, string> {
  if (source instanceof ReadableStream) return {}
  const { name, type } = source as Blob & { name?: string }
  return defined({ filename: name || undefined, filetype: type || undefined })
}

function defined<Value>(fields: Record<string, Value | null | undefined>): Record<string, Value & {}> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Record<string, Value & {}>
}

/** Not `crypto.randomUUID`, which pages over plain HTTP do not have. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')
