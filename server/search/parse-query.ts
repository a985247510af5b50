/** What a query asks for: words, `"a phrase"`, `-without`, `prefix*` (decision 44). *Pure.* */
import { cutWords, splitUnspaced } from '../text-index/words.ts'

/**
 * One word of the index after the other. What people call a word is one of them, or several: `e-mail`, `会議`.
 * `should` is found the better the more of them there are; `must` and `not` always bind.
 */
export type Term = { kind: 'should' | 'must' | 'not'; words: string[]; isPrefix: boolean }

/** More words to be found than a question has; later ones are left out. */
const mostWords = 60

/** @returns no term that is to be found if the query has only signs */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = []
  for (const [, minus, phrase, bare] of query.matchAll(/(?<=^|\s)(-?)(?:["“„«]([^"”“»]*)["”“»]?|(\S+))/g)) {
    const kind = minus ? 'not' : phrase === undefined ? 'should' : 'must'
    for (const part of phrase === undefined ? splitUnspaced(bare!) : [phrase]) {
      const words = [...cutWords(part)].map(({ word }) => word)
      if (words.length > 0) terms.push({ kind, words, isPrefix: phrase === undefined && part.endsWith('*') })
    }
  }
  const binding = terms.filter(({ kind }) => kind !== 'should')
  const distinct = new Map(
    [...binding, ...terms].map((term) => [`${term.kind} ${term.isPrefix} ${term.words.join(' ')}`, term]),
  )
  let left = mostWords
  return [...distinct.values()].flatMap((term) => {
    // They are looked for in few documents, and one left out would show what must not be there.
    if (term.kind === 'not') return [term]
    // The beginning of a phrase still binds.
    const words = term.kind === 'must' ? term.words.slice(0, left) : term.words
    if (words.length === 0 || words.length > left) return []
    left -= words.length
    return [{ ...term, words }]
  })
}
