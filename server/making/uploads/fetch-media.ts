/** Downloads the media of an upload from the address that the uploader gave (decisions 29a, 33 on DNS). */

import type { Context } from '../../platform/context/context.ts'
import type { DiskReserve } from '../../platform/disk-reserve.ts'
import { ApiError, EngineError } from '../../platform/errors.ts'
import { open } from '../../platform/secrets.ts'
import type { OnProgress } from '../engines/shared/engines.ts'
import { explain, refusal } from '../engines/shared/request-failures.ts'
import type { MediaAddress } from './given-upload.ts'
import type { MediaLimits } from './media-use.ts'
import { ReservedSpace } from './reserved-space.ts'
import type { StoredMedia } from './submit-upload.ts'
import { addressOwner, type Source } from './upload-source.ts'

/** The first words of error messages about an address. */
export const mediaUrl = 'Media URL'

const maxRedirects = 3

/** @throws {EngineError} with a message that does not contain the credentials */
export async function fetchMedia(
  deps: Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey' | 'store'> & {
    mediaTimeoutSeconds: number
    disk: DiskReserve
    limits: MediaLimits
  },
  source: Source,
  stopping: AbortSignal,
  onProgress: OnProgress = () => {},
): Promise<StoredMedia> {
  const { url, auth }: MediaAddress = JSON.parse(open(deps.secretKey, source.address!, addressOwner(source)))
  // Ends the connection also if the answer is not read to its end.
  const leave = new AbortController()
  const signal = AbortSignal.any([stopping, leave.signal])
  try {
    const answer = await deps.outbound.open(url, {
      what: mediaUrl,
      method: 'GET',
      maxRedirects,
      signal,
      timeoutSeconds: deps.mediaTimeoutSeconds,
      maxBytes: deps.limits.mediaMaxBytes,
      headers: headersOf(auth),
    })
    if (answer.status !== 200) throw refusal('The media server', answer)
    const space = new ReservedSpace(deps, source, lengthOf(answer.headers), onProgress)
    const file = await deps.store.write(space.guard(answer.body), signal)
    const contentType = mediaType(answer.headers['content-type'])
    return { file, bytes: space.receivedBytes, contentType, fileName: fileNameOf(url) }
  } catch (error) {
    // A full disk may have space later; a full workspace needs an action by people.
    if (error instanceof ApiError)
      throw new EngineError(error.message, { retryable: error.status === 507, cause: error })
    throw explain('The media could not be fetched', error)
  } finally {
    leave.abort()
  }
}

/** Null if the header is absent. */
function lengthOf(headers: Headers): number | null {
  const length = Number([headers['content-length']].flat()[0] ?? Number.NaN)
  return Number.isSafeInteger(length) ? length : null
}

export function headersOf(auth: MediaAddress['auth']): Record<string, string> {
  if (auth === null) return {}
  if (auth.type === 'header') return { [auth.name]: auth.value }
  if (auth.type === 'bearer_token') return { authorization: `Bearer ${auth.token}` }
  return { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` }
}

type Headers = Record<string, string | string[] | undefined>

/** Without parameters; null if it is not a valid type, whose parts have at most 127 characters (RFC 6838, 4.2). */
export function mediaType(header: string | string[] | null | undefined): string | null {
  return /^\s*([\w.+-]{1,127}\/[\w.+-]{1,127})\s*(;|$)/.exec([header].flat()[0] ?? '')?.[1]?.toLowerCase() ?? null
}

/** The last part of the path, as a plain file name. */
function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1)!
  return plainName(tryDecode(last))
}

/** A file name that is valid on every system. */
export function plainName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{M}\p{N}._ ()-]/gu, '_')
      .slice(-100)
      .trim() || 'recording'
  )
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
