/** Answers of many megabytes, made piece by piece: each one when the client has received those before it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** JSON of a list in pieces: the text around its entries, and each entry as a text. Commas are put between them. */
export type Pieces = { before: string; entries: AsyncIterable<string>; after: string }

declare module 'fastify' {
  interface FastifyReply {
    /** Set for callers who get another form of answers that are sent in pieces. */
    reshapePieces: ((pieces: Pieces) => Pieces) | undefined
  }
}

/**
 * Sends a text or, if it is long, a stream, which an error cuts off once it has begun.
 * @throws the error that making the first entry throws; it can still be answered as usual
 */
export async function sendPieces(reply: FastifyReply, given: Pieces, isLong: boolean): Promise<string | Readable> {
  return sendTexts(reply, joined(reply.reshapePieces?.(given) ?? given), isLong)
}

/** The same for JSON in other pieces, at least one. */
export async function sendTexts(
  reply: FastifyReply,
  pieces: AsyncGenerator<string, ''>,
  isLong: boolean,
): Promise<string | Readable> {
  let text = (await pieces.next()).value
  reply.type('application/json; charset=utf-8')
  // A stream asks for the next piece when its client has received the last one: that is outside the request.
  const inRequest = AsyncLocalStorage.snapshot()
  const iterator = { next: () => inRequest(() => pieces.next()), return: () => pieces.return('') }
  if (isLong)
    return Readable.from(toTheEnd(text, { [Symbol.asyncIterator]: () => iterator }, reply), { highWaterMark: 1 })
  for await (const piece of pieces) text += piece
  return text
}

/** At least one text. The first holds the first entry, so that an error in making it comes before any answer. */
async function* joined({ before, entries, after }: Pieces): AsyncGenerator<string, ''> {
  let next = before
  for await (const entry of entries) {
    yield next + entry
    next = ','
  }
  yield next === before ? before + after : after
  return ''
}

async function* toTheEnd(first: string, rest: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<string> {
  yield first
  try {
    yield* rest
  } catch (err) {
    // An HTTP/1.0 client would take a connection that just ends for the end of the answer.
    reply.raw.socket?.resetAndDestroy()
    throw err
  }
}
