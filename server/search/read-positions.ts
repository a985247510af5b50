/** Reads the positions of a query's words in documents. */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import { type Layout, unpackLayout } from '../text-index/layout.ts'
import { unpackPositions } from '../text-index/numbers.ts'
import type { FoundTerm } from './find-words.ts'
import { type Counts, rarityOf, spansOf } from './rank-documents.ts'
import type { TermPositions } from './score-passages.ts'

export type ReadDocument = { layout: Layout[]; terms: TermPositions[] }

/** The positions in one document, by the number of the query word. */
type PositionsByWord = Map<number, number[]>

/** @returns by the number of the document. Common terms that were left out of the search have no positions. */
export async function readPositions(
  tx: Tx,
  workspaceId: string,
  ids: number[],
  terms: FoundTerm[],
  counts: Counts,
): Promise<Map<number, ReadDocument>> {
  const positionsByWord = await readWordPositions(tx, workspaceId, ids, terms, counts)
  const { rows } = await sql<{ id: string; layout: Buffer }>`
    select id, layout from search_documents
    where workspace_id = ${workspaceId} and id = any(${ids}::bigint[])`.execute(tx)
  return new Map(
    rows.map(({ id, layout }) => [
      Number(id),
      { layout: unpackLayout(layout), terms: termPositionsOf(terms, positionsByWord.get(id) ?? new Map(), counts) },
    ]),
  )
}

/**
 * One row for each document, because one for each word takes longer to send. Without `offset 0` PostgreSQL would read all
 * words of the documents: it does not know how rare a stem is.
 */
async function readWordPositions(
  tx: Tx,
  workspaceId: string,
  ids: number[],
  terms: FoundTerm[],
  counts: Counts,
): Promise<Map<string, PositionsByWord>> {
  const queryWords = spansOf(terms).flatMap(({ from, to, ...span }, term) =>
    isOmitted({ from, to, ...span }, counts)
      ? []
      : terms[term]!.queryWords.map((queryWord, index) => ({ number: from + index, ...queryWord })),
  )
  const stems = queryWords.flatMap(({ number, stems, prefix }) => stems.map((stem) => ({ number, stem, prefix })))
  const { rows } = await sql<{ document: string; packed: Buffer }>`
    select word.document,
      string_agg(int4send(wanted.number) || int4send(length(word.positions)) || word.positions, '') as packed
    from unnest(${stems.map(({ number }) => number)}::int[], ${stems.map(({ stem }) => stem)}::text[],
      ${stems.map(({ prefix }) => prefix)}::text[]) wanted (number, stem, prefix)
    cross join lateral (select document, word, positions from search_words
      where workspace_id = ${workspaceId} and stem = wanted.stem and document = any(${ids}::bigint[]) offset 0) word
    where wanted.prefix is null or starts_with(word.word, wanted.prefix)
    group by word.document`.execute(tx)
  return new Map(rows.map(({ document, packed }) => [document, unpackWordPositions(packed)]))
}

/**
 * The bytes hold records of three parts: the number of a query word, the length of its positions in bytes, and the positions.
 * A query word with a prefix has a record for each word that it stands for.
 */
function unpackWordPositions(bytes: Buffer): PositionsByWord {
  const positionsByWord: PositionsByWord = new Map()
  for (let at = 0; at < bytes.length; ) {
    const [number, length] = [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)]
    const positions = unpackPositions(bytes.subarray(at + 8, at + 8 + length))
    const earlier = positionsByWord.get(number)
    positionsByWord.set(number, earlier ? earlier.concat(positions) : positions)
    at += 8 + length
  }
  return positionsByWord
}

/** Common words are left out unless a phrase has them, or `-without` excludes them. */
const isOmitted = ({ kind, from, to }: ReturnType<typeof spansOf>[number], { documentsPerWord }: Counts) =>
  kind === 'should' && documentsPerWord.slice(from, to).every((count) => count === null)

function termPositionsOf(terms: FoundTerm[], positionsByWord: PositionsByWord, counts: Counts): TermPositions[] {
  return spansOf(terms).map((span) => {
    const { kind, from, to } = span
    const known = counts.documentsPerWord.slice(from, to).filter((count) => count !== null)
    const rarity = known.length === 0 ? 0 : rarityOf(counts.documents, Math.min(...known)) / 1_000 + 0.5
    const byWord = Array.from({ length: to - from }, (_, index) => positionsByWord.get(from + index) ?? [])
    return { kind, rarity, length: to - from, positions: inSequence(byWord) }
  })
}

/** The positions of the first word at which the other words follow it directly. */
function inSequence([first = [], ...others]: number[][]): number[] {
  const sorted = [...new Set(first)].sort((one, other) => one - other)
  const sets = others.map((positions) => new Set(positions))
  return sorted.filter((position) => sets.every((set, index) => set.has(position + index + 1)))
}
