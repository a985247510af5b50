/** Sends a recording by tus while it grows; its length is told at its end. */
import type { DetailedError, Upload } from 'tus-js-client'
import { actingHeaders } from '../api/on-behalf.ts'
import { endpoint, isTemporary, retryDelays, sentenceOf } from '../api/tus.ts'
import type { SoundFile } from './sound-file.ts'

const pieceBytes = 8 * 1_048_576

type Events = {
  onCreated: (uploadUrl: string) => void
  onProgress: (sent: number) => void
  /** The connection is lost, or the service has no room; it is tried again. */
  onWaiting: (error: string | null) => void
  /** The service refuses it; what is here stays here. */
  onRefused: (error: string) => void
  onSent: (recordingId: string) => void
}

export class SoundUpload {
  #upload: Upload | undefined
  readonly #file: SoundFile
  readonly #events: Events

  constructor(file: SoundFile, events: Events) {
    this.#file = file
    this.#events = events
  }

  /** @param withNote  false if the note is gone: the recording gets its own */
  async start({ withNote = true } = {}): Promise<void> {
    const tus = await import('tus-js-client')
    const { kept } = this.#file
    const { onCreated, onProgress, onWaiting, onRefused, onSent } = this.#events
    const upload: Upload = new tus.Upload(new Blob(), {
      endpoint,
      uploadUrl: kept.uploadUrl,
      metadata: metadataOf(kept, withNote),
      uploadLengthDeferred: true,
      chunkSize: pieceBytes,
      retryDelays,
      storeFingerprintForResuming: false,
      headers: actingHeaders(endpoint),
      fileReader: { openFile: async () => this.#source() },
      onUploadUrlAvailable: () => onCreated(upload.url!),
      onChunkComplete: (_bytes, accepted) => onProgress(accepted),
      onShouldRetry: (error) => {
        const mayPass = isTemporary(error) || error.originalResponse?.getStatus() === 507
        if (mayPass) onWaiting(error.originalResponse ? sentenceOf(error) : null)
        return mayPass
      },
      onError: (error: Error | DetailedError) => {
        if (!withNote || !isAboutNote(error)) return onRefused(sentenceOf(error))
        void this.start({ withNote: false })
      },
      onSuccess: () => onSent(upload.url!.split('/').at(-1)!),
    })
    this.#upload = upload
    upload.start()
  }

  /** What has arrived is deleted there too. */
  async takeBack(): Promise<void> {
    await this.#upload?.abort(this.#upload.url !== null).catch(() => {})
  }

  // The type of the library lacks `null`, which it takes for an unknown size.
  #source() {
    const size = null as unknown as number
    return { size, slice: (start: number, end: number) => this.#file.read(start, end), close() {} }
  }
}

function metadataOf(
  { title, noteId, startedAt, consent }: SoundFile['kept'],
  withNote: boolean,
): Record<string, string> {
  const fields = { title, started_at: startedAt, filename: `${title}.ogg`, filetype: 'audio/ogg' }
  return { ...fields, ...(withNote && { note_id: noteId }), ...(consent && { consent: JSON.stringify(consent) }) }
}

const isAboutNote = (error: Error | DetailedError): boolean =>
  'originalResponse' in error && /"metadata\.note_id"/.test(error.originalResponse?.getBody() ?? '')
