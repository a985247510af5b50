/**
 * Reads through the header of a GGUF file. node-llama-cpp reads for hours what a damaged header announces, so such a file
 * is never installed. The format is in github.com/ggml-org/ggml/blob/master/docs/gguf.md.
 */
import { open } from 'node:fs/promises'

/** The largest vocabularies have about 20 MB. */
const maxHeaderBytes = 100_000_000
const supportedVersions = [2, 3]
/** The bytes of a value, by its type; null: it has a length of its own. */
const valueBytes = [1, 1, 2, 2, 4, 4, 4, 1, null, null, 8, 8, 8]
const [stringType, arrayType] = [8, 9]

/** @returns whether the file has all that its header announces, as far as the beginning of its last tensor */
export async function isWholeGguf(path: string): Promise<boolean> {
  await using file = await open(path)
  const { size } = await file.stat()
  const header = Buffer.alloc(Math.min(size, maxHeaderBytes))
  await file.read(header)
  try {
    return lastTensorAt(header) < size
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** @throws {RangeError} it is no header, or ends too early */
function lastTensorAt(header: Buffer): number {
  const reader = new Reader(header)
  if (reader.skip(4).toString('latin1') !== 'GGUF' || !supportedVersions.includes(reader.whole32())) {
    throw new RangeError('No GGUF of a supported version')
  }
  const [tensors, entries] = [reader.whole64(), reader.whole64()]
  for (let entry = 0; entry < entries; entry++) {
    reader.skip(reader.whole64())
    reader.skipValues(reader.whole32(), 1)
  }
  let last = 0
  for (let tensor = 0; tensor < tensors; tensor++) {
    reader.skip(reader.whole64())
    reader.skip(8 * reader.whole32() + 4)
    last = Math.max(last, reader.whole64())
  }
  return reader.at + last
}

class Reader {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  skip(count: number): Buffer {
    if (count > this.#bytes.length - this.at) throw new RangeError('The header ends too early')
    this.at += count
    return this.#bytes.subarray(this.at - count, this.at)
  }

  whole32(): number {
    return this.skip(4).readUInt32LE()
  }

  whole64(): number {
    return Number(this.skip(8).readBigUInt64LE())
  }

  skipValues(type: number, count: number): void {
    const bytes = valueBytes[type]
    if (bytes) this.skip(bytes * count)
    else if (type === stringType) for (let index = 0; index < count; index++) this.skip(this.whole64())
    else if (type === arrayType)
      for (let index = 0; index < count; index++) this.skipValues(this.whole32(), this.whole64())
    else throw new RangeError('A value has an unknown type')
  }
}
