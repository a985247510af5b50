/** Splits a text into marked and unmarked parts, and picks words to find it again on its page. *Pure.* */

export type Part = { from: number; isHit: boolean; part: string }

/** @param hits  half-open ranges of code points: an emoji is one code point but two UTF-16 units */
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

/** The longest run of marked words with only punctuation and blanks between them; '' without a mark. */
export function longestMarked(text: string, hits: number[][]): string {
  let [longest, current] = ['', '']
  for (const { isHit, part } of partsOf(text, hits)) {
    if (!isHit && /[\p{L}\p{N}]/u.test(part)) current = ''
    else if (isHit || current !== '') current += part
    if (isHit && current.length > longest.length) longest = current
  }
  return longest
}
