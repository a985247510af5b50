/** Answers of many megabytes, made piece by piece: each one when the client has received those before it. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** JSON in pieces: what stands around the things, and each of them as a text. Commas are set between them. */
export type Pieces = { before: string; things: AsyncIterable<string>; after: string }

declare module 'fastify' {
  interface FastifyReply {
    /** Set where the caller reads another form of what is sent in pieces. */
    reshapePieces: ((pieces: Pieces) => Pieces) | undefined
  }
}

/**
 * Sends a text or, if it is long, a stream, which an error cuts off once it has begun.
 * @throws the error that making the first thing throws; it can still be answered as usual
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
  if (isLong) return Readable.from(toTheEnd(text, pieces, reply), { highWaterMark: 1 })
  for await (const piece of pieces) text += piece
  return text
}

/** At least one text: the first is with the first thing, so that an error in making it comes before any answer. */
async function* joined({ before, things, after }: Pieces): AsyncGenerator<string, ''> {
  let next = before
  for await (const thing of things) {
    yield next + thing
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
