/** How long a stage of an upload will take from now, by how quick it was while the page was open. *Pure.* */

/** `at` is in milliseconds. */
export type Seen = { stage: string; done: number; at: number }

/** From less, nothing can be said. */
const minShare = 0.02

/** @returns null if it is not known yet */
export function secondsLeft(first: Seen, now: Seen): number | null {
  const gained = now.done - first.done
  if (gained < minShare) return null
  return ((1 - now.done) * (now.at - first.at)) / gained / 1_000
}

/** Whether another stage, or another try, has begun. */
export const isAnew = (first: Seen, now: Seen) => first.stage !== now.stage || now.done < first.done
