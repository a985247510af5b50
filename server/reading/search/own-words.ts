/** A question that names somebody prefers what they say themselves (decision 44 on search). *Pure.* */
import type { Layout } from '../../meetings/text-index/layout.ts'
import { saturate, type TermPositions } from './term-positions.ts'

/** Tuned as in score-passages.ts. */
const ownShare = 0.5
const presence = 0.5
/** The most talkative ones that the query names; a passage may have thousands. */
const maxNamed = 20

/**
 * The score of the speaker with the most: for their own words of the query and for how much of the passage they speak,
 * times how much of their name the query has.
 * @param here  the positions of each term in the passage, in order
 */
export function scoreOwnWords(layout: Layout, terms: TermPositions[], here: number[][]): number {
  if (here.every((positions) => !(positions.at(-1)! >= layout.first_name))) return 0
  const next = here.map((positions) => positions.findLastIndex((each) => each < layout.first_name) + 1)
  let [best, named, to] = [0, 0, layout.first_name]
  for (const [speaker, length] of layout.speakers.entries()) {
    to += length
    const inName = here.map((positions, term) => {
      const first = next[term]!
      while (positions[next[term]!]! < to) next[term]!++
      return next[term]! > first
    })
    if (!inName.includes(true)) continue
    const known = terms.reduce((sum, term, index) => sum + (inName[index] ? term.length : 0), 0)
    const said = countSaid(layout, speaker, here)
    best = Math.max(best, Math.min(1, known / length) * scoreOf(terms, inName, said, layout.words))
    if (++named === maxNamed) break
  }
  return best
}

type OwnWords = { words: number; times: number[] }

function scoreOf(terms: TermPositions[], inName: boolean[], said: OwnWords, words: number): number {
  let score = 0
  for (const [term, { rarity }] of terms.entries()) {
    if (inName[term]) score += presence * rarity * (said.words / words)
    else if (said.times[term]! > 0) score += ownShare * rarity * saturate(said.times[term]!, words)
  }
  return score
}

/** How many words this speaker says, and how many of each term. */
function countSaid({ first_word, turns }: Layout, speaker: number, here: number[][]): OwnWords {
  let words = 0
  for (let turn = 0; turn < turns.length; turn += 2) if (turns[turn] === speaker + 1) words += turns[turn + 1]!
  return { words, times: here.map((positions) => countIn(positions, first_word, turns, speaker)) }
}

function countIn(positions: number[], first: number, turns: number[], speaker: number): number {
  let [times, next, turn, to] = [0, 0, 0, first]
  for (; turn < turns.length && next < positions.length; turn += 2) {
    to += turns[turn + 1]!
    const before = next
    while (next < positions.length && positions[next]! < to) next++
    if (turns[turn] === speaker + 1) times += next - before
  }
  return times
}
