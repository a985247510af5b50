/** Sends a file by the tus protocol, version 1.0.0; resumes where the service has received it (decision 27 on uploads). */
import { type Connection, send } from './connection.ts'
import { MinutebookError } from './errors.ts'
import { pauseOrThrow, retrying } from './retry.ts'
import type { Pieces } from './upload-pieces.ts'

const path = '/api/v1/recordings/upload/tus'
const version = { 'tus-resumable': '1.0.0' }
/** Enough for a piece of 8 MiB at 30 KB/s. */
const timeoutSeconds = 300
const maxConflicts = 3

export type Progress = {
  /** Bytes that have arrived. */
  sent: number
  /** Bytes of the file; undefined while they are not known. */
  total: number | undefined
}

type Options = { signal: AbortSignal | undefined; onProgress: ((progress: Progress) => void) | undefined }

/**
 * If it fails or is aborted, the unfinished upload is deleted.
 * @param metadata  fields of the recording as texts
 * @returns the recording id
 */
export async function sendByTus(
  connection: Connection,
  pieces: Pieces,
  metadata: Record<string, string>,
  options: Options,
): Promise<string> {
  // If the response is lost, an empty upload remains; the service deletes it after a day.
  const id = await retrying(() => create(connection, pieces.size, metadata, options.signal), options.signal)
  let total: number
  try {
    total = await sendPieces(connection, id, pieces, options)
  } catch (error) {
    await takeBack(connection, id)
    throw error
  }
  options.onProgress?.({ sent: total, total })
  return id
}

async function create(
  connection: Connection,
  size: number | undefined,
  metadata: Record<string, string>,
  signal?: AbortSignal,
): Promise<string> {
  const [name, value] = size === undefined ? ['upload-defer-length', '1'] : ['upload-length', String(size)]
  const headers = { ...version, [name]: value, 'upload-metadata': encode(metadata) }
  const { headers: answered } = await send(connection, 'POST', path, { headers, signal, timeoutSeconds })
  // Uses only the id in the address, so that the key is sent only to the configured service.
  return answered.get('location')!.split('/').at(-1)!
}

/** @returns the bytes of all pieces; the callback is told of each try but the last one */
async function sendPieces(connection: Connection, id: string, pieces: Pieces, { signal, onProgress }: Options) {
  let offset = 0
  let failures = 0
  for (;;) {
    const piece = await pieces.read(offset)
    let isComplete = false
    try {
      const headers = {
        ...version,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...(pieces.size === undefined && piece.total !== undefined && { 'upload-length': String(piece.total) }),
      }
      const request = { headers, body: piece.body, signal, timeoutSeconds }
      offset = readOffset(await send(connection, 'PATCH', `${path}/${id}`, request))
      failures = 0
      isComplete = offset === piece.total
    } catch (error) {
      failures += 1
      // After a 409 asks for the offset at once: a proxy has sent the piece twice.
      if (!isConflict(error) || failures > maxConflicts) await pauseOrThrow(failures, error, signal)
      const state = await retrying(() => askState(connection, id, signal), signal)
      if (state.offset > offset) failures = 0
      offset = state.offset
      isComplete = state.isComplete
    }
    if (isComplete) return offset
    // Outside, so that an error of the callback is not taken for a lost connection.
    onProgress?.({ sent: offset, total: piece.total })
  }
}

/** Reads how much has arrived. This request also completes an upload whose bytes could not be stored before. */
async function askState(connection: Connection, id: string, signal?: AbortSignal) {
  const response = await send(connection, 'HEAD', `${path}/${id}`, { headers: version, signal, timeoutSeconds })
  const offset = readOffset(response)
  return { offset, isComplete: response.headers.get('upload-length') === String(offset) }
}

async function takeBack(connection: Connection, id: string): Promise<void> {
  await send(connection, 'DELETE', `${path}/${id}`, { headers: version, timeoutSeconds: 5 }).catch(() => {})
}

const isConflict = (error: unknown) => error instanceof MinutebookError && error.status === 409

const readOffset = ({ headers }: Response) => Number(headers.get('upload-offset'))

/** `Upload-Metadata`: names with their values in Base64. */
function encode(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${base64(new TextEncoder().encode(value))}`)
    .join()
}

const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
