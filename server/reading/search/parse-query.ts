/** What a query asks for: words, `"a phrase"`, `-without`, `prefix*` (decision 44 on search). *Pure.* */
import { cutWords, splitUnspaced } from '../../meetings/text-index/words.ts'

/**
 * `words` are words of the index that follow each other, with their accents. What people call one word may be several of them: `e-mail`, `会議`.
 * A passage needs all `must` terms and no `not` term; the more `should` terms it has, the better.
 */
export type Term = { kind: 'should' | 'must' | 'not'; words: string[]; isPrefix: boolean }

/** How many words are searched for; later ones are left out. No question has so many. */
const maxWords = 60

/** The same words, of which none binds and none excludes. */
export const withoutOperators = (query: string): string => query.replace(/["“”„«»]|(?<![\p{L}\p{N}])-/gu, ' ')

/** A query of signs alone has no terms. */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = []
  for (const [, minus, phrase, bare] of query.matchAll(/(?<=^|\s)(-?)(?:["“„«]([^"”“»]*)["”“»]?|(\S+))/g)) {
    const kind = minus ? 'not' : phrase === undefined ? 'should' : 'must'
    for (const part of phrase === undefined ? splitUnspaced(bare!) : [phrase]) {
      const words = [...cutWords(part)].map(({ spelling }) => spelling)
      if (words.length > 0) terms.push({ kind, words, isPrefix: phrase === undefined && part.endsWith('*') })
    }
  }
  const binding = terms.filter(({ kind }) => kind !== 'should')
  const distinct = new Map(
    [...binding, ...terms].map((term) => [`${term.kind} ${term.isPrefix} ${term.words.join(' ')}`, term]),
  )
  let left = maxWords
  return [...distinct.values()].flatMap((term) => {
    // They cost little. A term left out would show passages that the query excludes.
    if (term.kind === 'not') return [term]
    // What is too long is cut: its beginning must still be there.
    const words = term.words.slice(0, left)
    if (words.length === 0) return []
    left -= words.length
    return [{ ...term, words, isPrefix: term.isPrefix && words.length === term.words.length }]
  })
}
