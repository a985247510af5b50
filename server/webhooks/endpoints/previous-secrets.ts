/** The secrets that rotations left valid for a while beside a webhook's own (decision 39). *Pure.* */

import { utc } from '../../platform/time.ts'
import type { PreviousSecret } from '../../tables.ts'

/** As many may be valid at the same time: each is a signature more in every request. */
export const mostPrevious = 5

/** Those that still sign, the newest first. */
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
