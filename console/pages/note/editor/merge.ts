/** Merges two people's changes of one agenda (three-way merge). *Pure.* */

/** Rows that differ: `start` to `end` of the first list, `start` to `newEnd` of the second. */
type Difference = { start: number; end: number; newEnd: number }

export function difference<Row>(
  from: readonly Row[],
  to: readonly Row[],
  isSame: (a: Row, b: Row) => boolean,
): Difference {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && isSame(from[start]!, to[start]!)) start++
  let after = 0
  while (after < shorter - start && isSame(from[from.length - 1 - after]!, to[to.length - 1 - after]!)) after++
  return { start, end: from.length - after, newEnd: to.length - after }
}

const isEqual = (a: string, b: string) => a === b

/**
 * @param base  the common base, as lines of markup
 * @returns both changes merged, or null if they touch the same or adjacent lines
 */
export function merge(base: string[], mine: string[], theirs: string[]): string[] | null {
  const own = difference(base, mine, isEqual)
  const other = difference(base, theirs, isEqual)
  if (isNothing(other)) return mine
  if (isNothing(own)) return theirs
  const [first, second] = own.start < other.start ? [own, other] : [other, own]
  if (first.end >= second.start) return null
  const [above, below] = first === own ? [mine, theirs] : [theirs, mine]
  return [
    ...above.slice(0, first.newEnd),
    ...base.slice(first.end, second.start),
    ...below.slice(second.start, second.newEnd),
    ...base.slice(second.end),
  ]
}

const isNothing = ({ start, end, newEnd }: Difference) => start === end && start === newEnd
