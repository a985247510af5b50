/** Finds the key phrases of a stretch of a meeting. *Pure.* */
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { stemOf } from './words.ts'

const MOST_WORDS = 3
/** A phrase of several words weighs more than its single words. */
const TOGETHER = 1.6
/** `remote control` replaces `control` if it has at least this share of its occurrences. */
const LONGER_SHARE = 0.3
/** `the budget` replaces `budget` if it has at least this share of the occurrences. */
const ARTICLE_SHARE = 0.3
const articles = new Set(['the', 'this', 'that', 'these', 'those', 'our', 'your', 'a', 'an'])

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** `forms` counts the spellings. */
type Phrase = { terms: string[]; count: number; withArticle: number; forms: Map<string, number> }

/** `terms` are the stems of the phrase's words. */
export type KeyPhrase = { text: string; terms: string[] }

/**
 * The most important phrases that are more frequent in this stretch than elsewhere. No word is in two of them.
 * @param most   maximum number
 * @param known  terms that are already in other phrases
 */
export function keyPhrases(
  stretch: ReadSentence[],
  { language, worth, counts }: Reading,
  most: number,
  known: Iterable<string> = [],
): KeyPhrase[] {
  const phrases = new Map<string, Phrase>()
  for (const sentence of stretch) collect(sentence, (word) => isMeaningful(word, language), phrases)
  const leastCount = stretch.length < 20 ? 1 : 2
  const ranked = phrases
    .values()
    .filter(({ count }) => count >= leastCount)
    .map((phrase) => ({ phrase, value: weigh(phrase, worth, counts) }))
    .toArray()
    .sort((one, other) => other.value - one.value)
    .map(({ phrase }) => phrase)
  const named = new Set(known)
  const chosen: KeyPhrase[] = []
  for (const found of ranked) {
    if (chosen.length === most) break
    if (found.terms.some((term) => named.has(term))) continue
    const phrase = ranked.find((other) => isLonger(other, found, named)) ?? found
    for (const term of phrase.terms) named.add(term)
    const article = language.code === 'eng' && phrase.withArticle >= ARTICLE_SHARE * phrase.count ? 'the ' : ''
    chosen.push({ text: article + commonestForm(phrase), terms: phrase.terms })
  }
  return chosen
}

/** Adds every sequence of adjacent meaningful words. */
function collect({ words }: ReadSentence, meaningful: (word: string) => boolean, phrases: Map<string, Phrase>): void {
  for (const start of words.keys()) {
    const terms: string[] = []
    for (let end = start; end < Math.min(words.length, start + MOST_WORDS) && meaningful(words[end]!); end++) {
      const term = stemOf(words[end]!)
      if (terms.includes(term)) break
      terms.push(term)
      const key = terms.join(' ')
      const phrase = phrases.get(key) ?? { terms: [...terms], count: 0, withArticle: 0, forms: new Map() }
      phrase.count++
      if (articles.has(words[start - 1]?.toLowerCase() ?? '')) phrase.withArticle++
      // The first word of a sentence always has a capital, so this spelling counts as lower case.
      const first = start === 0 ? words[0]!.toLowerCase() : words[start]!
      const form = [first, ...words.slice(start + 1, end + 1)].join(unspaced.test(first) ? '' : ' ')
      phrase.forms.set(form, (phrase.forms.get(form) ?? 0) + (start === 0 ? 0.4 : 1))
      phrases.set(key, phrase)
    }
  }
}

function weigh({ terms, count }: Phrase, worth: Reading['worth'], counts: Reading['counts']): number {
  const here = terms.reduce((sum, term) => sum + count / counts.get(term)!, 0) / terms.length
  const weight = terms.reduce((sum, term) => sum + worth(term), 0) / Math.sqrt(terms.length)
  return Math.log(1 + count) * Math.sqrt(weight) * (0.1 + here) * (terms.length > 1 ? TOGETHER : 1)
}

function isLonger(other: Phrase, than: Phrase, named: Set<string>): boolean {
  return (
    other.terms.length > than.terms.length &&
    other.count >= LONGER_SHARE * than.count &&
    than.terms.every((term) => other.terms.includes(term)) &&
    !other.terms.some((term) => named.has(term))
  )
}

function commonestForm({ forms }: Phrase): string {
  return forms.entries().reduce((best, form) => (form[1] > best[1] ? form : best))[0]
}
