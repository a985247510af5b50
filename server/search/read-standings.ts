/** Where the words of a query stand in documents. */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import { type Layout, unpackLayout } from '../text-index/layout.ts'
import { unpackPositions } from '../text-index/numbers.ts'
import type { FoundTerm } from './find-words.ts'
import { type Counts, rarityOf, spansOf } from './rank-documents.ts'
import type { Standing } from './score-passages.ts'

export type ReadDocument = { layout: Layout[]; standings: Standing[] }

/** @returns by the number of the document; terms that were left out for being common stand nowhere */
export async function readStandings(
  tx: Tx,
  workspaceId: string,
  ids: number[],
  terms: FoundTerm[],
  counts: Counts,
): Promise<Map<number, ReadDocument>> {
  const units = terms.flatMap(({ units }) => units)
  const stems = units.flatMap(({ stems }, number) => stems.map((stem) => ({ number, stem })))
  const { rows: words } = await sql<{ document: string; number: number; word: string; positions: Buffer }>`
    select word.document, unit.number, word.word, word.positions
    from unnest(${stems.map(({ number }) => number)}::int[], ${stems.map(({ stem }) => stem)}::text[]) unit (number, stem)
    join search_words word on word.workspace_id = ${workspaceId} and word.stem = unit.stem
      and word.document = any(${ids}::bigint[])`.execute(tx)
  const { rows: layouts } = await sql<{ id: string; layout: Buffer }>`
    select id, layout from search_documents where workspace_id = ${workspaceId} and id = any(${ids}::bigint[])`.execute(
    tx,
  )

  const standing = new Map(layouts.map(({ id }) => [id, units.map((): number[] => [])]))
  for (const { document, number, word, positions } of words) {
    const { words: meant } = units[number]!
    if (meant !== null && !meant.includes(word)) continue
    // One by one: a call takes only so many arguments, and a word may stand in a million places.
    for (const position of unpackPositions(positions)) standing.get(document)![number]!.push(position)
  }
  return new Map(
    layouts.map(({ id, layout }) => [
      Number(id),
      { layout: unpackLayout(layout), standings: standingsOf(terms, standing.get(id)!, counts) },
    ]),
  )
}

function standingsOf(terms: FoundTerm[], byUnit: number[][], { documents, having }: Counts): Standing[] {
  return spansOf(terms).map(({ kind, from, to }) => {
    const known = having.slice(from, to).filter((count) => count !== null)
    // A common word counts only in a phrase, or where it must not stand.
    const isLeftOut = kind === 'should' && known.length === 0
    const rarity = known.length === 0 ? 0 : rarityOf(documents, Math.min(...known)) / 1_000 + 0.5
    return { kind, rarity, length: to - from, positions: isLeftOut ? [] : inSequence(byUnit.slice(from, to)) }
  })
}

/** Where the first word stands with the others right behind it. */
function inSequence([first, ...others]: number[][]): number[] {
  const sorted = [...new Set(first)].sort((one, other) => one - other)
  const sets = others.map((positions) => new Set(positions))
  return sorted.filter((position) => sets.every((set, index) => set.has(position + index + 1)))
}
