/** Which documents to read first: those that are most about the rare words of a query (decision 44). *Pure.* */
import type { Posting } from './find-documents.ts'
import type { FoundTerm } from './find-words.ts'

export type RankedDocument = { id: number; score: number }

/** Whole numbers, 1,000 times BM25's, so that the same documents have the same order on every page. */
export const rarityOf = (documents: number, having: number) =>
  Math.round(1_000 * Math.log(1 + Math.max(0, documents - having + 0.5) / (having + 0.5)))

/** How many documents the query went through, and how many had each unit; null for one that was not looked up. */
export type Counts = { documents: number; having: (number | null)[] }

/**
 * Documents that have all words of a term that must be there, and of one term at least.
 * @param postings  by unit, as the terms have them
 * @returns the best first
 */
export function rankDocuments(terms: FoundTerm[], postings: (Posting | null)[], counts: Counts): RankedDocument[] {
  const rarities = counts.having.map((having) => (having === null ? 0 : rarityOf(counts.documents, having)))
  const scores = new Map<number, number>()
  for (const [number, posting] of postings.entries()) {
    for (const [id, weight] of posting ?? []) scores.set(id, (scores.get(id) ?? 0) + rarities[number]! * weight)
  }
  const spans = spansOf(terms)
    .map(({ kind, from, to }) => ({ kind, lookedUp: postings.slice(from, to).filter((posting) => posting !== null) }))
    .filter(({ lookedUp }) => lookedUp.length > 0)
  const musts = spans.filter(({ kind }) => kind === 'must')
  const ranked: RankedDocument[] = []
  for (const [id, score] of scores) {
    const hasAll = ({ lookedUp }: (typeof spans)[number]) => lookedUp.every((posting) => posting.has(id))
    if (musts.every(hasAll) && spans.some(hasAll)) ranked.push({ id, score })
  }
  return ranked.sort((one, other) => other.score - one.score || other.id - one.id)
}

/** Which of all units are those of each term. */
export function spansOf(terms: FoundTerm[]): { kind: FoundTerm['kind']; from: number; to: number }[] {
  let next = 0
  return terms.map(({ kind, units }) => {
    const from = next
    next += units.length
    return { kind, from, to: next }
  })
}
