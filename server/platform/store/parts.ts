/** Uploads a large file to a bucket in parts. */
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { CompletedPart, S3 } from '@aws-sdk/client-s3'
import { transferOptions, withStoreErrors } from './bucket-client.ts'

/**
 * The same bytes in pieces of one size. The last one may be shorter; an empty file is one empty piece. The next piece is
 * read while the current one is processed.
 */
export function splitIntoParts(bytes: AsyncIterable<Buffer>, partBytes: number): AsyncIterable<Buffer> {
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

/** The bucket and key of an object. */
export type ObjectKey = { Bucket: string; Key: string }

const maxAborts = 5
const abortPauseMs = 100

/** An object that is uploaded in parts; it does not exist until it is complete. */
export class PartedUpload {
  readonly #s3: S3
  readonly #upload: ObjectKey & { UploadId: string | undefined }
  readonly #signal: AbortSignal | undefined
  readonly #parts: CompletedPart[] = []

  static async begin(s3: S3, object: ObjectKey, signal?: AbortSignal): Promise<PartedUpload> {
    const { UploadId } = await withStoreErrors(s3.createMultipartUpload(object, { abortSignal: signal }), signal)
    return new PartedUpload(s3, { ...object, UploadId }, signal)
  }

  private constructor(s3: S3, upload: ObjectKey & { UploadId: string | undefined }, signal?: AbortSignal) {
    this.#s3 = s3
    this.#upload = upload
    this.#signal = signal
  }

  async add(Body: Buffer): Promise<void> {
    const PartNumber = this.#parts.length + 1
    const request = this.#s3.uploadPart({ ...this.#upload, PartNumber, Body }, transferOptions(this.#signal))
    const { ETag } = await withStoreErrors(request, this.#signal)
    this.#parts.push({ PartNumber, ETag })
  }

  async complete(): Promise<void> {
    const whole = { ...this.#upload, MultipartUpload: { Parts: this.#parts } }
    await withStoreErrors(this.#s3.completeMultipartUpload(whole, transferOptions(this.#signal)), this.#signal)
  }

  /**
   * Aborts the upload, until the service has no such upload: a part may still arrive after the first attempt.
   * The sweep removes later what is left, or all of it if the service is unavailable.
   */
  async abort(): Promise<void> {
    for (let attempt = 1; attempt <= maxAborts; attempt++) {
      const name = await this.#s3.abortMultipartUpload(this.#upload).then(
        () => '',
        (error: Error) => error.name,
      )
      if (name === 'NoSuchUpload') return
      await setTimeout(abortPauseMs)
    }
  }
}
