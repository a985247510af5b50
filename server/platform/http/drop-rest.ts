/** The rest of a body whose request is answered already. */
import type { FastifyReply } from 'fastify'

/** More than a piece of a file that the console sends. */
const maxDroppedBytes = 16_777_216

/**
 * Receives the rest and drops it, because many clients read the answer only after they have sent their whole body, and
 * a connection that is closed with unread bytes may lose the answer. If the rest is too long or too slow, the
 * connection is closed.
 * @param milliseconds  how long the rest may take
 */
export function dropRest({ request: { raw }, raw: answer }: FastifyReply, milliseconds: number): void {
  const end = () => void (answer.writableFinished ? raw.destroy() : answer.once('finish', () => raw.destroy()))
  const timer = setTimeout(end, milliseconds).unref()
  let bytes = 0
  // A reader from before might pause the body.
  raw.removeAllListeners('data')
  raw.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > maxDroppedBytes) end()
  })
  raw.once('close', () => clearTimeout(timer)).resume()
}
