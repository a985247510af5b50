/** The order in which documents are read: first those with the most of a query's rare words (decision 44 on search). *Pure.* */

/** A term of the query as ranking and scoring know it: a number for each of its words, the same for equal words. */
export type RankedTerm = { kind: 'should' | 'must' | 'not'; words: number[] }

/** 1,000 times the rarity of BM25, as a whole number: so the order of documents is the same on every page. */
export const rarityOf = (documents: number, withWord: number) =>
  Math.round(1_000 * Math.log(1 + Math.max(0, documents - withWord + 0.5) / (withWord + 0.5)))

/** How many documents were searched, and how many had each word, by its number; null for a word that was not looked up. */
export type Counts = { documents: number; withWord: (number | null)[] }

/** What the index has of each word: 12 bytes for a document, its number and the word's weight in it. Null as above. */
export type Postings = { documents: number; lists: (Uint8Array | null)[] }

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
  const entries = postings.lists.map((list) => list && readEntries(list))
  const ids = distinct(entries)
  const rows = entries.map((list) => list && Uint32Array.from(list.ids, (id) => indexOf(ids, id)))
  const counts = known ?? {
    documents: postings.documents,
    withWord: rows.map((list) => list && countDistinct(list, ids.length)),
  }
  const scores = new Float64Array(ids.length)
  // Of each document: how many `must` terms it has, and whether it has any term.
  const [musts, any] = [new Uint32Array(ids.length), new Uint8Array(ids.length)]
  let required = 0
  for (const { kind, words } of terms) {
    if (kind === 'not') continue
    const lookedUp = words.filter((word) => rows[word])
    const had = new Uint32Array(ids.length)
    for (const [number, word] of lookedUp.entries()) {
      const rarity = rarityOf(counts.documents, counts.withWord[word] ?? 0)
      for (const [entry, row] of rows[word]!.entries()) {
        scores[row]! += rarity * entries[word]!.weights[entry]!
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
  return { ...(best ? theBest(ranked, ids, scores, best) : columns(ranked, ids, scores)), counts }
}

function theBest(
  ranked: Uint32Array,
  ids: Float64Array,
  scores: Float64Array,
  { most, after }: NonNullable<Ranking['best']>,
): RankedDocuments {
  const comesAfter = (row: number) =>
    !after || scores[row]! < after.key || (scores[row] === after.key && ids[row]! < after.id)
  const rest = ranked.filter(comesAfter).sort((one, other) => scores[other]! - scores[one]! || ids[other]! - ids[one]!)
  return columns(rest.subarray(0, most), ids, scores)
}

const columns = (rows: Uint32Array, ids: Float64Array, scores: Float64Array): RankedDocuments => ({
  ids: Float64Array.from(rows, (row) => ids[row]!),
  scores: Float64Array.from(rows, (row) => scores[row]!),
})

type Entries = { ids: Float64Array; weights: Int32Array }

function readEntries(list: Uint8Array): Entries {
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength)
  const count = list.byteLength / 12
  const [ids, weights] = [new Float64Array(count), new Int32Array(count)]
  for (let entry = 0; entry < count; entry++) {
    ids[entry] = view.getUint32(12 * entry) * 4_294_967_296 + view.getUint32(12 * entry + 4)
    weights[entry] = view.getInt32(12 * entry + 8)
  }
  return { ids, weights }
}

/** In order. */
function distinct(lists: (Entries | null)[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, list) => sum + (list?.ids.length ?? 0), 0))
  let at = 0
  for (const list of lists) {
    if (!list) continue
    all.set(list.ids, at)
    at += list.ids.length
  }
  all.sort()
  return all.filter((id, index) => id !== all[index - 1])
}

function countDistinct(rows: Uint32Array, all: number): number {
  const has = new Uint8Array(all)
  for (const row of rows) has[row] = 1
  return has.reduce((sum, each) => sum + each, 0)
}

/** Where an id is among ascending ones. */
export function indexOf(ids: Float64Array, id: number): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (ids[middle]! < id) from = middle + 1
    else to = middle
  }
  return from
}
