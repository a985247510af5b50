/** Reads a glossary from a request, a world or the database, and finds terms that are in it twice. *Pure.* */
import type { FieldError } from '../../platform/errors.ts'
import type { StoredGlossary } from '../../platform/postgres/column-types.ts'
import { foldCase } from '../../platform/text.ts'

/** Fields that are absent, null or empty mean the same. */
export type GivenFields = { terms?: { term: string; sounds_like?: string[] | null; note?: string | null }[] | null }

/** Fields without a value are left out. A form that is there twice counts once. */
export function readGiven({ terms }: GivenFields): StoredGlossary {
  return {
    terms: (terms ?? []).map(({ term, sounds_like, note }) => ({
      term,
      ...(sounds_like && sounds_like.length > 0 && { sounds_like: [...new Set(sounds_like)] }),
      ...(note && { note }),
    })),
  }
}

/** @returns an error for each term that stands further up already, in any case */
export function findRepeated({ terms }: StoredGlossary): FieldError[] {
  const seen = new Set<string>()
  return terms.flatMap(({ term }, index) => {
    const folded = foldCase(term.trim())
    const isRepeated = seen.has(folded)
    seen.add(folded)
    return isRepeated ? [{ location: `body.terms[${index}].term`, message: 'is in the glossary already' }] : []
  })
}
