/** Reads where a query's words are in documents. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { FoundQuery } from './find-words.ts'

/**
 * How many bytes of positions are read for one word of the query in one document. A position takes a byte or two, so
 * these are its first 10,000 positions or more: a meeting of twelve hours has its most frequent word less often.
 */
export const positionLimits = { bytesOfWord: 20_480 }

/** By the number of the document: its passages among its words (meetings/text-index/layout.ts). */
export async function readLayouts(tx: Tx, workspaceId: string, ids: number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ id: string; layout: Buffer }>`
    select id, layout from search_documents
    where workspace_id = ${workspaceId} and id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, layout }) => [Number(id), layout]))
}

/** The most bytes that `readPositions` returns for a document with so many words, but for words of many prefixes. */
export function bytesOfPositions({ words }: FoundQuery, wordsOfDocument: number): number {
  const prefixes = words.filter(({ prefix }) => prefix !== null).length
  return Math.min(words.length * positionLimits.bytesOfWord, 3 * wordsOfDocument * (1 + prefixes))
}

/**
 * One row for each document, because one for each word takes longer to send. With `offset 0` each stem is looked up:
 * PostgreSQL does not know how rare one is, and would read all words of the documents (37 ms for a question in 2,000
 * meetings, 1.8 s without).
 * @param read  the numbers of the words to read
 * @returns by the number of the document, in the form that `unpackWordPositions` reads
 */
export async function readPositions(
  tx: Tx,
  workspaceId: string,
  ids: number[],
  { words }: FoundQuery,
  read: Set<number>,
): Promise<Map<number, Buffer>> {
  const most = sql`${positionLimits.bytesOfWord}::integer`
  const wanted = words.flatMap(({ stems, prefix, withUnaccented }, number) =>
    read.has(number) ? stems.map((stem) => ({ number, stem, prefix, withUnaccented })) : [],
  )
  const { rows } = await sql<{ document: string; packed: Buffer }>`
    with document as materialized (
      select id, bundle, slot from search_documents where workspace_id = ${workspaceId} and id = any(${ids}::bigint[]))
    select document, string_agg(int4send(number) || int4send(length(records)) || records, '') as packed from (
      select document.id as document, wanted.number,
        substr(string_agg(int4send(length(here)) || here, ''), 1, ${most}) as records
      from unnest(${wanted.map(({ number }) => number)}::int[], ${wanted.map(({ stem }) => stem)}::text[],
        ${wanted.map(({ prefix }) => prefix)}::text[], ${wanted.map(({ withUnaccented }) => withUnaccented)}::boolean[])
        wanted (number, stem, prefix, with_unaccented)
      cross join lateral (select bundle, word, postings, positions from search_words
        where workspace_id = ${workspaceId} and stem = wanted.stem and (wanted.with_unaccented or not unaccented)
          and bundle = any(array(select bundle from document)) offset 0) word
      cross join lateral unnest(word.postings, word.positions) each (posting, positions)
      join document on document.bundle = word.bundle and document.slot = slot_of(posting)
      cross join lateral (select substr(each.positions, 1, ${most})) cut (here)
      where wanted.prefix is null or starts_with(word.word, wanted.prefix)
      group by document.id, wanted.number) word
    group by document`.execute(tx)
  return new Map(rows.map(({ document, packed }) => [Number(document), packed]))
}
