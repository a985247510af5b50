/** Where the words of a query stand in documents. */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import { type Layout, unpackLayout } from '../text-index/layout.ts'
import { unpackPositions } from '../text-index/numbers.ts'
import type { FoundTerm } from './find-words.ts'
import { type Counts, rarityOf, spansOf } from './rank-documents.ts'
import type { Standing } from './score-passages.ts'

export type ReadDocument = { layout: Layout[]; standings: Standing[] }

/** Where each unit stands in one document, by the number of the unit. */
type Places = Map<number, number[]>

/** @returns by the number of the document; terms that were left out for being common stand nowhere */
export async function readStandings(
  tx: Tx,
  workspaceId: string,
  ids: number[],
  terms: FoundTerm[],
  counts: Counts,
): Promise<Map<number, ReadDocument>> {
  const places = await readPlaces(tx, workspaceId, ids, terms, counts)
  const { rows } = await sql<{ id: string; layout: Buffer }>`
    select id, layout from search_documents
    where workspace_id = ${workspaceId} and id = any(${ids}::bigint[])`.execute(tx)
  return new Map(
    rows.map(({ id, layout }) => [
      Number(id),
      { layout: unpackLayout(layout), standings: standingsOf(terms, places.get(id) ?? new Map(), counts) },
    ]),
  )
}

/**
 * One row a document, because a row a word costs time on its way. Without `offset 0` PostgreSQL, which knows nothing of how rare
 * a stem is, would read all words of the documents.
 */
async function readPlaces(
  tx: Tx,
  workspaceId: string,
  ids: number[],
  terms: FoundTerm[],
  counts: Counts,
): Promise<Map<string, Places>> {
  const units = spansOf(terms).flatMap(({ from, to, ...span }, term) =>
    isLeftOut({ from, to, ...span }, counts)
      ? []
      : terms[term]!.units.map((unit, index) => ({ number: from + index, ...unit })),
  )
  const stems = units.flatMap(({ number, stems, prefix }) => stems.map((stem) => ({ number, stem, prefix })))
  const { rows } = await sql<{ document: string; places: Buffer }>`
    select word.document,
      string_agg(int4send(unit.number) || int4send(length(word.positions)) || word.positions, '') as places
    from unnest(${stems.map(({ number }) => number)}::int[], ${stems.map(({ stem }) => stem)}::text[],
      ${stems.map(({ prefix }) => prefix)}::text[]) unit (number, stem, prefix)
    cross join lateral (select document, word, positions from search_words
      where workspace_id = ${workspaceId} and stem = unit.stem and document = any(${ids}::bigint[]) offset 0) word
    where unit.prefix is null or starts_with(word.word, unit.prefix)
    group by word.document`.execute(tx)
  return new Map(rows.map(({ document, places }) => [document, unpackPlaces(places)]))
}

/** Again and again the number of a unit, how many bytes its positions take, and these; a unit has one for each of its words. */
function unpackPlaces(bytes: Buffer): Places {
  const places: Places = new Map()
  for (let at = 0; at < bytes.length; ) {
    const [number, length] = [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)]
    const positions = unpackPositions(bytes.subarray(at + 8, at + 8 + length))
    const known = places.get(number)
    places.set(number, known ? known.concat(positions) : positions)
    at += 8 + length
  }
  return places
}

/** A common word counts only in a phrase, or where it must not stand. */
const isLeftOut = ({ kind, from, to }: ReturnType<typeof spansOf>[number], { having }: Counts) =>
  kind === 'should' && having.slice(from, to).every((count) => count === null)

function standingsOf(terms: FoundTerm[], places: Places, counts: Counts): Standing[] {
  return spansOf(terms).map((span) => {
    const { kind, from, to } = span
    const known = counts.having.slice(from, to).filter((count) => count !== null)
    const rarity = known.length === 0 ? 0 : rarityOf(counts.documents, Math.min(...known)) / 1_000 + 0.5
    const byUnit = Array.from({ length: to - from }, (_, index) => places.get(from + index) ?? [])
    return { kind, rarity, length: to - from, positions: inSequence(byUnit) }
  })
}

/** Where the first word stands with the others right behind it. */
function inSequence([first = [], ...others]: number[][]): number[] {
  const sorted = [...new Set(first)].sort((one, other) => one - other)
  const sets = others.map((positions) => new Set(positions))
  return sorted.filter((position) => sets.every((set, index) => set.has(position + index + 1)))
}
