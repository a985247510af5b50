/** A term of the query in one document, and what it adds to a score (decision 44 on search). *Pure.* */

/** Where it occurs, in order, and how rare it is; `length` in words. */
export type TermPositions = { positions: number[]; length: number; rarity: number; kind: 'should' | 'must' | 'not' }

const averageWords = 150

/** BM25 with its usual constants. @param words  of the passage */
export function saturate(times: number, words: number): number {
  return (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words) / averageWords))
}
