/** Converts and cuts media with ffmpeg, in temporary files. Without ffmpeg, and where it fails, the results are null. */

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../../platform/errors.ts'
import { openScratchSpace, type ScratchSpace } from '../../../platform/scratch.ts'
import type { Media } from '../shared/engines.ts'
import { convertSeconds, onlyThisFile, quiet, run } from './ffmpeg.ts'
import { hertz, type MadeFormat } from './made-formats.ts'
import { chooseSound, longerThanItSays, type OneChannel, type Sound, soundOf } from './sound-of-media.ts'

export type SoundFile = { media: Media; sound: Sound }

/** Media files that `using` deletes. */
export type TemporaryMedia = AsyncDisposable & { parts: Media[] }

/** Lengths in seconds; each part overlaps the next by `overlapSeconds`. */
export type PartLengths = { partSeconds: number; overlapSeconds: number }

/** What a file takes at most, with its header and a rest. */
const bytesOf = ({ bytesPerSecond }: MadeFormat, seconds: number) =>
  Math.ceil(1.1 * bytesPerSecond * seconds) + 1_048_576

export class MediaTools {
  /** The longest recording that is transcribed. */
  readonly maxSeconds: number
  readonly #space: ScratchSpace

  constructor({ maxSeconds, space = openScratchSpace }: { maxSeconds: number; space?: ScratchSpace }) {
    this.maxSeconds = maxSeconds
    this.#space = space
  }

  /** The whole sound in one file, or one channel or some seconds of it. @throws {EngineError} there is too little space, or more sound than was measured */
  async convert(
    given: SoundFile,
    format: MadeFormat,
    signal: AbortSignal,
    { only = null, span = null }: { only?: OneChannel | null; span?: { start: number; end: number } | null } = {},
  ): Promise<TemporaryMedia | null> {
    const { media, sound } = given
    const from = span ? ['-ss', String(span.start), '-t', String(span.end - span.start)] : []
    const input = [...from, '-i', `file:${media.path}`, ...chooseSound(sound.tracks, { hertz, only })]
    const plain = ['-vn', '-ac', '1', '-ar', String(hertz), ...format.codec]
    const seconds = span ? span.end - span.start : (sound.seconds ?? this.maxSeconds)
    return this.#write([{ args: [...input, ...plain], seconds, name: `sound.${format.ending}` }], format, signal)
  }

  /** Part 0 begins at 0, part 1 at `partSeconds`. @throws {EngineError} as `convert` */
  async cut(
    given: SoundFile,
    format: MadeFormat,
    { partSeconds, overlapSeconds }: PartLengths,
    signal: AbortSignal,
  ): Promise<TemporaryMedia | null> {
    // The whole is converted first, because cutting the converted file is quick and exact for every format.
    await using made = await this.convert(given, format, signal)
    const [whole] = made?.parts ?? []
    const seconds = whole && (await soundOf(whole, signal)).seconds
    if (!whole || seconds === undefined || seconds === null) return null
    const parts: FileToWrite[] = []
    const length = partSeconds + overlapSeconds
    for (let start = 0; start === 0 || start + overlapSeconds < seconds; start += partSeconds) {
      const name = `part-${String(parts.length).padStart(5, '0')}.${format.ending}`
      const from = ['-ss', String(start), '-t', String(length)]
      parts.push({ args: [...from, '-i', `file:${whole.path}`, '-c', 'copy'], seconds: length, name })
    }
    return await this.#write(parts, format, signal)
  }

  async #write(files: FileToWrite[], format: MadeFormat, signal: AbortSignal): Promise<TemporaryMedia | null> {
    await using opened = new AsyncDisposableStack()
    const parts: Media[] = []
    for (const { args, seconds, name } of files) {
      const maxBytes = bytesOf(format, seconds)
      const { folder } = opened.use(await this.#space.open(maxBytes))
      const path = join(folder, name)
      const limits = ['-t', String(this.maxSeconds), '-fs', String(maxBytes)]
      const done = await run('ffmpeg', [...quiet, ...onlyThisFile, ...args, ...limits, path], convertSeconds, signal)
      if (done === null) return null
      const { size } = await stat(path)
      if (size >= maxBytes) throw new EngineError(longerThanItSays, { retryable: false })
      parts.push({ path, bytes: size, contentType: format.contentType, fileName: name })
    }
    const kept = opened.move()
    return { parts, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  }
}

/** `args` are those before the name of the file. */
type FileToWrite = { args: string[]; seconds: number; name: string }
