/** The language of a recording, by all its words; speech models do not always tell it, and guess it wrong from few. *Pure.* */
import { languageOf, wordsOf } from '../../embedded/words.ts'

/** Fewer words prove nothing. */
const minWords = 20

/** @returns its ISO 639-3 code; null if there are too few words */
export function spokenLanguage(turns: { text: string }[]): string | null {
  const words = turns.reduce((count, { text }) => count + wordsOf(text).length, 0)
  return words < minWords ? null : languageOf(turns).code
}
