/** Prepares a transcript for the embedded writer: its sentences, their terms, and the weight of each term. *Pure.* */
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { joinTurns } from './join-turns.ts'
import type { Cues } from './languages/cues.ts'
import { cuesFor } from './languages/cues-for.ts'
import { rankTerms } from './rank-terms.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { type Language, languageOf, stemOf, wordsOf } from './words.ts'

/** `terms` are the numbers of the meaningful words; `size` counts all words; `index` counts the sentences from 0. */
export type ReadSentence = Sentence & { index: number; size: number; terms: number[] }

/**
 * A term has a number, an importance (1 on average), and the count of its occurrences. `wordCounts` has all words, as
 * written.
 */
export type Reading = {
  sentences: ReadSentence[]
  language: Language
  cues: Cues
  terms: Map<string, number>
  weights: Float64Array
  counts: number[]
  wordCounts: Map<string, number>
}

/** Speech recognition that writes full stops writes one in every few segments. */
const minPunctuatedShare = 0.1

/** A day of talk has about 20,000 sentences and a few thousand words; later ones are not read. */
const maxSentences = 50_000
const maxWords = 50_000

export function readMeeting({ speech_segments }: StoredTranscript): Reading {
  const language = languageOf(speech_segments)
  const ended = speech_segments.filter(({ text }) => /[.!?。！？]/.test(text)).length
  const punctuated = ended > minPunctuatedShare * speech_segments.length
  const terms = new Map<string, number>()
  const counts: number[] = []
  const read = (word: string): number[] => {
    const stem = stemOf(word)
    let term = terms.get(stem)
    if (term === undefined) {
      if (counts.length === maxWords) return []
      term = counts.push(0) - 1
      terms.set(stem, term)
    }
    counts[term]!++
    return [term]
  }
  const wordCounts = new Map<string, number>()
  const count = (word: string) => {
    const known = wordCounts.get(word)
    if (known !== undefined || wordCounts.size < maxWords) wordCounts.set(word, (known ?? 0) + 1)
  }
  const sentences: ReadSentence[] = []
  for (const turn of joinTurns(speech_segments, punctuated)) {
    for (const sentence of sentencesOf(turn, punctuated)) {
      if (sentences.length === maxSentences) break
      const words = wordsOf(sentence.text)
      words.forEach(count)
      const meaningful = words.filter((word) => isMeaningful(word, language))
      sentences.push({ ...sentence, index: sentences.length, size: words.length, terms: meaningful.flatMap(read) })
    }
  }
  const weights = rankTerms(
    sentences.map((sentence) => sentence.terms),
    counts.length,
  )
  return { sentences, language, cues: cuesFor(language.code), terms, weights, counts, wordCounts }
}

/** Single letters, numbers and Japanese grammar have no meaning alone; a single ideograph is a word. */
export function isMeaningful(word: string, { isCommon }: Language): boolean {
  if (word.length < 3 && !/\p{Lo}/u.test(word)) return false
  return /\p{L}/u.test(word) && !isCommon(word.toLowerCase()) && !/^\p{Script=Hiragana}+$/u.test(word)
}
