/** Keeps what the transcript proves of a language model's answer, and puts each quotation right. *Pure.* */
import { isMeaningful } from '../embedded/read-meeting.ts'
import { languageOf, stemOf, wordsOf } from '../embedded/words.ts'
import { type Line, placeQuote } from './lines.ts'
import type { Claim, ModelAnswer } from './model-answer.ts'

/** A request and the yes to it are two lines, and the quotation is of one of them. */
const neighbours = 1
/**
 * The part of a statement's stems that must be said there. Of 685 items and decisions that people found in real
 * meetings this keeps 95 % at their own lines, and 14 % at any other (docs/decisions/engines.md).
 */
const minShare = 0.25

/** `dropped` counts sentences. */
export type Proved = { answer: ModelAnswer; dropped: number }

/**
 * A sentence stays if its quotation stands in the transcript word for word; a decision or an item also has to say something
 * of what is said there.
 */
export function proveClaims(answer: ModelAnswer, lines: Line[]): Proved {
  let dropped = 0
  const isCarried = carrier(answer, lines)
  const prove = <Own extends Claim>(claims: Own[], isEnough: (claim: Claim) => boolean = () => true): Own[] =>
    claims.flatMap((claim) => {
      const placed = placeQuote(lines, claim)
      const proved = placed && { ...claim, line: placed.line, quote: placed.quote }
      if (proved && isEnough(proved)) return [proved]
      dropped++
      return []
    })
  const proved: ModelAnswer = {
    summary: prove(answer.summary),
    topics: answer.topics
      .map(({ title, sentences }) => ({ title, sentences: prove(sentences) }))
      .filter(({ sentences }) => sentences.length > 0),
    decisions: prove(answer.decisions, isCarried),
    action_items: prove(answer.action_items, isCarried),
    open_questions: prove(answer.open_questions),
    sections: answer.sections.map(({ title, points }) => ({ title, points: prove(points) })),
  }
  return { answer: proved, dropped }
}

/** Notes in another language than the meeting have other words. */
function carrier(answer: ModelAnswer, lines: Line[]): (claim: Claim) => boolean {
  const language = languageOf(lines)
  const isTranslated = languageOf(claimsOf(answer)).code !== language.code
  const stemsOf = (text: string) =>
    wordsOf(text).flatMap((word) => (isMeaningful(word, language) || /\d/.test(word) ? [stemOf(word)] : []))
  return ({ text, line }) => {
    if (isTranslated) return true
    const near = lines.slice(Math.max(0, line - neighbours), line + neighbours + 1)
    const said = new Set(near.flatMap(({ speaker, text }) => stemsOf(`${speaker} ${text}`)))
    const stems = [...new Set(stemsOf(text))]
    const shared = stems.filter((stem) => said.has(stem)).length
    return stems.length === 0 || shared >= Math.max(1, minShare * stems.length)
  }
}

export const claimsOf = (answer: ModelAnswer): Claim[] => [
  ...answer.summary,
  ...answer.topics.flatMap(({ sentences }) => sentences),
  ...answer.decisions,
  ...answer.action_items,
  ...answer.open_questions,
  ...answer.sections.flatMap(({ points }) => points),
]
