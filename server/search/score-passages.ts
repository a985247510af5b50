/** How well passages answer a query: words by their rarity, the passages beside them, words side by side (decision 44). *Pure.* */
import type { Layout } from '../text-index/layout.ts'

/** A term of the query in one document: where it stands, and how rare it is. */
export type Standing = { positions: number[]; length: number; rarity: number; kind: 'should' | 'must' | 'not' }

export type Scored = { number: number; score: number; hits: number[] }

/** Tuned on every second meeting of the benchmark (docs/speed.md, "Searching"). */
const usualWords = 150
const ofNeighbours = 0.2
const ofPairs = 2

/**
 * @param standings  the terms in the order of the query; a term of several words stands where its first word does
 * @returns the passages that have at least one term, all that must be and none that must not, in order; `hits` are the
 * positions of words that were found
 */
export function scorePassages(layouts: Layout[], standings: Standing[]): Scored[] {
  const counts = standings.map((standing) => countIn(layouts, standing.positions))
  const own = layouts.map((layout, index) => {
    let score = 0
    for (const [term, { rarity, kind }] of standings.entries()) {
      if (kind !== 'not') score += rarity * saturate(counts[term]![index]!.length, layout.words)
    }
    return score + pairs(standings, counts, index)
  })
  return layouts.flatMap((_, index) => {
    const found = standings.map((_, term) => counts[term]![index]!)
    const isBarred = standings.some(
      ({ kind }, term) => (kind === 'not') === found[term]!.length > 0 && kind !== 'should',
    )
    const hits = standings.flatMap(({ length, kind }, term) =>
      kind === 'not' ? [] : found[term]!.flatMap((position) => Array.from({ length }, (_, next) => position + next)),
    )
    if (isBarred || hits.length === 0) return []
    const beside = ofNeighbours * ((own[index - 1] ?? 0) + (own[index + 1] ?? 0))
    return [{ number: index, score: own[index]! + beside, hits: [...new Set(hits)].sort((a, b) => a - b) }]
  })
}

/** BM25 with its usual constants. */
function saturate(times: number, words: number): number {
  return (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words) / usualWords))
}

/** Terms that follow each other in the query and in the text, with one word between them at most. */
function pairs(standings: Standing[], counts: number[][][], index: number): number {
  let score = 0
  for (let term = 0; term + 1 < standings.length; term++) {
    const [one, other] = [standings[term]!, standings[term + 1]!]
    if (one.kind === 'not' || other.kind === 'not') continue
    // Most passages have neither.
    if (counts[term]![index]!.length === 0 || counts[term + 1]![index]!.length === 0) continue
    const others = new Set(counts[term + 1]![index])
    const near = counts[term]![index]!.filter(
      (position) => others.has(position + one.length) || others.has(position + one.length + 1),
    ).length
    score += (ofPairs * one.rarity * near) / (near + 1)
  }
  return score
}

/** Which of the positions are in each passage, by its words or by the names of its speakers. */
function countIn(layouts: Layout[], positions: number[]): number[][] {
  const inEach: number[][] = layouts.map(() => [])
  let word = 0
  let name = 0
  for (const position of positions) {
    while (word < layouts.length && position >= layouts[word]!.first_word + layouts[word]!.words) word++
    if (word < layouts.length && position >= layouts[word]!.first_word) {
      inEach[word]!.push(position)
      continue
    }
    while (name < layouts.length && position >= layouts[name]!.first_name + layouts[name]!.names) name++
    if (name < layouts.length && position >= layouts[name]!.first_name) inEach[name]!.push(position)
  }
  return inEach
}
