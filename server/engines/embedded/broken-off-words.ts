/** Words that somebody broke off: `the abso assumption`. *Pure.* */
import { isCommonWord } from './words.ts'

const MOST_LETTERS = 5

/**
 * A short, uncommon word that is said once and begins another one of the meeting, in English. A plural begins so too, and is let be.
 * @param said  all words of the meeting in lower case
 */
export function cutWords(said: string[]): Set<string> {
  const counts = new Map<string, number>()
  for (const word of said) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = [...counts.keys()].sort()
  const cut = words.filter((word, index) => {
    const next = words[index + 1] ?? ''
    const isRare = word.length <= MOST_LETTERS && counts.get(word) === 1 && !isCommonWord(word)
    return isRare && next.startsWith(word) && next !== `${word}s` && /^\p{Ll}+$/u.test(next.slice(word.length))
  })
  return new Set(cut)
}
