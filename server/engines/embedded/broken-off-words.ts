/** Finds words that a speaker broke off: `the abso assumption`. *Pure.* */
import { isCommonWord } from './words.ts'

const maxLetters = 5

/**
 * A broken-off word is short, uncommon, said once, and the start of another word of the meeting. The singular of a plural
 * is no broken-off word. Works for English.
 * @param said  all words of the meeting in lower case
 */
export function brokenOffWords(said: string[]): Set<string> {
  const counts = new Map<string, number>()
  for (const word of said) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = [...counts.keys()].sort()
  const cut = words.filter((word, index) => {
    const next = words[index + 1] ?? ''
    const isRare = word.length <= maxLetters && counts.get(word) === 1 && !isCommonWord(word)
    return isRare && next.startsWith(word) && next !== `${word}s` && /^\p{Ll}+$/u.test(next.slice(word.length))
  })
  return new Set(cut)
}
