/** How many requests may leave now, and when the others may. *Pure.* @see spec 8, decision 34 */

/** The requests that share one limit. Times in milliseconds since 1970. */
export type Lane = {
  /** When the latest requests left, oldest first; at most as many as the limit. */
  sent: number[]
  /** Until when the line of those that wait reaches. */
  queuedUntil: number
}

/**
 * A window of one second at the receiver is a little more at the sender: two requests that left a second apart may
 * arrive closer together. Whoever starts later than this after taking its place gives the place back.
 */
export const slackMs = 50

const windowMs = 1_000 + slackMs

/** Slots are taken a little ahead, as long as a slow database answers. Later ones are of a clock that was set back since. */
const mostAheadMs = 60_000

/** Without those who left at other times than they said: each of these times frees one place. */
export function freePlaces({ sent, queuedUntil }: Lane, unused: number[]): Lane {
  const left = [...sent]
  for (const time of unused) {
    const index = left.indexOf(time)
    if (index >= 0) left.splice(index, 1)
  }
  return { sent: left, queuedUntil }
}

/**
 * Hands out places: as many as fit now leave now, each of the others has its own time at the end of the line.
 * @param perSecond  how many may leave within any second
 * @returns the times at which the rest may try, in order
 */
export function takePlaces(lane: Lane, now: number, count: number, perSecond: number): { later: number[]; lane: Lane } {
  const sent = lane.sent.filter((time) => time > now - windowMs && time <= now + mostAheadMs)
  // A line that moves has sent something within the window; an idle one is a line of messages that are gone.
  const end = sent.length === 0 ? now : lane.queuedUntil
  const free = Math.max(0, Math.min(count, perSecond - sent.length))
  const after = [...sent, ...Array<number>(free).fill(now)]
  const step = windowMs / perSecond
  const first = Math.max(end + step, (after[0] ?? now) + windowMs)
  const later = Array.from({ length: count - free }, (_, index) => Math.ceil(first + index * step))
  return { later, lane: { sent: after, queuedUntil: later.at(-1) ?? end } }
}
