/** The index of the first element that is not before, in a list that has those before at its beginning. O(log n). *Pure.* */
export function lowerBound<Element>(all: Element[], isBefore: (element: Element) => boolean): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(all[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
