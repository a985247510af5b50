/** Sends a recording by tus while it grows; its length is told at its end. The library is loaded with what records. */
import { type DetailedError, Upload } from 'tus-js-client'
import { reachHere } from '../api/reach.ts'
import { asPersonHere, endpoint, isTemporary, retryDelays, sentenceOf } from '../api/tus.ts'
import type { SoundFile } from './sound-file.ts'

const pieceBytes = 8 * 1_048_576

type Events = {
  onCreated: (uploadUrl: string) => void
  onProgress: (sent: number) => void
  /** The connection is lost, or the service has no room; it is tried again. */
  onWaiting: (error: string | null) => void
  /** The service refuses it, or has it no more; what is here stays here. */
  onRefused: (error: string, isGone: boolean) => void
  /** @param arrived  fewer bytes than there are, if another device has ended it */
  onSent: (recordingId: string, arrived: number) => void
}

export class SoundUpload {
  #upload: Upload | undefined
  readonly #file: SoundFile
  readonly #events: Events

  constructor(file: SoundFile, events: Events) {
    this.#file = file
    this.#events = events
  }

  /** @param without  what the service refused, and the recording can be without */
  start(without: readonly Dispensable[] = []): void {
    const kept = () => this.#file.kept
    const { onCreated, onProgress, onWaiting, onRefused, onSent } = this.#events
    let isAsked = false
    const upload: Upload = new Upload(new Blob(), {
      // With both the library would begin anew when it is refused an answer about the old one.
      endpoint: kept().uploadUrl ? null : reachHere().origin + endpoint,
      uploadUrl: kept().uploadUrl,
      metadata: metadataOf(kept(), without),
      uploadLengthDeferred: true,
      chunkSize: pieceBytes,
      retryDelays,
      storeFingerprintForResuming: false,
      ...asPersonHere(kept().onBehalfOf ? { 'X-On-Behalf-Of': kept().onBehalfOf!.id } : {}),
      fileReader: { openFile: async () => this.#source() },
      onUploadUrlAvailable() {
        upload.options.endpoint = null
        onCreated(upload.url!)
      },
      onChunkComplete: (_bytes, accepted) => onProgress(accepted),
      onShouldRetry: (error) => {
        const status = statusOf(error)
        // So the service answers too if another device has ended it; the library then asks how much it has.
        const asks = status === 413 && !isAsked
        isAsked ||= asks
        if (asks) return true
        const mayPass = isTemporary(error) || status === 507
        if (mayPass) onWaiting(error.originalResponse ? sentenceOf(error) : null)
        return mayPass
      },
      onError: (error: Error | DetailedError) => {
        const refused = dispensable.find((each) => !without.includes(each) && isAbout(each, error))
        if (!refused) return onRefused(sentenceOf(error), statusOf(error) === 404)
        this.start([...without, refused])
      },
      onSuccess: ({ lastResponse }) => onSent(idOf(upload), Number(lastResponse.getHeader('Upload-Offset'))),
    })
    this.#upload = upload
    upload.start()
  }

  async pause(): Promise<void> {
    await this.#upload?.abort().catch(() => {})
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

/**
 * A note that is gone: the recording gets its own. A moment of consent by a clock that is wrong: the service puts its own.
 */
const dispensable = ['note_id', 'consent.at'] as const
type Dispensable = (typeof dispensable)[number]

export const endingOf = { ogg: '.ogg', mp4: '.m4a' }

function metadataOf(
  { title, noteId, startedAt, consent, format, channels }: SoundFile['kept'],
  without: readonly Dispensable[],
): Record<string, string> {
  const fields = { title, started_at: startedAt, filename: `${title}${endingOf[format]}`, filetype: `audio/${format}` }
  return {
    ...fields,
    // It cannot be made again: where nothing can transcribe yet, the service keeps it until something can.
    may_wait: 'true',
    own_microphone: channels === 1 ? 'true' : '"first_channel"',
    ...(!without.includes('note_id') && { note_id: noteId }),
    ...(consent && { consent: JSON.stringify(without.includes('consent.at') ? { ...consent, at: null } : consent) }),
  }
}

const idOf = ({ url }: Upload) => url!.split('/').at(-1)!

const statusOf = (error: Error | DetailedError) =>
  'originalResponse' in error ? error.originalResponse?.getStatus() : undefined

const isAbout = (field: Dispensable, error: Error | DetailedError): boolean =>
  'originalResponse' in error && (error.originalResponse?.getBody() ?? '').includes(`"metadata.${field}"`)
