/** Finds the documents that have words of a query, among those that the caller sees (decision 44 on search). */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import { planAnew } from '../platform/postgres/preparing-client.ts'
import type { Caller } from '../workspace/caller.ts'
import type { FoundQuery, WordRole } from './find-words.ts'
import type { Postings } from './rank-documents.ts'
import { type SearchFilters, seenDocuments } from './seen-documents.ts'

/** Words of documents that a search reads, 12 bytes each. The workspace has 100,000 meetings where a question has more. */
export const postingLimits = { entries: 1_000_000 }

/**
 * Planned anew: how a person's documents are best read depends on how much they see. With a kept plan, somebody who sees
 * 70,000 of 200,000 notes waited five times as long.
 * @returns the postings, and the highest number of the documents that are searched
 */
export async function findDocuments(
  tx: Tx,
  caller: Caller,
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
  const { rows } = await sql<{ documents: number; newest: string; number: number | null; list: Buffer }>`
    with seen as materialized (${seen}),
    found as (
      select wanted.number, seen.id as document, posting & 4095 as weight
      from unnest(${stems.map(({ number }) => number)}::int[], ${stems.map(({ stem }) => stem)}::text[],
        ${stems.map(({ withUnaccented }) => withUnaccented)}::boolean[]) wanted (number, stem, with_unaccented)
      cross join lateral (select bundle, postings from search_words where workspace_id = ${caller.workspace.id}
        and stem = wanted.stem and (wanted.with_unaccented or not unaccented) offset 0) word
      cross join lateral unnest(word.postings) posting
      join seen on seen.bundle = word.bundle and seen.slot = posting >> 12
      limit ${postingLimits.entries}::integer),
    counted as (select count(*)::int as documents, coalesce(max(id), 0) as newest from seen)
    select counted.*, list.number, list.list from counted left join (
      select number, string_agg(int8send(document) || int4send(weight), '') as list from found group by number) list on true ${planAnew}`.execute(
    tx,
  )
  const byNumber = new Map(rows.map(({ number, list }) => [number, list]))
  const lists = query.words.map((_, number) =>
    lookedUp.has(number) ? (byNumber.get(number) ?? Buffer.alloc(0)) : null,
  )
  return { documents: rows[0]!.documents, newest: Number(rows[0]!.newest), lists }
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
