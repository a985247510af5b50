/**
 * The store of media files, with random names: a folder or a bucket, by the settings; only base.ts knows which.
 * A file is valid once a row names it. A file without a row is left from a crash or a deleted row, and the sweep removes
 * it. All processes share the store.
 */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ApiError, EngineError } from '../errors.ts'
import type { ByteRange } from './byte-range.ts'

/** Every action may throw StoreError; the store of a folder throws the errors of the file system. */
export type MediaStore = {
  /** The local folder for unfinished uploads, on the same disk as a folder of media. */
  readonly uploadsFolder: string

  /** Writes a file that is durable when this returns; after an error nothing of it is left. @returns its name */
  write(bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<string>

  /** Writes a file of another store under the name that it has there; an existing one is replaced. */
  writeAs(file: string, bytes: AsyncIterable<Buffer>): Promise<void>

  /** Adds a file of the uploads folder to the store; the caller removes the original. @returns its name here */
  adopt(from: string): Promise<string>

  /** In bytes; null if there is no such file. */
  size(file: string): Promise<number | null>

  /** The whole file or a part of it; null if there is no such file. */
  read(file: string, range?: ByteRange): Promise<Readable | null>

  /** The file on local disk, for programs that need a path; `using` releases it. */
  localFile(file: string, signal?: AbortSignal): Promise<LocalFile>

  /** Ignores files that do not exist. */
  remove(files: string[]): Promise<void>

  /** Files that were last written before this moment. */
  olderThan(moment: Date): AsyncIterable<string>

  /** Removes incomplete uploads that began before this moment. */
  removeIncomplete(before: Date): Promise<void>
}

export type LocalFile = AsyncDisposable & { path: string; bytes: number }

/**
 * The store does not answer, or rejects a request. A stage of an upload tries again, as the operator will repair it.
 * The cause is for the log.
 */
export class StoreError extends EngineError {
  constructor(cause: unknown) {
    super('The place where media are kept cannot be used at the moment', { retryable: true, cause })
  }
}

/** The answer to requests that need the store. */
export const unavailable = (error: StoreError) =>
  new ApiError(503, error.message, { cause: error, headers: { 'retry-after': '30' } })

export const newFileName = () => randomBytes(16).toString('hex')

export const isFileName = (name: string) => /^[0-9a-f]{32}$/.test(name)
