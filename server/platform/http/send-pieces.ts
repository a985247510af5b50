/** Answers of many megabytes: made piece by piece, each one when the client has taken the ones before. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * JSON that is made in pieces: a text or, if it is long, a stream, which an error cuts off once it has begun.
 * @throws the error that making the first piece throws; it can still be answered as usual
 */
export async function sendPieces(
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
