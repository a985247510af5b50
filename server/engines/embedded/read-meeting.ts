/** A transcript as the embedded writer reads it: sentences, what each is about, and what the whole is about. *Pure.* */
import type { StoredTranscript } from '../../tables.ts'
import { rankWords } from './rank-words.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { type Language, languageOf, stemOf } from './words.ts'

/** `terms` are the meaningful words, as stems; `place` counts the sentences from 0. */
export type ReadSentence = Sentence & { place: number; terms: string[] }

/** `worth` says how much the meeting is about a term, 1 on average; `counts` how often each is said. */
export type Reading = {
  sentences: ReadSentence[]
  language: Language
  counts: Map<string, number>
  worth(term: string): number
}

export function readMeeting(transcript: StoredTranscript): Reading {
  const spoken = sentencesOf(transcript)
  const language = languageOf(spoken)
  const sentences = spoken.map((sentence, place) => ({
    ...sentence,
    place,
    terms: sentence.words.filter((word) => isMeaningful(word, language)).map(stemOf),
  }))
  const counts = new Map<string, number>()
  for (const term of sentences.values().flatMap(({ terms }) => terms)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const ranks = rankWords(sentences.map(({ terms }) => terms))
  return { sentences, language, counts, worth: (term) => ranks.get(term) ?? 0 }
}

/** Letters alone, bare numbers and Japanese grammar are about nothing; a single ideograph is a word. */
export function isMeaningful(word: string, { isCommon }: Language): boolean {
  if (word.length < 3 && !/\p{Lo}/u.test(word)) return false
  return /\p{L}/u.test(word) && !isCommon(word.toLowerCase()) && !/^\p{Script=Hiragana}+$/u.test(word)
}
