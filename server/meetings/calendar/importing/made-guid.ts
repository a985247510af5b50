/** The UIDs of meetings that are made here and not in a calendar. *Pure.* */
import { createHash } from 'node:crypto'

/** The same for the same meeting, so that asking again makes no second one. */
export const madeGuid = (...parts: string[]) =>
  `${prefix}${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40)}`

export const isMade = (guid: string) => guid.startsWith(prefix)

const prefix = 'minutebook-next-'
