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
  const found = standings.map(({ positions }) => positionsByPassage(layouts, positions))
  // Most passages of a document have no word of the query.
  const having = new Set(standings.flatMap(({ kind }, term) => (kind === 'not' ? [] : [...found[term]!.keys()])))
  const own = new Map<number, number>()
  for (const passage of having) own.set(passage, scoreOf(layouts[passage]!, standings, found, passage))
  return [...having]
    .filter((passage) => isAllowed(standings, found, passage))
    .sort((one, other) => one - other)
    .map((passage) => {
      const beside = ofNeighbours * ((own.get(passage - 1) ?? 0) + (own.get(passage + 1) ?? 0))
      return { number: passage, score: own.get(passage)! + beside, hits: hitsIn(standings, found, passage) }
    })
}

/** By term: where it stands in each passage that has it. */
type Found = Map<number, number[]>[]

function scoreOf(layout: Layout, standings: Standing[], found: Found, passage: number): number {
  let score = 0
  for (const [term, { rarity, kind }] of standings.entries()) {
    const positions = found[term]!.get(passage)
    if (kind !== 'not' && positions) score += rarity * saturate(positions.length, layout.words)
  }
  return score + pairs(standings, found, passage)
}

/** Whether it has every term that must be there, and none that must not. */
const isAllowed = (standings: Standing[], found: Found, passage: number) =>
  standings.every(({ kind }, term) => kind === 'should' || (kind === 'must') === found[term]!.has(passage))

function hitsIn(standings: Standing[], found: Found, passage: number): number[] {
  const hits = new Set<number>()
  for (const [term, { kind, length }] of standings.entries()) {
    if (kind === 'not') continue
    for (const position of found[term]!.get(passage) ?? []) {
      for (let next = 0; next < length; next++) hits.add(position + next)
    }
  }
  return [...hits].sort((one, other) => one - other)
}

/** BM25 with its usual constants. */
function saturate(times: number, words: number): number {
  return (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words) / usualWords))
}

/** Terms that follow each other in the query and in the text, with one word between them at most. */
function pairs(standings: Standing[], found: Found, passage: number): number {
  let score = 0
  for (let term = 0; term + 1 < standings.length; term++) {
    const [one, other] = [standings[term]!, standings[term + 1]!]
    const [firsts, seconds] = [found[term]!.get(passage), found[term + 1]!.get(passage)]
    if (one.kind === 'not' || other.kind === 'not' || !firsts || !seconds) continue
    const others = new Set(seconds)
    const near = firsts.filter(
      (position) => others.has(position + one.length) || others.has(position + one.length + 1),
    ).length
    score += (ofPairs * one.rarity * near) / (near + 1)
  }
  return score
}

/** Which of the positions are in each passage, by its words or by the names of its speakers. */
function positionsByPassage(layouts: Layout[], positions: number[]): Map<number, number[]> {
  const byPassage = new Map<number, number[]>()
  const add = (passage: number, position: number) => {
    const known = byPassage.get(passage)
    if (known) known.push(position)
    else byPassage.set(passage, [position])
  }
  let word = 0
  let name = 0
  for (const position of positions) {
    while (word < layouts.length && position >= layouts[word]!.first_word + layouts[word]!.words) word++
    if (word < layouts.length && position >= layouts[word]!.first_word) {
      add(word, position)
      continue
    }
    while (name < layouts.length && position >= layouts[name]!.first_name + layouts[name]!.names) name++
    if (name < layouts.length && position >= layouts[name]!.first_name) add(name, position)
  }
  return byPassage
}
