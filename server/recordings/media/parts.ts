/** A file in parts, as a bucket takes what is large. */
import { Readable } from 'node:stream'
import type { CompletedPart, S3 } from '@aws-sdk/client-s3'
import { ask, bringing } from './bucket-client.ts'

/**
 * The same bytes in pieces of one size; the last one may be shorter, and an empty file is one empty piece. The next is
 * read while one is worked on.
 */
export function inParts(bytes: AsyncIterable<Buffer>, partBytes: number): AsyncIterable<Buffer> {
  return Readable.from(gather(bytes, partBytes), { highWaterMark: 1 })
}

async function* gather(bytes: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let missing = partBytes
  let isEmpty = true
  for await (let piece of bytes) {
    while (piece.length >= missing) {
      yield Buffer.concat([...pieces, piece.subarray(0, missing)])
      piece = piece.subarray(missing)
      pieces = []
      missing = partBytes
      isEmpty = false
    }
    pieces.push(piece)
    missing -= piece.length
  }
  if (missing < partBytes || isEmpty) yield Buffer.concat(pieces)
}

/** Of an object, or of what becomes one. */
export type Place = { Bucket: string; Key: string }

/** An object that comes into being by its parts: until it is complete nothing is there. */
export class PartedUpload {
  readonly #s3: S3
  readonly #upload: Place & { UploadId: string | undefined }
  readonly #signal: AbortSignal | undefined
  readonly #parts: CompletedPart[] = []

  static async begin(s3: S3, place: Place, signal?: AbortSignal): Promise<PartedUpload> {
    const { UploadId } = await ask(s3.createMultipartUpload(place, { abortSignal: signal }), signal)
    return new PartedUpload(s3, { ...place, UploadId }, signal)
  }

  private constructor(s3: S3, upload: Place & { UploadId: string | undefined }, signal?: AbortSignal) {
    this.#s3 = s3
    this.#upload = upload
    this.#signal = signal
  }

  async add(Body: Buffer): Promise<void> {
    const PartNumber = this.#parts.length + 1
    const asked = this.#s3.uploadPart({ ...this.#upload, PartNumber, Body }, bringing(this.#signal))
    const { ETag } = await ask(asked, this.#signal)
    this.#parts.push({ PartNumber, ETag })
  }

  async complete(): Promise<void> {
    const whole = { ...this.#upload, MultipartUpload: { Parts: this.#parts } }
    await ask(this.#s3.completeMultipartUpload(whole, bringing(this.#signal)), this.#signal)
  }

  /** What cannot be taken back now, as the service is away, is ended by the sweep. */
  async takeBack(): Promise<void> {
    await this.#s3.abortMultipartUpload(this.#upload).catch(() => {})
  }
}
