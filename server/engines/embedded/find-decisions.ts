/** Finds the decisions of a meeting and quotes them. It uses English cues. *Pure.* */
import { clip, type Point } from '../compose-notes.ts'
import type { ReadSentence } from './read-meeting.ts'
import { withoutRepetitions } from './without-repetitions.ts'

const MOST_DECISIONS = 8
const MOST_CHARACTERS = 300
const LEAST_WORDS = 5
const MOST_COMPARED = 400

/** The surest first. */
const cues = [
  /^(?:the )?(?:decision|resolution) (?:is|was)\b|^decision:|\bit(?:'s| is| was) (?:decided|agreed|settled)\b|\bmotion (?:is )?(?:carried|agreed)\b/i,
  /\bwe(?:'ve| have)? (?:(?:all|just|already|now|then|also) )?(?:decided|agreed|settled on|concluded|resolved|chose|chosen|voted|approved)\b/i,
  /\blet's (?:go (?:with|for|ahead)|stick (?:with|to)|settle (?:on|for)|use|keep|drop|skip|leave out|postpone|adopt|agree)\b/i,
  /\bwe(?:'re| are) (?:not )?(?:going with|(?:going to|gonna) (?:go (?:with|for)|use|keep|drop|skip|adopt|stick))\b/i,
  /\bwe(?:'ll| will) (?:not )?(?:go (?:with|for)|stick (?:with|to)|use|keep|drop|skip|adopt|leave out|postpone)\b/i,
]

const undecided =
  /\?$|\bif\b|\b(?:maybe|perhaps|might|should we|shall we|can we|do we|have to decide|need to decide|not yet|would be)\b|\b(?:haven't|have not|didn't|did not|don't|no) (?:decided?|decision|agreed?|think)\b/i

/** @param taken  indexes of sentences that are already action items */
export function findDecisions(sentences: ReadSentence[], taken: Set<number>): Point[] {
  const found = sentences
    .filter(({ text, words, index }) => words.length >= LEAST_WORDS && !taken.has(index) && !undecided.test(text))
    .map((sentence) => ({ ...sentence, rank: cues.findIndex((cue) => cue.test(sentence.text)) }))
    .filter(({ rank, terms }) => rank >= 0 && terms.length > 0)
    .sort((one, other) => one.rank - other.rank || other.terms.length - one.terms.length || one.index - other.index)
    .slice(0, MOST_COMPARED)
  return withoutRepetitions(found)
    .slice(0, MOST_DECISIONS)
    .sort((one, other) => one.index - other.index)
    .map(({ text, second }) => ({ text: clip(text, MOST_CHARACTERS), timestamp: second }))
}
