/** Who says yes to a sentence. *Pure.* */
import type { Reading, ReadSentence } from './read-meeting.ts'

/** An answer comes within this number of sentences. */
const WITHIN = 5

const refuses = /^(?:no|nope|but|nein|aber|non|mais|pero|però|ma|não|mas|nee|maar|i don't|not)(?!\p{L})/iu

/**
 * The first other voice decides: it assents or it does not.
 * @returns the sentence that says yes, or null
 */
export function assentTo({ index, speaker }: ReadSentence, { sentences, speech }: Reading): ReadSentence | null {
  const others = sentences.slice(index + 1, index + 1 + WITHIN).filter((next) => next.speaker !== speaker)
  for (const answer of others) {
    if (refuses.test(answer.raw)) return null
    if (speech.assent.test(answer.raw)) return answer
  }
  return null
}

/** Nobody else says anything after it. */
export const isLastWord = ({ index, speaker }: ReadSentence, { sentences }: Reading): boolean =>
  sentences.length - index <= WITHIN && sentences.slice(index + 1).every((next) => next.speaker === speaker)
