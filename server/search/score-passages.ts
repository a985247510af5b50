/**
 * Scores how well passages answer a query (decision 44): by how rare the words are, by the passages before and after,
 * and by words side by side. *Pure.*
 */
import type { Layout } from '../text-index/layout.ts'

/** Where a term of the query occurs in one document, and how rare it is; `length` in words. */
export type TermPositions = { positions: number[]; length: number; rarity: number; kind: 'should' | 'must' | 'not' }

export type Scored = { number: number; score: number; hits: number[] }

/** Tuned on every second meeting of the benchmark (docs/speed.md, "Searching"). */
const averageWords = 150
const neighbourShare = 0.2
const pairWeight = 2

/**
 * @param terms  in the order of the query; the position of a term is that of its first word
 * @returns in order, the passages that have at least one term, every `must` term and no `not` term; `hits` are the positions
 *   of words that were found
 */
export function scorePassages(layouts: Layout[], terms: TermPositions[]): Scored[] {
  const found = terms.map(({ positions }) => positionsByPassage(layouts, positions))
  // Most passages of a document have no word of the query.
  const withTerms = new Set(terms.flatMap(({ kind }, term) => (kind === 'not' ? [] : [...found[term]!.keys()])))
  const own = new Map<number, number>()
  for (const passage of withTerms) own.set(passage, scoreOf(layouts[passage]!, terms, found, passage))
  return [...withTerms]
    .filter((passage) => isAllowed(terms, found, passage))
    .sort((one, other) => one - other)
    .map((passage) => {
      const beside = neighbourShare * ((own.get(passage - 1) ?? 0) + (own.get(passage + 1) ?? 0))
      return { number: passage, score: own.get(passage)! + beside, hits: hitsIn(terms, found, passage) }
    })
}

/** For each term: its positions by passage. */
type Found = Map<number, number[]>[]

function scoreOf(layout: Layout, terms: TermPositions[], found: Found, passage: number): number {
  let score = 0
  for (const [term, { rarity, kind }] of terms.entries()) {
    const positions = found[term]!.get(passage)
    if (kind !== 'not' && positions) score += rarity * saturate(positions.length, layout.words)
  }
  return score + pairs(terms, found, passage)
}

/** Whether it has every term that must be there, and none that must not. */
const isAllowed = (terms: TermPositions[], found: Found, passage: number) =>
  terms.every(({ kind }, term) => kind === 'should' || (kind === 'must') === found[term]!.has(passage))

function hitsIn(terms: TermPositions[], found: Found, passage: number): number[] {
  const hits = new Set<number>()
  for (const [term, { kind, length }] of terms.entries()) {
    if (kind === 'not') continue
    for (const position of found[term]!.get(passage) ?? []) {
      for (let next = 0; next < length; next++) hits.add(position + next)
    }
  }
  return [...hits].sort((one, other) => one - other)
}

/** BM25 with its usual constants. */
function saturate(times: number, words: number): number {
  return (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words) / averageWords))
}

/** The score of terms that follow each other in the query and in the text, with at most one word between them. */
function pairs(terms: TermPositions[], found: Found, passage: number): number {
  let score = 0
  for (let term = 0; term + 1 < terms.length; term++) {
    const [one, other] = [terms[term]!, terms[term + 1]!]
    const [firsts, seconds] = [found[term]!.get(passage), found[term + 1]!.get(passage)]
    if (one.kind === 'not' || other.kind === 'not' || !firsts || !seconds) continue
    const others = new Set(seconds)
    const near = firsts.filter(
      (position) => others.has(position + one.length) || others.has(position + one.length + 1),
    ).length
    score += (pairWeight * one.rarity * near) / (near + 1)
  }
  return score
}

/** The positions that are in each passage: among its words, or among the names of its speakers. */
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
