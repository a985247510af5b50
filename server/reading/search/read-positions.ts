/** Reads where a query's words are in documents. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { FoundQuery } from './find-words.ts'

/**
 * How many bytes of positions are read for one word of the query in one document. A position takes a byte or two, so
 * these are its first 10,000 positions or more: a meeting of twelve hours has its most frequent word less often.
 */
export const positionLimits = { bytesOfWord: 20_480 }

/** Where a document is in the index, and its passages among its words (meetings/text-index/layout.ts). */
export type Place = { bundle: string; slot: number; layout: Buffer }

/** By the number of the document. */
export async function readPlaces(tx: Tx, workspaceId: string, ids: number[]): Promise<Map<number, Place>> {
  const { rows } = await sql<Place & { id: string }>`
    select id, bundle, slot, layout from search_documents
    where workspace_id = ${workspaceId} and id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, ...place }) => [Number(id), place]))
}

/** The most bytes that `readPositions` returns for a document with so many words, but for words of many prefixes. */
export function bytesOfPositions({ words }: FoundQuery, wordsOfDocument: number): number {
  const prefixes = words.filter(({ prefix }) => prefix !== null).length
  return Math.min(words.length * positionLimits.bytesOfWord, 3 * wordsOfDocument * (1 + prefixes))
}

/**
 * One row for each document, because one for each word takes longer to send. With `offset 0` each stem is looked up:
 * PostgreSQL does not know how rare one is, and would read all words of the documents (37 ms for a question in 2,000
 * meetings, 1.8 s without). With `is true` the places are hashed once, and the postings of a bundle are unpacked once for
 * all its documents, whatever PostgreSQL believes of them: 400 documents take 35 ms, joined they took 380.
 * @param read  the numbers of the words to read
 * @returns by the number of the document, in the form that `unpackWordPositions` reads
 */
export async function readPositions(
  tx: Tx,
  workspaceId: string,
  places: Map<number, Place>,
  { words }: FoundQuery,
  read: Set<number>,
): Promise<Map<number, Buffer>> {
  const most = sql`${positionLimits.bytesOfWord}::integer`
  const [bundles, slots] = [
    [...places.values()].map(({ bundle }) => bundle),
    [...places.values()].map(({ slot }) => slot),
  ]
  const wanted = words.flatMap(({ stems, prefix, withUnaccented }, number) =>
    read.has(number) ? stems.map((stem) => ({ number, stem, prefix, withUnaccented })) : [],
  )
  const { rows } = await sql<{ bundle: string; slot: number; packed: Buffer }>`
    select bundle, slot, string_agg(int4send(number) || int4send(length(records)) || records, '') as packed from (
      select word.bundle, word.slot, wanted.number,
        substr(string_agg(int4send(length(here)) || here, ''), 1, ${most}) as records
      from unnest(${wanted.map(({ number }) => number)}::int[], ${wanted.map(({ stem }) => stem)}::text[],
        ${wanted.map(({ prefix }) => prefix)}::text[], ${wanted.map(({ withUnaccented }) => withUnaccented)}::boolean[])
        wanted (number, stem, prefix, with_unaccented)
      cross join lateral (
        select bundle, word, slot_of(posting) as slot, substr(each.positions, 1, ${most}) as here
        from search_words, unnest(postings, search_words.positions) each (posting, positions)
        where workspace_id = ${workspaceId} and stem = wanted.stem and (wanted.with_unaccented or not unaccented)
          and bundle = any(${bundles}::bigint[])
          and ((bundle, slot_of(posting)) in (select * from unnest(${bundles}::bigint[], ${slots}::int[]))) is true
        offset 0) word
      where wanted.prefix is null or starts_with(word.word, wanted.prefix)
      group by word.bundle, word.slot, wanted.number) word
    group by bundle, slot`.execute(tx)
  const packedAt = new Map(rows.map(({ bundle, slot, packed }) => [`${bundle} ${slot}`, packed]))
  const found = places.entries().map(([id, { bundle, slot }]) => [id, packedAt.get(`${bundle} ${slot}`)] as const)
  return new Map(found.filter((each): each is [number, Buffer] => each[1] !== undefined))
}
