/**
 * Media as objects of a bucket, at any S3 service. Larger files are uploaded in parts: a process holds three parts at a
 * time and never a whole file. An upload that fails is removed.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ListMultipartUploadsOutput, S3 } from '@aws-sdk/client-s3'
import { openScratchSpace, type ScratchSpace } from '../scratch.ts'
import {
  type BucketService,
  connect,
  requestIfSupported,
  requestObject,
  transferOptions,
  withStoreErrors,
} from './bucket-client.ts'
import type { ByteRange } from './byte-range.ts'
import { isFileName, type LocalFile, type MediaStore, newFileName, StoreError } from './media-store.ts'
import { type ObjectKey, PartedUpload, splitIntoParts } from './parts.ts'

export type BucketOptions = BucketService & {
  bucket: string
  /** The prefix of all object keys. */
  prefix: string
  uploadsFolder: string
  /** Size of the largest file. */
  maxBytes: number
  /** For copies on this machine. */
  space?: ScratchSpace
}

const leastPartBytes = 8 * 1_048_576
/** The limit of S3 for one object. */
const maxParts = 10_000

const removedAtOnce = 16

export class BucketStore implements MediaStore {
  readonly uploadsFolder: string
  readonly #s3: S3
  readonly #bucket: string
  readonly #prefix: string
  readonly #partBytes: number
  readonly #space: ScratchSpace

  constructor({ bucket, prefix, uploadsFolder, maxBytes, space = openScratchSpace, ...service }: BucketOptions) {
    this.uploadsFolder = uploadsFolder
    this.#s3 = connect(service)
    this.#bucket = bucket
    this.#prefix = prefix
    this.#space = space
    this.#partBytes = Math.max(leastPartBytes, Math.ceil(maxBytes / maxParts))
  }

  async write(bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<string> {
    const file = newFileName()
    await this.writeAs(file, bytes, signal)
    return file
  }

  async writeAs(file: string, bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
    await pipeline(
      bytes,
      (source: AsyncIterable<Buffer>) => splitIntoParts(source, this.#partBytes),
      (parts: AsyncIterable<Buffer>) => this.#put(this.#objectOf(file), parts, signal),
      ...(signal ? [{ signal }] : []),
    )
  }

  adopt(from: string): Promise<string> {
    return this.write(createReadStream(from))
  }

  async size(file: string): Promise<number | null> {
    const found = await requestObject(this.#s3.headObject(this.#objectOf(file)))
    return found && found.ContentLength!
  }

  async read(file: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | null> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const request = this.#s3.getObject({ ...this.#objectOf(file), ...part }, { abortSignal: signal })
    const found = await requestObject(request, signal)
    return found && (found.Body as Readable)
  }

  /** A copy, which `using` deletes. @throws {EngineError} retryable: there is too little space for it */
  async localFile(file: string, signal?: AbortSignal): Promise<LocalFile> {
    await using opened = new AsyncDisposableStack()
    const { folder } = opened.use(await this.#space.open((await this.size(file)) ?? 0))
    const path = join(folder, file)
    const body = await this.read(file, undefined, signal)
    if (!body) throw new StoreError(new Error(`The bucket has no object ${this.#objectOf(file).Key}`))
    const copy = createWriteStream(path, { mode: 0o600 })
    await withStoreErrors(pipeline(body, copy, { signal }), signal)
    const kept = opened.move()
    return { path, bytes: copy.bytesWritten, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  }

  async remove(files: string[]): Promise<void> {
    for (let done = 0; done < files.length; done += removedAtOnce) {
      const some = files.slice(done, done + removedAtOnce)
      await Promise.all(some.map((file) => withStoreErrors(this.#s3.deleteObject(this.#objectOf(file)))))
    }
  }

  async *olderThan(moment: Date): AsyncGenerator<string> {
    let ContinuationToken: string | undefined
    do {
      const page = await withStoreErrors(this.#s3.listObjectsV2({ ...this.#all, ContinuationToken }))
      for (const { Key, LastModified } of page.Contents ?? []) {
        const file = this.#fileAt(Key)
        if (file && LastModified! < moment) yield file
      }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  /**
   * Parts of dead processes are in no list of objects, but cost money. File names are unique, so pages continue by name.
   * Some services cannot list them.
   */
  async removeIncomplete(before: Date): Promise<void> {
    let KeyMarker: string | undefined
    do {
      const page: ListMultipartUploadsOutput | null = await requestIfSupported(
        this.#s3.listMultipartUploads({ ...this.#all, KeyMarker }),
      )
      if (!page) return
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        const file = this.#fileAt(Key)
        if (!file || Initiated! >= before) continue
        await withStoreErrors(this.#s3.abortMultipartUpload({ ...this.#objectOf(file), UploadId }))
      }
      KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined
    } while (KeyMarker)
  }

  async #put(object: ObjectKey, parts: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
    let upload: PartedUpload | undefined
    try {
      for await (const part of parts) {
        if (!upload && part.length < this.#partBytes) {
          await withStoreErrors(this.#s3.putObject({ ...object, Body: part }, transferOptions(signal)), signal)
          return
        }
        upload ??= await PartedUpload.begin(this.#s3, object, signal)
        await upload.add(part)
      }
      await upload!.complete()
    } catch (error) {
      await upload?.abort()
      throw error
    }
  }

  get #all() {
    return { Bucket: this.#bucket, Prefix: this.#prefix }
  }

  #objectOf(file: string): ObjectKey {
    if (!isFileName(file)) throw new RangeError(`No media file is called ${file}`)
    return { Bucket: this.#bucket, Key: this.#prefix + file }
  }

  /** Null for an object that does not belong to this store. */
  #fileAt(key = ''): string | null {
    const name = key.slice(this.#prefix.length)
    return isFileName(name) ? name : null
  }
}
