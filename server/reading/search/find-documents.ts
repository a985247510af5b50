/**
 * Finds the documents that have words of a query, among those that the caller sees, and orders them by time (decision 44
 * on search).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../people/caller/caller.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { FoundQuery, WordRole } from './find-words.ts'
import { joinThings } from './join-things.ts'
import { indexOf, type Postings, type RankedDocuments } from './rank-documents.ts'
import type { OrderedDocument } from './score-documents.ts'
import { type SearchFilters, seenDocuments } from './seen-documents.ts'

export const postingLimits = {
  /** Words of documents that a search reads, 8 bytes each; of a bundle no more than documents that are seen. The workspace has 100,000 meetings where a question has more. */
  entries: 1_000_000,
  /**
   * Bundles of what is seen, in which each stem is looked up. If there are more, also of bundles and stems together, all rows
   * of the stems in the workspace are read: PostgreSQL 15 and 16 look up one after the other.
   */
  bundles: 5_000,
  lookups: 1_500_000,
}

/**
 * The statement is planned by its values (search.ts). Whole rows of words go to `rank-documents`, because PostgreSQL takes
 * five times as long to join their postings with documents. With `offset 0` each stem is looked up: before there are
 * statistics, `s*` in 2,000 meetings read 29,100 pages, and 522,627 without.
 * @returns the postings, and the highest number of the documents that are searched
 */
export async function findDocuments(
  tx: Tx,
  caller: Reader,
  filters: SearchFilters,
  query: FoundQuery,
): Promise<Postings & { newest: number }> {
  const lookedUp = wordsToLookUp(query)
  // Words with a prefix come last: they have the most documents, and the limit leaves out the last ones.
  const stems = query.words
    .flatMap(({ stems, prefix, withUnaccented }, number) =>
      lookedUp.has(number) ? stems.map((stem) => ({ number, stem, withUnaccented, isLast: prefix !== null })) : [],
    )
    .sort((one, other) => Number(one.isLast) - Number(other.isLast))
  const searchesAll = caller.superAdmin && Object.values(filters).every((value) => value == null)
  const seen = searchesAll
    ? sql`select id, bundle, slot from search_documents where workspace_id = ${caller.workspace.id}`
    : seenDocuments(caller, filters)
  const wordsOf = (isThere: RawBuilder<unknown>) => sql`select bundle, postings from search_words
    where workspace_id = ${caller.workspace.id} and stem = wanted.stem and (wanted.with_unaccented or not unaccented) and ${isThere}`
  const wordsInSeen = sql`${wordsOf(sql`bundle = any((select few from bundles_seen)::bigint[])`)}
    union all ${wordsOf(sql`(select few is null from bundles_seen) and bundle in (select bundle from seen)`)}`
  const few = Math.min(postingLimits.bundles, Math.floor(postingLimits.lookups / Math.max(1, stems.length)))
  type Row = { documents: number; newest: string; number: number | null; list: Buffer | null }
  const { rows } = await sql<Row>`
    with seen as materialized (${seen}),
    bundles_seen as materialized (
      select case when count(*) <= ${few}::integer then coalesce(array_agg(bundle order by bundle), '{}') end as few
      from (select distinct bundle from seen) each_once),
    words as materialized (
      select wanted.number, wanted.place, bundle, postings from unnest(${stems.map(({ number }) => number)}::int[], ${stems.map(({ stem }) => stem)}::text[],
          ${stems.map(({ withUnaccented }) => withUnaccented)}::boolean[]) with ordinality wanted (number, stem, with_unaccented, place)
        cross join lateral (${searchesAll ? wordsOf(sql`true`) : wordsInSeen} offset 0) word),
    in_bundles as materialized (select * from seen where bundle in (select bundle from words)),
    found as materialized (
      select number, bundle, array_send(postings) as postings from (
        select number, bundle, postings,
          sum(least(cardinality(postings), documents)) over (order by place, bundle rows unbounded preceding) as entries
        from words join (select bundle, count(*) as documents from in_bundles group by bundle) counted using (bundle)) summed
      where entries <= ${postingLimits.entries}::integer),
    lists (number, list) as (
      select null, string_agg(int8send(bundle) || int4send(slot) || int8send(id), '' order by bundle, slot)
      from in_bundles where bundle in (select bundle from found)
      union all
      select number, string_agg(int8send(bundle) || int4send(length(postings)) || postings, '') from found group by number)
    select number, list, documents, newest
    from lists, (select count(*)::int as documents, coalesce(max(id), 0) as newest from seen) counts`.execute(tx)
  const byNumber = new Map(rows.map(({ number, list }) => [number, list]))
  const listOf = (number: number | null) => byNumber.get(number) ?? Buffer.alloc(0)
  const lists = query.words.map((_, number) => (lookedUp.has(number) ? listOf(number) : null))
  return { documents: rows[0]!.documents, newest: Number(rows[0]!.newest), seen: listOf(null), lists }
}

/**
 * Common words are in nearly every document, and words that ask answer nothing unless a phrase has them. They are looked
 * up only if a query has no others. Words that must not be there are not looked up: each passage is checked for them later.
 */
function wordsToLookUp({ terms, words }: FoundQuery): Set<number> {
  const wanted = terms.flatMap(({ kind, words: some }) => {
    const inPhrase = (role: WordRole) => (kind === 'must' && role === 'request' ? 'content' : role)
    return kind === 'not' ? [] : some.map((word) => ({ word, role: inPhrase(words[word]!.role) }))
  })
  const best = (['content', 'request', 'common'] as const).find((role) => wanted.some((each) => each.role === role))
  return new Set(wanted.filter(({ role }) => role === best).map(({ word }) => word))
}

/**
 * The order by the time of the meeting, the latest first: by the start of the event; without an event by the creation of the recording, item or note.
 * @param ranked  in the order of their numbers
 * @returns the latest that come after `after`
 */
export async function orderByTime(
  tx: Tx,
  caller: Reader,
  { ids, scores }: RankedDocuments,
  { most, after }: { most: number; after: { key: number; id: number } | null },
): Promise<OrderedDocument[]> {
  const comesAfter = after ? sql`(at, id) < (${new Date(after.key)}::timestamptz, ${after.id}::bigint)` : sql`true`
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, at from (
      select document.id, coalesce(event.starts_at, decision.created_at, recording.created_at, item.created_at, note.created_at) as at
      from search_documents document
      ${joinThings(caller)}
      where document.workspace_id = ${caller.workspace.id} and document.id = any(${`{${ids.join(',')}}`}::bigint[])) timed
    where ${comesAfter} order by at desc, id desc limit ${most}::integer`.execute(tx)
  return rows.map(({ id, at }) => ({ id: Number(id), score: scores[indexOf(ids, Number(id))]!, key: at.getTime() }))
}
