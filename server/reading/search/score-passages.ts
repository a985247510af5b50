/**
 * Scores how well passages answer a query (decision 44 on search): by how rare the words are, by how many of them it has, by the
 * passages before and after, by words side by side, and by words of whom the query names. *Pure.*
 */
import type { Layout } from '../../meetings/text-index/layout.ts'
import { scoreOwnWords } from './own-words.ts'
import { saturate, type TermPositions } from './term-positions.ts'

/**
 * `hits`: which words of the passage were found, counted from 0; the first 200. `named`: whose names have the most words of
 * the query, indexes of the passage's speakers.
 */
export type Scored = { number: number; score: number; hits: () => number[]; named: () => number[] }

/** Tuned on every second meeting of the benchmark (docs/speed.md, "Searching"). */
const neighbourShare = 0.2
const pairWeight = 2
/** How much it counts that a passage has all of the query. */
const coverage = 0.25
/** Beside a better passage: the other one shows the same place. */
const besideBetter = 0.9

export const maxHits = 200

/**
 * @param terms  in the order of the query; the position of a term is that of its first word
 * @returns in order, the passages that have at least one term, every `must` term and no `not` term
 */
export function scorePassages(layouts: Layout[], terms: TermPositions[]): Scored[] {
  const found = terms.map(({ positions }) => positionsByPassage(layouts, positions))
  // Most passages of a document have no word of the query.
  const withTerms = new Set(terms.flatMap(({ kind }, term) => (kind === 'not' ? [] : [...found[term]!.keys()])))
  const own = new Map<number, number>()
  for (const passage of withTerms) own.set(passage, scoreOf(layouts[passage]!, terms, found, passage))
  const scores = new Map<number, number>()
  for (const [passage, score] of own) {
    scores.set(passage, score + neighbourShare * ((own.get(passage - 1) ?? 0) + (own.get(passage + 1) ?? 0)))
  }
  return [...withTerms]
    .filter((passage) => isAllowed(terms, found, passage))
    .sort((one, other) => one - other)
    .map((passage) => {
      const score = scores.get(passage)!
      const isBest = score >= Math.max(scores.get(passage - 1) ?? 0, scores.get(passage + 1) ?? 0)
      const hits = () => hitsIn(layouts[passage]!, terms, found, passage)
      const named = () => namedIn(layouts[passage]!, terms, found, passage)
      return { number: passage, score: isBest ? score : besideBetter * score, hits, named }
    })
}

/** For each term: its positions by passage. */
type PositionsByPassage = Map<number, number[]>[]

function scoreOf(layout: Layout, terms: TermPositions[], found: PositionsByPassage, passage: number): number {
  let [score, has, all] = [0, 0, 0]
  for (const [term, { rarity, kind }] of terms.entries()) {
    if (kind === 'not') continue
    all += rarity
    const positions = found[term]!.get(passage)
    if (!positions) continue
    has += rarity
    score += rarity * saturate(positions.length, layout.words)
  }
  if (has === 0) return 0
  const here = terms.map(({ kind }, term) => (kind === 'not' ? [] : (found[term]!.get(passage) ?? [])))
  return (score + pairs(terms, found, passage)) * (has / all) ** coverage + scoreOwnWords(layout, terms, here)
}

/** Whether it has every term that must be there, and none that must not. */
const isAllowed = (terms: TermPositions[], found: PositionsByPassage, passage: number) =>
  terms.every(({ kind }, term) => kind === 'should' || (kind === 'must') === found[term]!.has(passage))

function hitsIn(
  { first_word, words }: Layout,
  terms: TermPositions[],
  found: PositionsByPassage,
  passage: number,
): number[] {
  const isHit = new Uint8Array(words)
  for (const [term, { kind, length }] of terms.entries()) {
    if (kind === 'not') continue
    let marked = 0
    for (const position of found[term]!.get(passage) ?? []) {
      const end = position - first_word + length
      isHit.fill(1, Math.max(marked, position - first_word), end)
      marked = end
    }
  }
  const hits: number[] = []
  for (let word = isHit.indexOf(1); word >= 0 && hits.length < maxHits; word = isHit.indexOf(1, word + 1))
    hits.push(word)
  return hits
}

function namedIn({ first_name, speakers }: Layout, terms: TermPositions[], found: PositionsByPassage, passage: number) {
  const speakerOf = speakers.flatMap((length, speaker) => Array<number>(length).fill(speaker))
  const counts = speakers.map(() => 0)
  for (const [term, { kind, length }] of terms.entries()) {
    if (kind === 'not') continue
    for (const position of found[term]!.get(passage) ?? []) {
      const speaker = speakerOf[position - first_name]
      if (speaker !== undefined) counts[speaker]! += length
    }
  }
  const most = counts.reduce((most, count) => Math.max(most, count), 1)
  return counts.flatMap((count, speaker) => (count === most ? [speaker] : []))
}

/** The score of terms that follow each other in the query and in the text, with at most one word between them. */
function pairs(terms: TermPositions[], found: PositionsByPassage, passage: number): number {
  let score = 0
  for (let term = 0; term + 1 < terms.length; term++) {
    const [one, other] = [terms[term]!, terms[term + 1]!]
    const [firsts, seconds] = [found[term]!.get(passage), found[term + 1]!.get(passage)]
    if (one.kind === 'not' || other.kind === 'not' || !firsts || !seconds) continue
    const near = countNear(firsts, seconds, one.length)
    score += (pairWeight * one.rarity * near) / (near + 1)
  }
  return score
}

/** How many positions have one of the others so much further on, or one more. Both lists are in order. */
function countNear(positions: number[], others: number[], distance: number): number {
  let [near, other] = [0, 0]
  for (const position of positions) {
    while (other < others.length && others[other]! < position + distance) other++
    if (other < others.length && others[other]! <= position + distance + 1) near++
  }
  return near
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
