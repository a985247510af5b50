/** Finds the heading of a topic: a name, or a repeated noun with its adjective. *Pure.* */
import type { Reading, ReadSentence } from './read-meeting.ts'
import { isMeaningful } from './read-meeting.ts'
import { stemOf, wordsOf } from './words.ts'

const maxWords = 3
/** A heading occurs this often in its topic, and this share of the times as a noun: after an article, or with a capital. */
const minCount = 3
const minNounShare = 0.5
/** Phrases of a topic; later ones are not counted. An hour of talk has a few hundred. */
const maxPhrases = 20_000
/** The best phrases, of which the first usable one is the heading. */
const maxTried = 20

/** `capitals` counts occurrences with a capital inside a sentence. `nouns` also counts those after an article. */
type Phrase = { stems: string[]; text: string; count: number; capitals: number; nouns: number }

/**
 * @param isUsable  whether notes can quote a sentence with these stems
 * @returns null if no phrase occurs often enough as a noun
 */
export function topicHeading(
  topic: ReadSentence[],
  reading: Reading,
  isUsable: (stems: string[]) => boolean,
): Phrase | null {
  const phrases = new Map<string, Phrase>()
  for (const { text } of topic) countPhrases(wordsOf(text), reading, phrases)
  const best = [...phrases.values()]
    .filter(isNoun)
    .map((phrase) => ({ phrase, weight: weigh(phrase, reading) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, maxTried)
    .find(({ phrase }) => isUsable(phrase.stems))?.phrase
  return best ? { ...best, text: best.text.charAt(0).toUpperCase() + best.text.slice(1) } : null
}

function isNoun({ stems, count, capitals, nouns }: Phrase): boolean {
  if (count < minCount) return false
  return (stems.length > 1 && nouns >= minNounShare * count) || capitals >= minNounShare * count
}

/** Counts every sequence of adjacent words that are meaningful and frequent. */
function countPhrases(words: string[], { language, cues, terms, counts }: Reading, phrases: Map<string, Phrase>): void {
  const stems = words.map((word) => {
    const stem = isMeaningful(word, language) ? stemOf(word) : ''
    // A phrase occurs no more often than its rarest word.
    return (counts[terms.get(stem) ?? -1] ?? 0) >= minCount ? stem : ''
  })
  for (const start of words.keys()) {
    for (let end = start + 1; end <= Math.min(words.length, start + maxWords) && stems[end - 1] !== ''; end++) {
      const some = stems.slice(start, end)
      if (new Set(some).size < some.length) break
      const key = some.join(' ')
      const text = words.slice(start, end).join(' ')
      const phrase = phrases.get(key) ?? { stems: some, text, count: 0, capitals: 0, nouns: 0 }
      const isCapital = start > 0 && words.slice(start, end).every((word) => /^[\p{Lu}\p{Lo}]/u.test(word))
      phrase.count++
      if (isCapital) phrase.capitals++
      if (isCapital || (start > 0 && cues.determiners.test(words[start - 1]!))) phrase.nouns++
      if (phrases.size < maxPhrases) phrases.set(key, phrase)
    }
  }
}

/** A phrase counts more if its words are important, and if they occur here more than elsewhere. */
function weigh({ stems, count }: Phrase, { terms, counts, weights }: Reading): number {
  const numbers = stems.map((stem) => terms.get(stem)!)
  const here = numbers.reduce((sum, term) => sum + count / counts[term]!, 0) / numbers.length
  const weight = numbers.reduce((sum, term) => sum + weights[term]!, 0) / Math.sqrt(numbers.length)
  return Math.log(1 + count) * Math.sqrt(weight) * (0.1 + here) * Math.sqrt(numbers.length)
}
