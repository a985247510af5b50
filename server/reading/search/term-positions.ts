/**
 * A term of the query in one document: where it is, by ascending lists of positions, and what it adds to a score
 * (decision 44 on search). Two pointers merge the lists, so the cost grows with their lengths alone. *Pure.*
 */

/** Where it occurs, in order, and how rare it is; `length` in words. */
export type TermPositions = { positions: number[]; length: number; rarity: number; kind: 'should' | 'must' | 'not' }

const averageWords = 150

/** BM25 with its usual constants. @param words  of the passage */
export function saturate(times: number, words: number): number {
  return (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words) / averageWords))
}

/** The positions of the first list that the second has too, `distance` further on. */
function followedBy(positions: number[], others: number[], distance: number): number[] {
  let other = 0
  return positions.filter((position) => {
    while (other < others.length && others[other]! < position + distance) other++
    return others[other] === position + distance
  })
}

/** The positions of the first word at which the other words follow it directly. Equal words may be the same list. */
export const inSequence = ([first = [], ...others]: number[][]): number[] =>
  others.reduce((found, positions, index) => followedBy(found, positions, index + 1), first)

/** One ascending list without repeats. */
export function mergeAll(lists: number[][]): number[] {
  if (lists.length <= 1) return lists[0] ?? []
  const sorted = Float64Array.from(lists.flat()).sort()
  return [...sorted.filter((position, index) => position !== sorted[index - 1])]
}
