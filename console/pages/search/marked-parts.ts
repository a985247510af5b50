/** A text in parts, some of them marked. *Pure.* */

export type Part = { from: number; isHit: boolean; part: string }

/** @param hits  half-open ranges of code points: an emoji is one, and two characters */
export function partsOf(text: string, hits: number[][]): Part[] {
  const points = [...text]
  const parts: Part[] = []
  const take = (from: number, to: number, isHit: boolean) => {
    if (to > from) parts.push({ from, isHit, part: points.slice(from, to).join('') })
  }
  let at = 0
  for (const [from, to] of hits as [number, number][]) {
    take(at, from, false)
    take(Math.max(from, at), to, true)
    at = Math.max(at, to)
  }
  take(at, points.length, false)
  return parts
}
