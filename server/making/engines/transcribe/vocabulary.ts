/** The words that a service receives in advance, so that it spells them correctly. *Pure.* */
import { foldCase } from '../../../platform/text.ts'
import { isCommonWord } from '../embedded/words.ts'
import type { TranscriptionHints } from '../shared/engines.ts'

/** What a service accepts: number of terms, characters of all terms together, words of one term. */
export type VocabularyLimits = { maxTerms: number; maxCharacters: number; maxWords: number }

const maxTermCharacters = 100
/** Ends with a letter or number. Trimming other signs afterwards would take quadratic time for long rows of them. */
const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’.&+-]*[\p{L}\p{N}])?/gu

/**
 * First the terms of the glossary that are likely here, then the speakers' names, then the other terms, then words of title,
 * series and agenda that look like names.
 * @returns each term once, in any case. A term that is too long is skipped. The list ends at the first limit reached.
 */
export function vocabularyOf(
  hints: Pick<TranscriptionHints, 'glossary' | 'likely' | 'speakers' | 'title' | 'series' | 'agenda'>,
  { maxTerms, maxCharacters, maxWords }: VocabularyLimits,
): string[] {
  const { glossary, likely = hints.glossary.length, speakers, title, series = '', agenda } = hints
  const ofWorkspace = [...glossary.slice(0, likely), ...speakers, ...glossary.slice(likely)]
  const terms = new Map<string, string>()
  let characters = 0
  for (const given of [...ofWorkspace, ...namesIn(title), ...namesIn(series), ...namesIn(agenda)]) {
    const term = given.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    const key = foldCase(term)
    if (term === '' || term.length > maxTermCharacters || term.split(' ').length > maxWords || terms.has(key)) continue
    characters += term.length
    if (terms.size === maxTerms || characters > maxCharacters) break
    terms.set(key, term)
  }
  return [...terms.values()]
}

/** Words with a capital letter, such as `GPT-4o` and `Lindqvist`, without common English words. */
export function namesIn(text: string): string[] {
  return (text.match(word) ?? []).filter((each) => each.length > 1 && /\p{Lu}/u.test(each) && !isCommonWord(each))
}
