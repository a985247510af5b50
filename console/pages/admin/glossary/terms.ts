/** Terms of the glossary: which are the same, which have some words, and how one is put in. *Pure.* */
export type Term = { term: string; sounds_like?: string[]; note?: string }

/** The service counts terms as the same in any case. */
export const isSame = (one: string, other: string) => fold(one) === fold(other)
export const fold = (text: string) => text.trim().toLowerCase()

/** Terms in which every word is: in the term itself, in what is heard, or in its note. */
export function matching(terms: Term[], query: string): Term[] {
  const wanted = fold(query).split(/\s+/)
  return terms.filter(({ term, sounds_like = [], note = '' }) => {
    const text = [term, ...sounds_like, note].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/**
 * The terms with this one, in the place of the one it was before.
 * @param before  null for a new one, which comes last; so does one that somebody else removed meanwhile
 */
export function withTerm(terms: Term[], before: string | null, next: Term): Term[] {
  const at = terms.findIndex(({ term }) => before !== null && isSame(term, before))
  return at === -1 ? [...terms, next] : terms.with(at, next)
}

export const without = (terms: Term[], term: string) => terms.filter((each) => !isSame(each.term, term))

/** Services take only so many terms, the first ones. */
export function asFirst(terms: Term[], term: string): Term[] {
  const first = terms.find((each) => isSame(each.term, term))
  return first ? [first, ...without(terms, term)] : terms
}
