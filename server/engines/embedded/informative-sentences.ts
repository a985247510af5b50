/** Selects the most informative sentences by the weights of their words (MMR: already used words count less). *Pure.* */
import type { Reading, ReadSentence } from './read-meeting.ts'

/** A shorter sentence is unclear alone, a longer one is too long for a summary. */
const LEAST_WORDS = 8
const MOST_WORDS = 45
/** The factor of a term's weight for each picked sentence that already has it. */
const AGAIN = 0.5
/** Between 0 (long sentences win) and 1 (dense ones win). */
const LENGTH_POWER = 0.4
/** A sentence with hardly any common words is a list or an error; one without an end mark is incomplete. */
const LEAST_COMMON_SHARE = 0.5
const LISTING = 0.5
/** What the group does tells more than what one likes. */
const TOGETHER = 1.6
const BROKEN_OFF = 0.7

/** Picks the sentence with the most new information; none if no sentence is suitable. */
export type Picker = (sentences: ReadSentence[]) => ReadSentence | undefined

export function informativeSentences({ worth, speech }: Reading): Picker {
  const used = new Map<string, number>()
  const picked = new Set<ReadSentence>()
  return (sentences) => {
    let best: ReadSentence | undefined
    let most = 0
    for (const sentence of sentences) {
      const value = picked.has(sentence)
        ? 0
        : weigh(sentence, worth, used) * (speech.together.test(sentence.text) ? TOGETHER : 1)
      if (value > most) [best, most] = [sentence, value]
    }
    if (best) picked.add(best)
    for (const term of new Set(best?.terms)) used.set(term, (used.get(term) ?? 0) + 1)
    return best
  }
}

function weigh({ text, terms, words }: ReadSentence, worth: Reading['worth'], used: Map<string, number>): number {
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS || /[?？]$/.test(text)) return 0
  let sum = 0
  for (const term of new Set(terms)) sum += worth(term) * AGAIN ** (used.get(term) ?? 0)
  const broken = /[.!。！]["”»)]?$/.test(text) ? 1 : BROKEN_OFF
  const listing = 1 - terms.length / words.length < LEAST_COMMON_SHARE ? LISTING : 1
  return (sum / words.length ** LENGTH_POWER) * broken * listing
}
