/** Ascending lists of positions, merged by two pointers: the cost grows with their lengths alone. *Pure.* */

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
