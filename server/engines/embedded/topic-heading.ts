/** Finds the heading of a topic: a name, or a repeated noun with its adjective. *Pure.* */
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { stemOf } from './words.ts'

const maxWords = 3
/** A heading occurs this often in its topic, and this share of the times as a noun: after an article, or with a capital. */
const minCount = 3
const minNounShare = 0.5

/** `capitals` counts occurrences with a capital inside a sentence. `nouns` also counts those after an article. */
type Phrase = { terms: string[]; count: number; capitals: number; nouns: number; forms: Map<string, number> }

/**
 * @param known  terms of other headings, and the names of the speakers
 * @returns null if no phrase occurs often enough as a noun
 */
export function topicHeading(
  stretch: ReadSentence[],
  { language, speech, weightOf, counts }: Reading,
  known: Set<string>,
): { text: string; terms: string[] } | null {
  const phrases = new Map<string, Phrase>()
  const isNounAfter = (word: string | undefined) => word !== undefined && speech.determiners.test(word)
  // A phrase occurs no more often than its rarest word.
  const isFrequent = (word: string) => isMeaningful(word, language) && (counts.get(stemOf(word)) ?? 0) >= minCount
  for (const sentence of stretch) collect(sentence, isFrequent, isNounAfter, phrases)
  let best: Phrase | null = null
  let most = 0
  for (const phrase of phrases.values()) {
    const value = isHeading(phrase, known) ? weigh(phrase, weightOf, counts) : 0
    if (value > most) [best, most] = [phrase, value]
  }
  if (!best) return null
  const text = commonestForm(best)
  return { text: text.charAt(0).toUpperCase() + text.slice(1), terms: best.terms }
}

function isHeading({ terms, count, capitals, nouns }: Phrase, known: Set<string>): boolean {
  if (count < minCount || terms.some((term) => known.has(term))) return false
  return (terms.length > 1 && nouns >= minNounShare * count) || capitals >= minNounShare * count
}

/** Adds every sequence of adjacent words that are meaningful and frequent. */
function collect(
  { words }: ReadSentence,
  isFrequent: (word: string) => boolean,
  isNounAfter: (word: string | undefined) => boolean,
  phrases: Map<string, Phrase>,
): void {
  for (const start of words.keys()) {
    const terms: string[] = []
    for (let end = start; end < Math.min(words.length, start + maxWords) && isFrequent(words[end]!); end++) {
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

/** A phrase counts more if its words are important, and if they occur here more than elsewhere. */
function weigh({ terms, count }: Phrase, weightOf: Reading['weightOf'], counts: Reading['counts']): number {
  const here = terms.reduce((sum, term) => sum + count / counts.get(term)!, 0) / terms.length
  const weight = terms.reduce((sum, term) => sum + weightOf(term), 0) / Math.sqrt(terms.length)
  return Math.log(1 + count) * Math.sqrt(weight) * (0.1 + here) * Math.sqrt(terms.length)
}

function commonestForm({ forms }: Phrase): string {
  return forms.entries().reduce((best, form) => (form[1] > best[1] ? form : best))[0]
}
