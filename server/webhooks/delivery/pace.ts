/** How many requests may be sent now, and when the others may. *Pure.* @see spec 8, decision 34 on webhook rates */

/** The requests that share one limit. Times in milliseconds since 1970. */
export type Lane = {
  /** The latest rate slots, oldest first; at most as many as the limit. */
  reserved: number[]
  /** The end of the queue of waiting requests. */
  queuedUntil: number
}

/** A request begins at most this long after its rate slot, or waits for another one. */
export const slackMs = 50

/** If one request begins as late as it may and a later one without delay, they are still a second apart. */
const windowMs = 1_000 + slackMs

/** Slots are reserved ahead for a slow database. Slots further ahead than this were made before the clock was set back. */
const maxAheadMs = 60_000

/**
 * Reserves the rate slots that are free now. Each of the other requests gets its own time at the end of the queue.
 * @param perSecond  how many may be sent within any second
 * @returns the times at which the rest may try, in order
 */
export function takeSlots(lane: Lane, now: number, count: number, perSecond: number): { later: number[]; lane: Lane } {
  const reserved = lane.reserved.filter((time) => time > now - windowMs && time <= now + maxAheadMs)
  // Nothing was sent within the window: the messages that were queued are gone, so the queue starts again.
  const end = reserved.length === 0 ? now : lane.queuedUntil
  const free = Math.max(0, Math.min(count, perSecond - reserved.length))
  const after = [...reserved, ...Array<number>(free).fill(now)]
  const step = windowMs / perSecond
  const first = Math.max(end + step, (after[0] ?? now) + windowMs)
  const later = Array.from({ length: count - free }, (_, index) => Math.ceil(first + index * step))
  return { later, lane: { reserved: after, queuedUntil: later.at(-1) ?? end } }
}
