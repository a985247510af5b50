/** The heading of a stretch of a meeting: a name or a repeated noun with its adjective, or none. *Pure.* */
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { stemOf } from './words.ts'

const MOST_WORDS = 3
/** A heading is said several times in its stretch, and this part of the times as a noun: after an article, or with a capital. */
const LEAST_COUNT = 3
const LEAST_NOUN_SHARE = 0.5

/** `capitals` counts those within a sentence, `nouns` those after an article as well. */
type Phrase = { terms: string[]; count: number; capitals: number; nouns: number; forms: Map<string, number> }

/**
 * @param known  terms that are already in other headings, and the names of those who speak
 * @returns null if no phrase is said often enough and surely is a noun
 */
export function topicHeading(
  stretch: ReadSentence[],
  { language, speech, worth, counts }: Reading,
  known: Set<string>,
): { text: string; terms: string[] } | null {
  const phrases = new Map<string, Phrase>()
  const isNounAfter = (word: string | undefined) => word !== undefined && speech.determiners.test(word)
  for (const sentence of stretch) collect(sentence, (word) => isMeaningful(word, language), isNounAfter, phrases)
  let best: Phrase | null = null
  let most = 0
  for (const phrase of phrases.values()) {
    const value = isHeading(phrase, known) ? weigh(phrase, worth, counts) : 0
    if (value > most) [best, most] = [phrase, value]
  }
  if (!best) return null
  const text = commonestForm(best)
  return { text: text.charAt(0).toUpperCase() + text.slice(1), terms: best.terms }
}

function isHeading({ terms, count, capitals, nouns }: Phrase, known: Set<string>): boolean {
  if (count < LEAST_COUNT || terms.some((term) => known.has(term))) return false
  return (terms.length > 1 && nouns >= LEAST_NOUN_SHARE * count) || capitals >= LEAST_NOUN_SHARE * count
}

/** Adds every sequence of adjacent meaningful words. */
function collect(
  { words }: ReadSentence,
  isMeaningfulWord: (word: string) => boolean,
  isNounAfter: (word: string | undefined) => boolean,
  phrases: Map<string, Phrase>,
): void {
  for (const start of words.keys()) {
    const terms: string[] = []
    for (let end = start; end < Math.min(words.length, start + MOST_WORDS) && isMeaningfulWord(words[end]!); end++) {
      const term = stemOf(words[end]!)
      if (terms.includes(term)) break
      terms.push(term)
      const key = terms.join(' ')
      const phrase = phrases.get(key) ?? { terms: [...terms], count: 0, capitals: 0, nouns: 0, forms: new Map() }
      const some = words.slice(start, end + 1)
      const capital = start > 0 && some.every((word) => /^\p{Lu}/u.test(word))
      phrase.count++
      if (capital) phrase.capitals++
      if (capital || isNounAfter(words[start - 1])) phrase.nouns++
      // The first word of a sentence always has a capital, so this spelling counts as lower case.
      const form = [start === 0 ? some[0]!.toLowerCase() : some[0]!, ...some.slice(1)].join(' ')
      phrase.forms.set(form, (phrase.forms.get(form) ?? 0) + (start === 0 ? 0.4 : 1))
      phrases.set(key, phrase)
    }
  }
}

/** What is said here rather than elsewhere, of important words. */
function weigh({ terms, count }: Phrase, worth: Reading['worth'], counts: Reading['counts']): number {
  const here = terms.reduce((sum, term) => sum + count / counts.get(term)!, 0) / terms.length
  const weight = terms.reduce((sum, term) => sum + worth(term), 0) / Math.sqrt(terms.length)
  return Math.log(1 + count) * Math.sqrt(weight) * (0.1 + here) * Math.sqrt(terms.length)
}

function commonestForm({ forms }: Phrase): string {
  return forms.entries().reduce((best, form) => (form[1] > best[1] ? form : best))[0]
}
