/** The sentences that tell most of a meeting, by what its words are worth (MMR by words told). *Pure.* */
import type { Reading, ReadSentence } from './read-meeting.ts'

/** Of a shorter sentence little is understood alone, a longer one is half a summary. */
const LEAST_WORDS = 8
const MOST_WORDS = 35
/** What a term is worth again in another sentence that has it. */
const AGAIN = 0.3
/** Between 0 (long sentences win) and 1 (dense ones win). */
const LENGTH_POWER = 0.6
/** Speech that is all nouns is a list or a slip; speech that breaks off is half a thought. */
const LEAST_COMMON_SHARE = 0.5
const LISTING = 0.5
const BROKEN_OFF = 0.7

/** Picks the sentence of some that tells most of what was not told yet; none where all of them are chatter. */
export type Picker = (sentences: ReadSentence[]) => ReadSentence | undefined

export function tellingSentences({ worth }: Reading): Picker {
  const told = new Map<string, number>()
  const picked = new Set<ReadSentence>()
  return (sentences) => {
    let best: ReadSentence | undefined
    let most = 0
    for (const sentence of sentences) {
      const value = picked.has(sentence) ? 0 : weigh(sentence, worth, told)
      if (value > most) [best, most] = [sentence, value]
    }
    if (best) picked.add(best)
    for (const term of new Set(best?.terms)) told.set(term, (told.get(term) ?? 0) + 1)
    return best
  }
}

function weigh({ text, terms, words }: ReadSentence, worth: Reading['worth'], told: Map<string, number>): number {
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS || /[?？]$/.test(text)) return 0
  let sum = 0
  for (const term of new Set(terms)) sum += worth(term) * AGAIN ** (told.get(term) ?? 0)
  const broken = /[.!。！]["”»)]?$/.test(text) ? 1 : BROKEN_OFF
  const listing = 1 - terms.length / words.length < LEAST_COMMON_SHARE ? LISTING : 1
  return (sum / words.length ** LENGTH_POWER) * broken * listing
}
