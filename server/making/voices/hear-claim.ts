/** Reads the voice of a claimed speaker from the media of the recording (decision 62). */
import type { Context } from '../../platform/context/context.ts'
import { ApiError, EngineError, serviceBusy } from '../../platform/errors.ts'
import { serialize } from '../../platform/postgres/mutex.ts'
import { StoreError, unavailable } from '../../platform/store/media-store.ts'
import type { SpeakerVoice, Transcriber } from '../engines/shared/engines.ts'

export type Hearing = Pick<Context, 'store'> & { transcriber: () => Transcriber | null }
export type StoredMedia = { file: string | null; content_type: string | null; file_name: string | null }
/** In seconds. */
export type Spans = [start: number, end: number][]

/** A person waits for it, and transcriptions may have begun before. */
const waitMs = 60_000

const mediaGone = () => new ApiError(409, 'The media of this recording are gone, so the voice cannot be read')

/**
 * @param sharer  whose work it is; a person has one voice read at a time in each process, because each copies the media
 * @throws {ApiError} 409 if no voice can be read, 503 if it takes too long
 */
export async function hearClaim(
  { store, transcriber }: Hearing,
  { file, content_type: contentType, file_name }: StoredMedia,
  spans: Spans,
  sharer: string,
): Promise<SpeakerVoice> {
  if (file === null) throw mediaGone()
  const signal = AbortSignal.timeout(waitMs)
  const hear = async () => {
    await using media = await store.localFile(file, signal).catch((error) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? mediaGone() : error
    })
    const named = { path: media.path, bytes: media.bytes, contentType, fileName: file_name ?? '' }
    const spoken = spans.map(([start, end]) => ({ speaker: '', start, end }))
    return await transcriber()?.hearVoices?.(named, spoken, signal, sharer)
  }
  try {
    const [voice] = (await serialize(`voice ${sharer}`, hear, waitMs)) ?? []
    if (voice) return voice
  } catch (error) {
    if (error instanceof StoreError) throw unavailable(error)
    if (error instanceof EngineError) throw new ApiError(409, error.message, { cause: error })
    throw signal.aborted ? serviceBusy(60) : error
  }
  throw new ApiError(409, 'No voice can be read: this server has no models for speakers, or there is no sound')
}
