/** Reads where a query's words are in documents. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { FoundQuery } from './find-words.ts'

/**
 * How many bytes of positions are read for one word of the query in one document. A position takes a byte or two, so
 * these are its first 10,000 positions or more: a meeting of twelve hours has its most frequent word less often.
 */
export const positionLimits = { bytesOfWord: 20_480 }

/** `slot`: its number in the bundle. `layout`: its passages among its words (meetings/text-index/layout.ts). */
export type IndexRow = { bundle: string; slot: number; layout: Buffer }

/**
 * @param most  the bytes of layouts that are read; the first one is read in any case
 * @returns the first of these documents, in their order, by their numbers
 */
export async function readIndexRows(
  tx: Tx,
  workspaceId: string,
  ids: number[],
  most: number,
): Promise<Map<number, IndexRow>> {
  const { rows } = await sql<IndexRow & { id: string }>`
    select id, bundle, slot, layout from (
      select id, bundle, slot, layout, place, sum(octet_length(layout)) over (order by place) - octet_length(layout) as before
      from unnest(${ids}::bigint[]) with ordinality wanted (id, place) join search_documents using (id)
      where workspace_id = ${workspaceId}) document
    where before < ${most}::integer order by place`.execute(tx)
  return new Map(rows.map(({ id, ...row }) => [Number(id), row]))
}

/**
 * About the most bytes that PostgreSQL gathers of a document with so many words, three for a position. A prefix has many
 * words of the index, and each of them is cut.
 * @param read  the numbers of the words to read
 */
export function bytesOfPositions({ words }: FoundQuery, read: Set<number>, wordsOfDocument: number): number {
  const some = words.filter((_, number) => read.has(number))
  const prefixes = some.filter(({ prefix }) => prefix !== null).length
  const all = 3 * wordsOfDocument
  return Math.min((some.length - prefixes) * positionLimits.bytesOfWord, all) + prefixes * all
}

/**
 * One row for each document, because one for each word takes longer to send. With `offset 0` each stem is looked up:
 * PostgreSQL does not know how rare one is, and would read all words of the documents (37 ms for a question in 2,000
 * meetings, 1.8 s without). `is true` keeps the list of documents from becoming a join: it is hashed once, and the
 * postings of a bundle are unpacked once for all of its documents. Joined, 400 documents took 380 ms instead of 35.
 * @param read  the numbers of the words to read
 * @returns by the number of the document, in the form that `unpackWordPositions` reads
 */
export async function readPositions(
  tx: Tx,
  workspaceId: string,
  documents: Map<number, IndexRow>,
  { words }: FoundQuery,
  read: Set<number>,
): Promise<Map<number, Buffer>> {
  const most = sql`${positionLimits.bytesOfWord}::integer`
  const places = [...documents.values()]
  const [bundles, slots] = [places.map(({ bundle }) => bundle), places.map(({ slot }) => slot)]
  const wanted = words.flatMap(({ stems, prefix, withUnaccented }, number) =>
    read.has(number) ? stems.map((stem) => ({ number, stem, prefix, withUnaccented })) : [],
  )
  const { rows } = await sql<{ bundle: string; slot: number; packed: Buffer }>`
    select bundle, slot, string_agg(int4send(number) || int4send(length(records)) || records, '') as packed from (
      select bundle, slot, number, substr(string_agg(int4send(length(here)) || here, ''), 1, ${most}) as records
      from unnest(${wanted.map(({ number }) => number)}::int[], ${wanted.map(({ stem }) => stem)}::text[],
        ${wanted.map(({ prefix }) => prefix)}::text[], ${wanted.map(({ withUnaccented }) => withUnaccented)}::boolean[])
        wanted (number, stem, prefix, with_unaccented)
      cross join lateral (
        select bundle, slot_of(posting) as slot, substr(each.positions, 1, ${most}) as here
        from search_words, unnest(postings, search_words.positions) each (posting, positions)
        where workspace_id = ${workspaceId} and stem = wanted.stem and (wanted.with_unaccented or not unaccented)
          and (wanted.prefix is null or starts_with(word, wanted.prefix)) and bundle = any(${[...new Set(bundles)]}::bigint[])
          and ((bundle, slot_of(posting)) in (select * from unnest(${bundles}::bigint[], ${slots}::int[]))) is true
        offset 0) found
      group by bundle, slot, number) word
    group by bundle, slot`.execute(tx)
  const packedAt = new Map(rows.map(({ bundle, slot, packed }) => [`${bundle} ${slot}`, packed]))
  const found = documents.entries().map(([id, { bundle, slot }]) => [id, packedAt.get(`${bundle} ${slot}`)] as const)
  return new Map(found.filter((each): each is [number, Buffer] => each[1] !== undefined))
}
