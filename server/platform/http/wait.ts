/** Answers that wait for a result. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

const [firstMs, longestMs] = [50, 500]

/**
 * Reads again, less and less often, until the result is done or the time is up. It holds no connection meanwhile. It
 * returns early when the client has disconnected or the service stops.
 * @param seconds  how long to wait at most; 0 reads once
 * @returns the last result
 */
export async function waitFor<Result>(
  reply: FastifyReply,
  seconds: number,
  read: () => Promise<Result>,
  isDone: (result: Result) => boolean,
): Promise<Result> {
  const timeIsUp = endOfWait(reply, seconds)
  for (let pauseMs = firstMs; ; pauseMs = Math.min(2 * pauseMs, longestMs)) {
    const result = await read()
    if (isDone(result) || seconds === 0 || timeIsUp.aborted) return result
    await setTimeout(pauseMs, undefined, { signal: timeIsUp }).catch(() => {})
  }
}

/** Aborted when the time is up, the client has disconnected, or the service stops. */
export function endOfWait(reply: FastifyReply, seconds: number): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return AbortSignal.any([AbortSignal.timeout(seconds * 1_000), gone.signal, reply.server.closing])
}
