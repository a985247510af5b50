/**
 * What a client still sends after its answer is received and dropped: many clients read the answer only after they have
 * sent everything, and a connection that is closed with unread bytes may lose the answer.
 */
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/**
 * Drops the rest of the body of this answer's request.
 * @param milliseconds  how long the rest may take; then the connection is closed
 */
export function dropRest(reply: FastifyReply, milliseconds: number): void {
  const { raw: answer } = reply
  const { raw } = reply.request
  const end = () => void (answer.writableFinished ? raw.destroy() : answer.once('finish', () => raw.destroy()))
  const timer = setTimeout(end, milliseconds).unref()
  // A reader from before might pause the body.
  raw.removeAllListeners('data')
  raw.once('close', () => clearTimeout(timer)).resume()
  const isLast = !answer.shouldKeepAlive || reply.getHeader('connection') === 'close'
  if (isLast && milliseconds > 0) keepForRest(reply)
}

/** After the last answer on a connection Node calls `destroySoon`: only our side ends then, until the rest is here. */
function keepForRest({ raw: answer, request: { raw } }: FastifyReply): void {
  const { socket } = raw
  const destroySoon = socket.destroySoon.bind(socket)
  socket.destroySoon = () => void (raw.complete ? destroySoon() : socket.end())
  raw.once('end', () => answer.writableFinished && destroySoon())
}

/** Ends a connection on which input was not HTTP, and drops what still comes for a while. */
export function endConnection(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), 5_000).unref()
  socket.once('close', () => clearTimeout(timer)).end()
}
