/** Keeps what the transcript proves of a language model's answer, and puts each quotation right. *Pure.* */
import { minQuoteWords } from '../../../meetings/text-index/locate-quote.ts'
import { cutWords } from '../../../meetings/text-index/words.ts'
import { isMeaningful } from '../embedded/read-meeting.ts'
import { languageOf, stemOf, wordsOf } from '../embedded/words.ts'
import { type Line, placeQuote } from './lines.ts'
import type { Claim, ModelAnswer } from './model-answer.ts'
import { maxPoints } from './remove-duplicates.ts'

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
 * A sentence stays if its quotation stands in the transcript word for word. A decision, an item and a point of a section that
 * the workspace wishes also have to say something of what is said there, and a title a word of it.
 */
export function proveClaims(answer: ModelAnswer, lines: Line[]): Proved {
  let dropped = 0
  const { isCarried, isTitle } = wordChecks(answer, lines)
  const provesAlone = (claim: Claim) => isLong(claim) || isCarried(claim)
  /** Placing a quotation takes time, so of a list no more are proved than notes may have. */
  const prove = <Own extends Claim>(
    claims: Own[],
    isEnough: (claim: Claim) => boolean = provesAlone,
    left = { count: maxPoints },
  ): Own[] =>
    claims.flatMap((claim) => {
      const placed = left.count-- > 0 ? placeQuote(lines, claim) : null
      const proved = placed && { ...claim, line: placed.line, quote: placed.quote }
      if (proved && isEnough(proved)) return [proved]
      dropped++
      return []
    })
  const [leftOfTopics, leftOfSections] = [{ count: maxPoints }, { count: maxPoints }]
  const proved: ModelAnswer = {
    summary: prove(answer.summary),
    topics: answer.topics
      .map(({ title, sentences }) => ({ title, sentences: prove(sentences, provesAlone, leftOfTopics) }))
      .filter(({ sentences }) => sentences.length > 0)
      .map(({ title, sentences }) => ({ title: isTitle(title, sentences) ? title : '', sentences })),
    decisions: prove(answer.decisions, isCarried),
    action_items: prove(answer.action_items, isCarried),
    open_questions: prove(answer.open_questions),
    sections: answer.sections.map(({ title, points }) => ({ title, points: prove(points, isCarried, leftOfSections) })),
  }
  return { answer: proved, dropped }
}

/** A shorter one is a whole line, as `Yes.`, and proves no sentence by itself. */
const isLong = ({ quote }: Claim) => [...cutWords(quote)].length >= minQuoteWords

/**
 * Names of speakers prove nothing: each line has one. Notes in another language than the meeting have other words, so there
 * only the quotation is compared.
 */
function wordChecks(answer: ModelAnswer, lines: Line[]) {
  const language = languageOf(lines)
  const isTranslated = languageOf(claimsOf(answer)).code !== language.code
  const names = new Set(lines.flatMap(({ speaker }) => wordsOf(speaker)).map(stemOf))
  const stemsOf = (text: string) =>
    wordsOf(text)
      .filter((word) => isMeaningful(word, language) || /\d/.test(word))
      .map(stemOf)
      .filter((stem) => !names.has(stem))
  const saidNear = ({ line }: Claim) =>
    lines.slice(Math.max(0, line - neighbours), line + neighbours + 1).flatMap(({ text }) => stemsOf(text))
  return {
    isCarried(claim: Claim): boolean {
      if (isTranslated) return isLong(claim)
      const said = new Set(saidNear(claim))
      const stems = [...new Set(stemsOf(claim.text))]
      const shared = stems.filter((stem) => said.has(stem)).length
      return stems.length === 0 || shared >= Math.max(1, minShare * stems.length)
    },
    isTitle(title: string, sentences: Claim[]): boolean {
      if (isTranslated) return true
      const said = new Set(sentences.flatMap(saidNear))
      return stemsOf(title).some((stem) => said.has(stem))
    },
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
