/** Prepares a transcript for the embedded writer: its sentences, their terms, and the weight of each term. *Pure.* */
import type { StoredTranscript } from '../../tables.ts'
import { joinTurns } from './join-turns.ts'
import type { Speech } from './languages/speech.ts'
import { speechOf } from './languages/speech-of.ts'
import { rankWords } from './rank-words.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { type Language, languageOf, stemOf } from './words.ts'

/** `terms` are the stems of the meaningful words; `index` counts the sentences from 0. */
export type ReadSentence = Sentence & { index: number; terms: string[] }

/** `weightOf` is the importance of a term in the meeting, 1 on average. `counts` has the occurrences of each term. */
export type Reading = {
  sentences: ReadSentence[]
  language: Language
  speech: Speech
  counts: Map<string, number>
  weightOf(term: string): number
}

/** Speech recognition that writes full stops writes one in every few segments. */
const minPunctuatedShare = 0.1

/** Different terms of a meeting; later ones are no terms. A day of talk has a few thousand, random text any number. */
const maxTerms = 50_000

export function readMeeting({ speech_segments }: StoredTranscript): Reading {
  const language = languageOf(speech_segments)
  const speech = speechOf(language.code)
  const ended = speech_segments.filter(({ text }) => /[.!?。！？]/.test(text)).length
  const punctuated = ended > minPunctuatedShare * speech_segments.length
  const counts = new Map<string, number>()
  const count = (term: string) => {
    const before = counts.get(term) ?? 0
    if (before === 0 && counts.size >= maxTerms) return false
    counts.set(term, before + 1)
    return true
  }
  const sentences = joinTurns(speech_segments, punctuated)
    .flatMap((turn) => sentencesOf(turn, speech, punctuated))
    .map((sentence, index) => ({
      ...sentence,
      index,
      terms: sentence.words
        .filter((word) => isMeaningful(word, language))
        .map(stemOf)
        .filter(count),
    }))
  const ranks = rankWords(sentences.map(({ terms }) => terms))
  return { sentences, language, speech, counts, weightOf: (term) => ranks.get(term) ?? 0 }
}

/** Single letters, numbers and Japanese grammar have no meaning alone; a single ideograph is a word. */
export function isMeaningful(word: string, { isCommon }: Language): boolean {
  if (word.length < 3 && !/\p{Lo}/u.test(word)) return false
  return /\p{L}/u.test(word) && !isCommon(word.toLowerCase()) && !/^\p{Script=Hiragana}+$/u.test(word)
}
