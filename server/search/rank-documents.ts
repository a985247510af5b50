/** The order in which documents are read: first those with the most of a query's rare words (decision 44). *Pure.* */
import type { Posting } from './find-documents.ts'
import type { FoundTerm } from './find-words.ts'

export type RankedDocument = { id: number; score: number }

/** 1,000 times the rarity of BM25, as a whole number: so the order of documents is the same on every page. */
export const rarityOf = (documents: number, withWord: number) =>
  Math.round(1_000 * Math.log(1 + Math.max(0, documents - withWord + 0.5) / (withWord + 0.5)))

/** How many documents were searched, and how many had each query word; null for a word that was not looked up. */
export type Counts = { documents: number; documentsPerWord: (number | null)[] }

/**
 * A document is ranked if it has all words of every `must` term, and all words of at least one term.
 * @param postings  for each query word of the terms, in order
 * @returns the best first
 */
export function rankDocuments(terms: FoundTerm[], postings: (Posting | null)[], counts: Counts): RankedDocument[] {
  const rarities = counts.documentsPerWord.map((count) => (count === null ? 0 : rarityOf(counts.documents, count)))
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

/** For each term, the range of its words among the query words of all terms. */
export function spansOf(terms: FoundTerm[]): { kind: FoundTerm['kind']; from: number; to: number }[] {
  let next = 0
  return terms.map(({ kind, queryWords }) => {
    const from = next
    next += queryWords.length
    return { kind, from, to: next }
  })
}
