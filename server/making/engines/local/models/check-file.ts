/** Compares a file with the size and the digest that it must have. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export type ExpectedFile = { bytes: number; sha256: string }

export async function digestOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('hex')
}

/** The size of a file; null if it is missing or no file. */
export async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}

/** @returns what is wrong with the file, as the end of a sentence; null if nothing is */
export async function findFault(
  path: string,
  { bytes, sha256 }: ExpectedFile,
  signal?: AbortSignal,
): Promise<string | null> {
  const size = await sizeOf(path)
  if (size === null) return 'is missing'
  if (size !== bytes) return `has ${size} bytes instead of ${bytes}`
  return (await digestOf(path, signal)) === sha256 ? null : 'has another digest'
}
