/** One connection's events as text/event-stream: missed events, new events, and keep-alive comments between them. */
import { ApiError } from '../../platform/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { readEvents, resumableMs } from './stream-events.ts'
import type { Subscription } from './subscriptions.ts'

/** The last event that a connection has read, and when. */
export type StreamPosition = { time: Date; number: number }

/** @throws {ApiError} 400 for a `Last-Event-ID` that is not ours */
export function readPosition(header: string | undefined): StreamPosition | null {
  if (!header) return null
  try {
    const { time, id } = decodeCursor('events', header)
    if (/^\d{1,15}$/.test(id)) return { time, number: Number(id) }
  } catch {}
  throw new ApiError(400, 'Invalid Last-Event-ID')
}

const idOf = ({ time, number }: StreamPosition) => encodeCursor('events', { time, id: String(number) })

/**
 * Ends when the connection is closed. Every keep-alive carries an id too, so that a quiet connection can be resumed like
 * a busy one.
 * @param from  where to begin: after the last event that was received, or after the last one that happened
 * @param keepAliveMs  the longest silence
 */
export async function* eventStream(
  { db, clock }: { db: Db; clock: Clock },
  subscription: Subscription,
  from: { resumed: StreamPosition | null; last: number },
  keepAliveMs = 15_000,
): AsyncGenerator<string> {
  const { resumed } = from
  // After the database was restored from a backup, ids from before may lie ahead.
  let number = Math.min(resumed?.number ?? from.last, from.last)
  const alive = () => `: listening\nid: ${idOf({ time: clock(), number })}\n\n`
  if (resumed && clock().getTime() - resumed.time.getTime() > resumableMs) yield gap
  if (!resumed) yield alive()
  else yield ': listening\n\n'
  let isWoken = false
  while (subscription.open) {
    // The next ones are read when the client has taken these.
    const { events, hasMore } = await readEvents(db, clock(), subscription.listener, number)
    // Events of other types must not keep the connection silent.
    if (events.length === 0 && isWoken && subscription.open) yield alive()
    for (const event of events) {
      if (!subscription.open) return
      number = event.number
      yield `id: ${idOf({ time: event.created_at, number })}\ndata: ${event.body}\n\n`
    }
    if (hasMore) continue
    isWoken = await subscription.signal.wait(keepAliveMs)
    if (!isWoken && subscription.open) yield alive()
  }
}

const gap = `event: gap\ndata: ${JSON.stringify({ message: `Events of more than ${resumableMs / 60_000} minutes ago are not kept; some may be missing` })}\n\n`
