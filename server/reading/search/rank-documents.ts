/** The order in which documents are read: first those with the most of a query's rare words (decision 44 on search). *Pure.* */
import { slotOf, weightOf } from '../../meetings/text-index/posting.ts'

/** A term of the query as ranking and scoring know it: a number for each of its words, the same for equal words. */
export type RankedTerm = { kind: 'should' | 'must' | 'not'; words: number[] }

/** 1,000 times the rarity of BM25, as a whole number: so the order of documents is the same on every page. */
export const rarityOf = (documents: number, withWord: number) =>
  Math.round(1_000 * Math.log(1 + Math.max(0, documents - withWord + 0.5) / (withWord + 0.5)))

/** How many documents were searched, and how many had each word, by its number; null for a word that was not looked up. */
export type Counts = { documents: number; withWord: (number | null)[] }

/**
 * What the index has, as `find-documents` packs it. `seen`: 20 bytes for each document that the caller sees in these
 * bundles: bundle, slot, number; in this order. `lists`: for each word its rows: the bundle, the bytes of the postings, and
 * the postings as PostgreSQL sends an array. Null as above.
 */
export type Postings = { documents: number; seen: Uint8Array; lists: (Uint8Array | null)[] }

/** A list of documents in two columns. */
export type RankedDocuments = { ids: Float64Array; scores: Float64Array }

export type Ranking = {
  /** Of the first page; null for the first page. */
  counts: Counts | null
  /** Documents with a higher number are left out. */
  newest: number
  /** Null to get all of them by number; otherwise the best that come after `after`, if that is given. */
  best: { most: number; after: { key: number; id: number } | null } | null
}

/** A document is ranked if it has all words of every `must` term, and all words of at least one term. */
export function rankDocuments(
  terms: RankedTerm[],
  postings: Postings,
  { counts: known, newest, best }: Ranking,
): RankedDocuments & { counts: Counts } {
  const seen = readSeen(postings.seen)
  const { ids } = seen
  const entries = postings.lists.map((list) => list && readEntries(list, seen))
  const counts = known ?? {
    documents: postings.documents,
    withWord: entries.map((list) => list && countDistinct(list.rows, ids.length)),
  }
  const scores = new Float64Array(ids.length)
  // Of each document: how many `must` terms it has, and whether it has any term.
  const [musts, any] = [new Uint32Array(ids.length), new Uint8Array(ids.length)]
  let required = 0
  for (const { kind, words } of terms) {
    if (kind === 'not') continue
    const lookedUp = words.filter((word) => entries[word])
    const had = new Uint32Array(ids.length)
    for (const [number, word] of lookedUp.entries()) {
      const rarity = rarityOf(counts.documents, counts.withWord[word] ?? 0)
      const { rows, weights } = entries[word]!
      for (const [entry, row] of rows.entries()) {
        scores[row]! += rarity * weights[entry]!
        // It has this word and all before it.
        if (had[row] === number) had[row]!++
      }
    }
    if (lookedUp.length === 0) continue
    if (kind === 'must') required++
    for (const [row, count] of had.entries()) {
      if (count < lookedUp.length) continue
      any[row] = 1
      if (kind === 'must') musts[row]!++
    }
  }
  const isRanked = (row: number) => any[row] === 1 && musts[row] === required && ids[row]! <= newest
  const ranked = Uint32Array.from(ids.keys()).filter(isRanked)
  const inOrder = best ? theBest(ranked, ids, scores, best) : ranked.sort((one, other) => ids[one]! - ids[other]!)
  return { ...columns(inOrder, ids, scores), counts }
}

function theBest(
  ranked: Uint32Array,
  ids: Float64Array,
  scores: Float64Array,
  { most, after }: NonNullable<Ranking['best']>,
): Uint32Array {
  const comesAfter = (row: number) =>
    !after || scores[row]! < after.key || (scores[row] === after.key && ids[row]! < after.id)
  const rest = ranked.filter(comesAfter).sort((one, other) => scores[other]! - scores[one]! || ids[other]! - ids[one]!)
  return rest.subarray(0, most)
}

const columns = (rows: Uint32Array, ids: Float64Array, scores: Float64Array): RankedDocuments => ({
  ids: Float64Array.from(rows, (row) => ids[row]!),
  scores: Float64Array.from(rows, (row) => scores[row]!),
})

/** The documents that the caller sees, in the order of their places in the index. */
type Seen = { bundles: Float64Array; slots: Int32Array; ids: Float64Array }

function readSeen(packed: Uint8Array): Seen {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const count = packed.byteLength / 20
  const seen = { bundles: new Float64Array(count), slots: new Int32Array(count), ids: new Float64Array(count) }
  for (let row = 0; row < count; row++) {
    seen.bundles[row] = readNumber(view, 20 * row)
    seen.slots[row] = view.getInt32(20 * row + 8)
    seen.ids[row] = readNumber(view, 20 * row + 12)
  }
  return seen
}

/** Where documents that have a word are among the seen ones, and the word's weight in each. */
type Entries = { rows: Uint32Array; weights: Int32Array }

/** Bytes of an array as PostgreSQL sends it, before the first element and of one: its length, and the number. */
const [arrayHead, element] = [20, 8]

function readEntries(list: Uint8Array, { bundles, slots }: Seen): Entries {
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength)
  const most = list.byteLength / element
  const [rows, weights] = [new Uint32Array(most), new Int32Array(most)]
  let count = 0
  for (let at = 0; at < list.byteLength; ) {
    const bundle = readNumber(view, at)
    const end = at + 12 + view.getInt32(at + 8)
    let row = indexOf(bundles, bundle)
    for (at += 12 + arrayHead; at < end; at += element) {
      const posting = view.getInt32(at + 4)
      const slot = slotOf(posting)
      while (bundles[row] === bundle && slots[row]! < slot) row++
      if (bundles[row] !== bundle || slots[row] !== slot) continue
      rows[count] = row
      weights[count++] = weightOf(posting)
    }
  }
  return { rows: rows.subarray(0, count), weights: weights.subarray(0, count) }
}

const readNumber = (view: DataView, at: number) => view.getUint32(at) * 4_294_967_296 + view.getUint32(at + 4)

function countDistinct(rows: Uint32Array, all: number): number {
  const has = new Uint8Array(all)
  for (const row of rows) has[row] = 1
  return has.reduce((sum, each) => sum + each, 0)
}

/** Where a number is among ascending ones, or the first of several. */
export function indexOf(numbers: Float64Array, number: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (numbers[middle]! < number) from = middle + 1
    else to = middle
  }
  return from
}
