/** The best passages of documents, from what the index has of them. *Pure.* */
import { unpackLayout } from '../../meetings/text-index/layout.ts'
import { unpackPositions } from '../../meetings/text-index/numbers.ts'
import type { NumberedPassage, PassageKind } from '../../meetings/text-index/passages.ts'
import { type Counts, type RankedTerm, rarityOf } from './rank-documents.ts'
import { scorePassages } from './score-passages.ts'
import { inSequence, mergeAll, type TermPositions } from './term-positions.ts'

/** Documents are in the order of `key`, the highest first: their score, or the time of their meeting. */
export type OrderedDocument = { id: number; score: number; key: number }

/** `speakers`: by the numbers of the passages that may be shown, whose words are to be shown; null for all of everybody. */
export type PackedDocument = OrderedDocument & {
  layout: Uint8Array
  positions: Uint8Array
  speakers: Map<number, number[]> | null
}

/**
 * `words`: which words of the passage were found, counted from 0. `by`: whose words are to be shown, indexes of the passage's
 * speakers: those who were asked for, or by whose names alone it was found; none for everybody's.
 */
export type FoundPassage = NumberedPassage & { score: number; key: number; words: number[]; by: number[] }

/** What the order of passages depends on. */
type OrderedPassage = Pick<FoundPassage, 'key' | 'document' | 'number'>

export type Scoring = {
  terms: RankedTerm[]
  counts: Counts
  /** Of passages; null for all. */
  kinds: PassageKind[] | null
  order: 'relevance' | 'newest'
  /** The last passage that was shown. */
  after: OrderedPassage | null
  most: number
}

/** The part of its document's score that is added to a passage's own (docs/speed.md, "Searching"). */
const documentShare = 0.25

/** @returns the best first, or those of the latest meeting first; passages of one document in the order of its text */
export function scoreDocuments(documents: PackedDocument[], scoring: Scoring): FoundPassage[] {
  const candidates = documents.flatMap((document) => {
    const terms = termPositionsOf(document.positions, scoring)
    // Most documents that have the words of a phrase do not have the phrase: their layouts need not be unpacked.
    if (terms.some(({ kind, positions }) => kind === 'must' && positions.length === 0)) return []
    const layout = unpackLayout(document.layout)
    const passages = scorePassages(layout, terms)
    return passages.flatMap(({ number, score: own, hits, named }) => {
      const asked = document.speakers ? document.speakers.get(number) : []
      if (!asked || (scoring.kinds && !scoring.kinds.includes(layout[number]!.kind))) return []
      const score = own + (documentShare * document.score) / 1_000_000
      const key = scoring.order === 'newest' ? document.key : score
      return [{ document: document.id, number, score, key, asked, hits, named }]
    })
  })
  return theFirst(candidates, scoring).map(({ asked, hits, named, ...passage }) => {
    const words = hits()
    return { ...passage, words, by: asked.length === 0 && words.length === 0 ? named() : asked }
  })
}

/** The first passages, in order, that come after the last one shown. */
export function theFirst<Each extends OrderedPassage>(
  passages: Each[],
  { after, most }: Pick<Scoring, 'after' | 'most'>,
): Each[] {
  const rest = after ? passages.filter((passage) => comesAfter(passage, after)) : passages
  return rest.sort((one, other) => (comesAfter(other, one) ? -1 : 1)).slice(0, most)
}

/** The higher key comes first, then the newer document, then the earlier passage. */
export function comesAfter(passage: OrderedPassage, other: OrderedPassage): boolean {
  if (passage.key !== other.key) return passage.key < other.key
  if (passage.document !== other.document) return passage.document < other.document
  return passage.number > other.number
}

/** Common terms that were left out of the search have no positions. */
function termPositionsOf(packed: Uint8Array, { terms, counts }: Scoring): TermPositions[] {
  const positionsOf = unpackWordPositions(packed)
  return terms.map((term) => {
    const known = term.words.flatMap((word) => counts.withWord[word] ?? [])
    const rarity = known.length === 0 ? 0 : rarityOf(counts.documents, Math.min(...known)) / 1_000 + 0.5
    const byWord = term.words.map((word) => positionsOf.get(word) ?? [])
    const positions = isOmitted(term, counts) ? [] : inSequence(byWord)
    return { kind: term.kind, rarity, length: term.words.length, positions }
  })
}

/** Common words are left out unless a phrase has them, or `-without` excludes them. */
export const isOmitted = ({ kind, words }: RankedTerm, { withWord }: Counts) =>
  kind === 'should' && words.every((word) => withWord[word] === null)

/**
 * The bytes hold a part for each query word: its number, the length of its records, and the records. A record is the length
 * of the positions of one word of the index, and the positions. The last record of a part may be cut short.
 */
function unpackWordPositions(bytes: Uint8Array): Map<number, number[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const positionsOf = new Map<number, number[]>()
  for (let at = 0; at < bytes.length; ) {
    const [word, end] = [view.getInt32(at), at + 8 + view.getInt32(at + 4)]
    const records: number[][] = []
    for (at += 8; at + 4 < end; ) {
      const next = at + 4 + view.getInt32(at)
      records.push(unpackPositions(bytes.subarray(at + 4, Math.min(next, end))))
      at = next
    }
    positionsOf.set(word, mergeAll(records))
    at = end
  }
  return positionsOf
}
