/** Selects the most informative sentences by the weights of their words (MMR: already used words count less). *Pure.* */
import type { Reading, ReadSentence } from './read-meeting.ts'

/** The factor of a term's weight for each picked sentence that already has it. */
const repeatFactor = 0.5
/** Between 0 (long sentences win) and 1 (dense ones win). */
const lengthPower = 0.4
/** A sentence with hardly any common words is a list or an error. */
const minCommonShare = 0.5
const listFactor = 0.5
/** The actions of the group are more important than the opinion of one person. */
const groupFactor = 1.6

/** `best` finds the sentence with the most new information, if one is suitable; `pick` also uses it up. */
export type Picker = Record<'best' | 'pick', (sentences: ReadSentence[]) => ReadSentence | undefined>

/** @param suitable  only these are found */
export function informativeSentences({ weights, cues }: Reading, suitable: Iterable<ReadSentence>): Picker {
  const used = new Map<number, number>()
  const left = new Set(suitable)
  const best = (sentences: ReadSentence[]) => {
    let found: ReadSentence | undefined
    let most = 0
    for (const sentence of sentences) {
      if (!left.has(sentence)) continue
      const value = weigh(sentence, weights, used) * (cues.group.test(sentence.text) ? groupFactor : 1)
      if (value > most) [found, most] = [sentence, value]
    }
    return found
  }
  const pick = (sentences: ReadSentence[]) => {
    const found = best(sentences)
    if (!found) return undefined
    left.delete(found)
    for (const term of new Set(found.terms)) used.set(term, (used.get(term) ?? 0) + 1)
    return found
  }
  return { best, pick }
}

function weigh({ terms, size }: ReadSentence, weights: Float64Array, used: Map<number, number>): number {
  let sum = 0
  for (const term of new Set(terms)) sum += weights[term]! * repeatFactor ** (used.get(term) ?? 0)
  const listing = 1 - terms.length / size < minCommonShare ? listFactor : 1
  return (sum / size ** lengthPower) * listing
}
