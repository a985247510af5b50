/** Words that a service gets in advance, so that it spells them correctly. *Pure.* */
import { foldCase } from '../../platform/text.ts'
import { isCommonWord } from '../embedded/words.ts'
import type { TranscriptionHints } from '../engines.ts'

/** What a service takes: terms, characters of all of them together, words of one. */
export type VocabularyLimits = { maxTerms: number; maxCharacters: number; maxWords: number }

const maxTermCharacters = 100
/** From a letter or number to the last one. Cut off behind it, long rows of the other signs would take the square of their length. */
const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’.&+-]*[\p{L}\p{N}])?/gu

/**
 * The workspace's glossary first, then the names of those who met, then what looks like a name in title and agenda.
 * @returns each term once, whatever its case; a term that is too long is left out, and the rest from the first that is too much
 */
export function vocabularyOf(
  { glossary, speakers, title, agenda }: Pick<TranscriptionHints, 'glossary' | 'speakers' | 'title' | 'agenda'>,
  { maxTerms, maxCharacters, maxWords }: VocabularyLimits,
): string[] {
  const terms = new Map<string, string>()
  let characters = 0
  for (const given of [...glossary, ...speakers, ...namesIn(title), ...namesIn(agenda)]) {
    const term = given.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    const key = foldCase(term)
    if (term === '' || term.length > maxTermCharacters || term.split(' ').length > maxWords || terms.has(key)) continue
    characters += term.length
    if (terms.size === maxTerms || characters > maxCharacters) break
    terms.set(key, term)
  }
  return [...terms.values()]
}

/** Words with a capital letter, of which `GPT-4o` and `Lindqvist` are two, without those that every English text has. */
function namesIn(text: string): string[] {
  return (text.match(word) ?? []).filter((each) => each.length > 1 && /\p{Lu}/u.test(each) && !isCommonWord(each))
}
