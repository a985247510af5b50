/**
 * Where media lie, under names made at random: a folder or a bucket, as the settings have it; nothing but base.ts knows
 * which. A file counts once a row names it; one that no row names is left over from a crash, or from a row that is gone,
 * and is swept away. Workers and servers share the place.
 */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { EngineError } from '../../engines/engines.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Span } from './span.ts'

/** Every action may throw StoreError; one of a folder throws what the disk says. */
export type MediaStore = {
  /** Where uploads under way are gathered: a folder of this machine, of the same disk as a folder of media. */
  readonly uploadsFolder: string

  /** Writes a file that is safely kept when this returns; what was written of a broken one is gone. @returns its name */
  write(bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<string>

  /** Takes in a file of the uploads folder; the one there is the caller's to remove. @returns its name here */
  adopt(from: string): Promise<string>

  /** In bytes; null where there is no such file. */
  size(file: string): Promise<number | null>

  /** The whole, or a part of it; null where there is no such file. */
  read(file: string, span?: Span): Promise<Readable | null>

  /** The file on local disk, for programs that need it there, until it is given back by `using`. */
  borrow(file: string, signal?: AbortSignal): Promise<Borrowed>

  /** Those that are gone already are passed over. */
  remove(files: string[]): Promise<void>

  /** Files last written before this moment. */
  olderThan(moment: Date): AsyncIterable<string>

  /** Ends what somebody began to write before this moment, and broke off so that it is no file yet. */
  endBroken(before: Date): Promise<void>
}

export type Borrowed = AsyncDisposable & { path: string; bytes: number }

/**
 * The place does not answer, or refuses what is asked: a stage of an upload tries it again, as whoever runs it will mend
 * it. The cause is for the log.
 */
export class StoreError extends EngineError {
  constructor(cause: unknown) {
    super('The place where media are kept cannot be used at the moment', { passing: true, cause })
  }
}

/** What a request is answered that needs it. */
export const unavailable = (error: StoreError) =>
  new ApiError(503, error.message, { cause: error, headers: { 'retry-after': '30' } })

export const newFileName = () => randomBytes(16).toString('hex')

export const isFileName = (name: string) => /^[0-9a-f]{32}$/.test(name)
