/** Finds the answer to a sentence: assent or not. *Pure.* */
import type { Reading, ReadSentence } from './read-meeting.ts'

/** An answer is within this number of sentences. */
const maxSentencesLater = 5

const refuses = /^(?:no|nope|but|nein|aber|non|mais|pero|però|ma|não|mas|nee|maar|i don't|not)(?!\p{L})/iu

/**
 * The first sentence of another speaker that agrees or disagrees decides.
 * @returns the sentence that says yes, or null
 */
export function assentTo({ index, speaker }: ReadSentence, { sentences, speech }: Reading): ReadSentence | null {
  const others = sentences.slice(index + 1, index + 1 + maxSentencesLater).filter((next) => next.speaker !== speaker)
  for (const answer of others) {
    if (refuses.test(answer.raw)) return null
    if (speech.assent.test(answer.raw)) return answer
  }
  return null
}

/** Whether the sentence is near the end and nobody else speaks after it. */
export const isLastWord = ({ index, speaker }: ReadSentence, { sentences }: Reading): boolean =>
  sentences.length - index <= maxSentencesLater && sentences.slice(index + 1).every((next) => next.speaker === speaker)
