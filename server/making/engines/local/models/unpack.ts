/** Takes the wanted files out of a tar.bz2. No name of the archive becomes a path, and no link is followed or made. */
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder } from 'modern-tar'
import unbzip2 from 'unbzip2-stream'
import { OperatorError } from '../../../../platform/errors.ts'
import type { ModelFile } from './catalogue.ts'

export type UnpackOptions = {
  signal: AbortSignal
  onProgress(done: number): void
  /** Archives also have examples and texts, which are skipped. */
  maxOtherBytes?: number
}

const usualOtherBytes = 100_000_000

/** @throws {OperatorError} the archive cannot be read, lacks a file, or has one that is larger or smaller */
export async function unpack(
  archive: string,
  folder: string,
  files: ModelFile[],
  options: UnpackOptions,
): Promise<void> {
  const missing = new Map(files.map((file) => [file.name, file]))
  const packed = createReadStream(archive)
  try {
    const tar = readTar(packed, files, options)
    for await (const { header, body } of tar) {
      const file = header.type === 'file' || header.type === undefined ? missing.get(baseName(header.name)) : undefined
      if (!file) {
        await body.cancel()
        continue
      }
      if (header.size !== file.bytes) throw new OperatorError(wrongSize(file, header.size))
      missing.delete(file.name)
      const target = createWriteStream(join(folder, file.name), { flags: 'wx', flush: true })
      await pipeline(Readable.fromWeb(body), target, { signal: options.signal })
    }
  } catch (error) {
    options.signal.throwIfAborted()
    const { code = '', message } = error as NodeJS.ErrnoException
    // Errors of the disk are the caller's.
    if (error instanceof OperatorError || /^E[A-Z]+$/.test(code)) throw error
    throw new OperatorError(`The archive cannot be unpacked: ${message}.`, { cause: error })
  } finally {
    packed.destroy()
  }
  const [first] = missing.keys()
  if (first !== undefined) throw new OperatorError(`The archive has no file ${first}.`)
}

const wrongSize = ({ name, bytes }: ModelFile, size: number) =>
  `The archive's ${name} has ${size} bytes instead of ${bytes}.`

/** The files lie in one folder, or in none. */
const baseName = (name: string) => name.replace(/^(?:\.\/)?(?:[^/]+\/)?/, '')

function readTar(packed: ReadStream, files: ModelFile[], options: UnpackOptions) {
  const maxBytes = files.reduce((sum, { bytes }) => sum + bytes, options.maxOtherBytes ?? usualOtherBytes)
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      options.onProgress(bytes)
      if (options.signal.aborted) packed.destroy()
      done(bytes > maxBytes ? new OperatorError('The archive is much larger than its model.') : null, chunk)
    },
  })
  const unpacked = packed.pipe(unbzip2())
  packed.on('error', (error) => unpacked.emit('error', error))
  const readable = new Readable().wrap(unpacked).on('error', (error) => counted.destroy(error))
  return Readable.toWeb(readable.pipe(counted)).pipeThrough(createTarDecoder({ strict: true }))
}
