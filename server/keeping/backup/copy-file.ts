/** Copies a file and computes size and hash of the copy. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

export type Sum = { bytes: number; sha256: string }

const pieceBytes = 1_048_576

/**
 * Makes a new file, which only this user may read.
 * @returns size and hash of what was written, which may be less or more than the file has now
 */
export async function copyFile(from: string, to: string, signal: AbortSignal): Promise<Sum> {
  await using source = await open(from)
  return await writeNew(to, piecesOf(source, signal))
}

/** Size and hash of a file that is not copied. */
export async function readSum(path: string, signal: AbortSignal): Promise<Sum> {
  await using source = await open(path)
  return await sumOf(piecesOf(source, signal))
}

/** Each piece is valid until the next one is asked for. */
async function* piecesOf(source: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(pieceBytes)
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await source.read(buffer, 0, pieceBytes, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

export async function writeNew(to: string, pieces: Pieces): Promise<Sum> {
  await using target = await open(to, 'wx', 0o600)
  return await sumOf(pieces, (piece) => target.writeFile(piece))
}

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>

async function sumOf(pieces: Pieces, take?: (piece: Buffer) => Promise<void>): Promise<Sum> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    await take?.(piece)
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
