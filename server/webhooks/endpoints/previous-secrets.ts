/** Earlier secrets that stay valid for a while after a rotation (decision 39 on the delivery log). *Pure.* */
import type { PreviousSecret } from '../../platform/postgres/column-types.ts'
import { utc } from '../../platform/time.ts'

/** How many may be valid at the same time: each adds a signature to every request. */
export const maxPrevious = 5

/** The secrets that still sign, the newest first. */
export function stillValid(previous: PreviousSecret[], now: Date): PreviousSecret[] {
  return previous.filter(({ until }) => new Date(until) > now)
}

/** @param secret  sealed */
export function asPrevious(secret: Buffer, until: Date): PreviousSecret {
  return { secret: secret.toString('base64'), until: utc(until) }
}

/** @returns sealed */
export function secretOf({ secret }: PreviousSecret): Buffer {
  return Buffer.from(secret, 'base64')
}
