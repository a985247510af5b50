/** Bodies of answers from the outside: read no further than wanted, however long they are. */
import type { Dispatcher } from 'undici'
import { OutboundError } from './outbound-error.ts'

type Body = Dispatcher.ResponseData['body']

/** Ends the connection rather than read what nobody wants. */
export function discard(body: Body): void {
  body.on('error', () => {})
  body.destroy()
}

/** The body's pieces; its errors in the words of `explain`. Whoever stops reading ends the connection. */
export async function* readPieces(body: Body, explain: (error: unknown) => OutboundError): AsyncIterable<Buffer> {
  try {
    for await (const piece of body) yield piece
  } catch (error) {
    throw explain(error)
  } finally {
    discard(body)
  }
}

/** @throws {OutboundError} `size`: there is more than maxBytes */
export async function* atMost(maxBytes: number, pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let left = maxBytes
  for await (const piece of pieces) {
    if (piece.length > left) throw new OutboundError('size', `The answer is larger than ${maxBytes} bytes`)
    left -= piece.length
    yield piece
  }
}

/** The first maxBytes of a body, and whether more would have come. */
export async function readStart(
  maxBytes: number,
  pieces: AsyncIterable<Buffer>,
): Promise<{ body: Buffer; truncated: boolean }> {
  const read: Buffer[] = []
  let left = maxBytes
  for await (const piece of pieces) {
    read.push(piece.subarray(0, left))
    if (piece.length > left) return { body: Buffer.concat(read), truncated: true }
    left -= piece.length
  }
  return { body: Buffer.concat(read), truncated: false }
}
