/** Reads a file in pieces, from any offset that the service may request. */

type Piece = {
  body: Blob
  /** Bytes of the whole file, once they are known. */
  total: number | undefined
}

export type Pieces = {
  /** Bytes of the whole file, if known in advance. */
  size: number | undefined
  read(offset: number): Promise<Piece>
  close(): void
}

export function piecesOfBlob(blob: Blob, pieceBytes: number): Pieces {
  return {
    size: blob.size,
    read: async (offset) => ({ body: blob.slice(offset, offset + pieceBytes), total: blob.size }),
    close: () => {},
  }
}

/**
 * Keeps one piece in memory until all of it has arrived, so that a part can be sent again.
 * @param size  undefined if it is not known before the stream ends
 */
export function piecesOfStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  size: number | undefined,
  pieceBytes: number,
): Pieces {
  const reader = stream.getReader()
  let start = 0
  let held = new Blob()
  let hasEnded = false

  async function next(): Promise<Blob> {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    while (bytes < pieceBytes && !hasEnded) {
      const { done, value } = await reader.read()
      if (value) chunks.push(value)
      bytes += value?.byteLength ?? 0
      hasEnded = done
    }
    return new Blob(chunks)
  }

  return {
    size,
    async read(offset) {
      if (offset < start) throw new Error('The service has lost what it had, and a stream is read only once')
      if (offset === start + held.size && !hasEnded) {
        start = offset
        held = await next()
      }
      const end = start + held.size
      if (hasEnded && size !== undefined && end !== size) {
        throw new RangeError(`The stream ended after ${end} bytes, and size says ${size}`)
      }
      return { body: held.slice(offset - start), total: hasEnded ? end : size }
    },
    close: () => void reader.cancel().catch(() => {}),
  }
}
