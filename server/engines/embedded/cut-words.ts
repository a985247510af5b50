/** Words that somebody broke off: `the abso assumption`. *Pure.* */

const MOST_LETTERS = 5

/**
 * A short word that is said once and begins another one of the meeting, in English. A plural begins so too, and is let be.
 * @param counts  how often each term is said
 */
export function cutWords(counts: Map<string, number>): Set<string> {
  const terms = [...counts.keys()].sort()
  const cut = terms.filter((term, index) => {
    const next = terms[index + 1] ?? ''
    return term.length <= MOST_LETTERS && counts.get(term) === 1 && next.startsWith(term) && next !== `${term}s`
  })
  return new Set(cut)
}
