/** What is kept of an import for a reload, sealed: what the person changed, by the keys of the meetings, and how many have arrived. */
import type { ImportMeeting, JoinedNote } from '../../meeting-import/meetings.ts'
import { forgetLeft, leaveText, textLeft } from './person.ts'

export type Change = Partial<Pick<ImportMeeting, 'title' | 'startedAt' | 'hasTime' | 'people'>> & {
  joins?: JoinedNote | null
  isLeftOut?: boolean
}
type Counts = { arrived: number; wanted: number }
type Kept = Counts & { changes: Record<string, Change> }

const place = 'import'
const nothing: Kept = { arrived: 0, wanted: 0, changes: {} }

let kept: Kept | null = null
let writing: Promise<unknown> = Promise.resolve()

/** Read once: sealing takes a moment, in which the next change may come. */
function read(): Kept {
  kept ??= JSON.parse(textLeft(place) ?? JSON.stringify(nothing)) as Kept
  return kept
}

function write(next: Kept): void {
  kept = next
  // Without room in the browser's store it is not kept.
  writing = writing.then(() => kept === next && leaveText(place, JSON.stringify(next))).catch(() => {})
}

export const changesKept = (): Kept['changes'] => read().changes
export const keptCounts = (): Counts => read()

export function keepChange(keys: readonly string[], change: Change): void {
  const { changes, ...counts } = read()
  write({
    ...counts,
    changes: { ...changes, ...Object.fromEntries(keys.map((key) => [key, { ...changes[key], ...change }])) },
  })
}

export const keepCounts = (counts: Counts): void => write({ ...read(), ...counts })

export function forgetKept(): void {
  kept = nothing
  writing = writing.then(() => kept === nothing && forgetLeft(place))
}
