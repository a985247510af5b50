/** Selects the most informative sentences by the weights of their words (MMR: already used words count less). *Pure.* */
import type { Reading, ReadSentence } from './read-meeting.ts'

/** A shorter sentence is unclear alone. A longer one does not fit into a summary. */
const minWords = 8
const maxWords = 45
/** The factor of a term's weight for each picked sentence that already has it. */
const repeatFactor = 0.5
/** Between 0 (long sentences win) and 1 (dense ones win). */
const lengthPower = 0.4
/** A sentence with hardly any common words is a list or an error; one without an end mark is incomplete. */
const minCommonShare = 0.5
const listFactor = 0.5
/** The actions of the group are more important than the opinion of one person. */
const groupFactor = 1.6
const brokenOffFactor = 0.7

/** Picks the sentence with the most new information; none if no sentence is suitable. */
export type Picker = (sentences: ReadSentence[]) => ReadSentence | undefined

export function informativeSentences({ weightOf, speech }: Reading): Picker {
  const used = new Map<string, number>()
  const picked = new Set<ReadSentence>()
  return (sentences) => {
    let best: ReadSentence | undefined
    let most = 0
    for (const sentence of sentences) {
      const value = picked.has(sentence)
        ? 0
        : weigh(sentence, weightOf, used) * (speech.firstPersonPlural.test(sentence.text) ? groupFactor : 1)
      if (value > most) [best, most] = [sentence, value]
    }
    if (best) picked.add(best)
    for (const term of new Set(best?.terms)) used.set(term, (used.get(term) ?? 0) + 1)
    return best
  }
}

function weigh({ text, terms, words }: ReadSentence, weightOf: Reading['weightOf'], used: Map<string, number>): number {
  if (words.length < minWords || words.length > maxWords || /[?？]$/.test(text)) return 0
  let sum = 0
  for (const term of new Set(terms)) sum += weightOf(term) * repeatFactor ** (used.get(term) ?? 0)
  const broken = /[.!。！]["”»)]?$/.test(text) ? 1 : brokenOffFactor
  const listing = 1 - terms.length / words.length < minCommonShare ? listFactor : 1
  return (sum / words.length ** lengthPower) * broken * listing
}
