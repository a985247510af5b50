/** Finds the decisions of a meeting and quotes them. *Pure.* */
import { clip, type Point } from '../compose-notes.ts'
import { assentTo, isLastWord } from './answers.ts'
import { isComplete, isPlain } from './is-complete.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'
import { removeRepetitions } from './remove-repetitions.ts'

const maxDecisions = 20
const maxCharacters = 300
const maxCompared = 400
/** A recap of decisions is at most this number of sentences long. */
const recapSentences = 10

/** @param taken  indexes of sentences that are already action items */
export function findDecisions(reading: Reading, taken: Set<number>): (Point & { index: number })[] {
  const found = reading.sentences
    .filter((sentence) => !taken.has(sentence.index) && isDecision(sentence, reading))
    .slice(0, maxCompared)
    .map(withNumbers)
  return removeRepetitions(found)
    .slice(0, maxDecisions)
    .map(({ text, second, index }) => ({ text: clip(text, maxCharacters), timestamp: second, index }))
}

function isDecision(sentence: ReadSentence, reading: Reading): boolean {
  const { text, raw, terms, words } = sentence
  const { speech, sentences } = reading
  if (terms.length === 0 || words.length < 4 || speech.undecided.test(text) || speech.courtesy.test(text)) return false
  if (!isComplete(sentence, speech)) return false
  const next = sentences[sentence.index + 1]
  // `We put the oven there. Agreed? – Yes.`
  const asked = speech.asksAssent.test(raw) || (next?.speaker === sentence.speaker && speech.asksAssent.test(next.raw))
  if (asked && !startsAsQuestion(text)) return assentTo(sentence, reading) !== null
  // `So we're going for the screen? – Yes.`
  if (raw.trimEnd().endsWith('?')) {
    return speech.proposed.test(text) && !startsAsQuestion(text) && assentTo(sentence, reading) !== null
  }
  if (speech.decided.test(text) || isRecapped(sentence, reading)) return isPlain(text, speech)
  return speech.proposed.test(text) && (assentTo(sentence, reading) !== null || isLastWord(sentence, reading))
}

/** Motions may differ only in their number, so a term with another number is another term. */
function withNumbers(sentence: ReadSentence): ReadSentence {
  const numbers = sentence.words.filter((word) => /\d/.test(word)).join(' ')
  return { ...sentence, terms: sentence.terms.map((term) => `${term} ${numbers}`) }
}

/** Whether the speaker sums up earlier decisions. */
function isRecapped({ index, speaker, text }: ReadSentence, { sentences, speech }: Reading): boolean {
  if (!speech.recap?.states.test(text)) return false
  const before = sentences.slice(Math.max(0, index - recapSentences), index)
  return before.some((one) => one.speaker === speaker && speech.recap!.opens.test(one.text))
}

const startsAsQuestion = (text: string) =>
  /^(?:is|are|do|does|did|can|could|should|shall|would|what|why|how|who|have|has)\b/i.test(text)
