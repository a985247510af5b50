/** Finds the stems that the terms of a query stand for: in every language that the caller reads, or all with the same beginning. */
import { sql } from 'kysely'
import { plain } from '../../meetings/text-index/words.ts'
import type { Reader } from '../../people/caller/caller.ts'
import { probe, type Tx } from '../../platform/postgres/db.ts'
import type { Term } from './parse-query.ts'
import type { RankedTerm } from './rank-documents.ts'
import { isRequestWord } from './request-words.ts'
import { seenDocuments } from './seen-documents.ts'

/**
 * A word of a query. The index is read by its `stems`; with a `prefix` only words that begin with it count. `role`: whether
 * it is a stop word of a language, asks ("summarize"), or is what is asked about. `withUnaccented`: whether also words that have this stem without their accents count; those
 * of a word with accents have its own stem too.
 */
export type QueryWord = { stems: string[]; prefix: string | null; role: WordRole; withUnaccented: boolean }
export type WordRole = 'content' | 'request' | 'common'

/** The terms name their words by index; equal words are one. */
export type FoundQuery = { terms: RankedTerm[]; words: QueryWord[] }

/**
 * `words`: how many words the prefixes of a query may stand for, the first ones that the caller may read, in the order of
 * the alphabet; each prefix has an equal share. `examined`: how many words of the index are examined for them: in a large
 * workspace the caller may read only few.
 */
export const prefixLimits = { words: 1_000, examined: 20_000 }

/** @param newest  documents with a higher number do not count; null for the first page */
export async function findWords(tx: Tx, caller: Reader, terms: Term[], newest: number | null): Promise<FoundQuery> {
  const words = [...new Set(terms.flatMap((term) => term.words))]
  const languages = await languagesOf(tx, caller, newest)
  const { rows } = await sql<{
    word: string
    stems: string[]
    isCommon: boolean
    isAccented: boolean
    dictionaries: string[]
  }>`
    select word, array_agg(distinct stem) || array_agg(distinct bare_stem) as stems, bool_or(stem <> bare_stem) as "isAccented",
      bool_or('{}' in (ts_lexize(dictionary, word), ts_lexize(dictionary, bare))) as "isCommon",
      array_agg(distinct dictionary::text) as dictionaries
    from unnest(${words}::text[], ${words.map(plain)}::text[]) typed (word, bare),
      unnest(${languages}::text[]::regdictionary[]) dictionary,
      lateral (select stem_of(dictionary, word) as stem, stem_of(dictionary, bare) as bare_stem) form
    group by word`.execute(tx)
  const known = new Map(rows.map((row) => [row.word, row]))
  const queryWordOf = (word: string): QueryWord => {
    const { stems = [], isCommon = false, isAccented = false, dictionaries = [] } = known.get(word) ?? {}
    const role = isCommon ? 'common' : isRequestWord(plain(word), dictionaries) ? 'request' : 'content'
    return { stems: [...new Set(stems)].sort(), role, prefix: null, withUnaccented: !isAccented }
  }
  const prefixes = new Set(terms.flatMap(({ isPrefix, words }) => (isPrefix ? [plain(words.at(-1)!)] : [])))
  const stemsBy = await stemsOfPrefixes(tx, caller, [...prefixes])
  const wordOfPrefix = (prefix: string): QueryWord => {
    const stems = stemsBy.get(prefix) ?? []
    return { stems: stems.sort(), prefix, role: 'content', withUnaccented: false }
  }
  const numbers = new Map<string, number>()
  const distinct: QueryWord[] = []
  const numberOf = (word: QueryWord) => {
    const key = JSON.stringify(word)
    if (!numbers.has(key)) numbers.set(key, distinct.push(word) - 1)
    return numbers.get(key)!
  }
  const found: RankedTerm[] = []
  for (const { kind, words, isPrefix } of terms) {
    const queryWords = words.map(queryWordOf)
    if (isPrefix) queryWords[queryWords.length - 1] = wordOfPrefix(plain(words.at(-1)!))
    found.push({ kind, words: queryWords.map(numberOf) })
  }
  return { terms: found, words: distinct }
}

/**
 * The text search dictionaries of what the caller may read: by a language of others, words would be common or have other
 * stems, which reveals that it exists. What the caller may read is looked at only where the workspace has several.
 */
async function languagesOf(tx: Tx, caller: Reader, newest: number | null): Promise<string[]> {
  const workspaceId = caller.workspace.id
  const isKnown = newest === null ? sql`true` : sql`id <= ${newest}::bigint`
  const { rows: all } = await sql<{ language: string }>`
    with recursive found (language) as (
      (select language from search_documents where workspace_id = ${workspaceId} and ${isKnown} order by language limit 1)
      union all
      select (select language from search_documents where workspace_id = ${workspaceId} and language > found.language
        and ${isKnown} order by language limit 1) from found where language is not null)
    select language from found where language is not null`.execute(tx)
  if (caller.superAdmin || all.length < 2) return all.map(({ language }) => language)
  const { rows } = await sql<{ language: string }>`
    with seen as materialized (${seenDocuments(caller, {})})
    select distinct language from seen join search_documents using (id)
    where workspace_id = ${workspaceId} and ${isKnown} order by language`.execute(tx)
  return rows.map(({ language }) => language)
}

/**
 * Goes along the index from one word to the next: its cost does not grow with the documents that have a word. Words
 * that the caller may not read do not count: their stems would change the scores, and so reveal that they exist. What the
 * caller sees is read once for all prefixes: a query of 36 took a minute for somebody with 250,000 items.
 */
async function stemsOfPrefixes(tx: Tx, caller: Reader, prefixes: string[]): Promise<Map<string, string[]>> {
  if (prefixes.length === 0) return new Map()
  const workspaceId = caller.workspace.id
  const [most, examined] = [prefixLimits.words, prefixLimits.examined].map((all) => Math.ceil(all / prefixes.length))
  // With `is true` PostgreSQL asks for one word after the other. Without, it reads all words of all that is seen: 739 ms
  // instead of 95 for `s*` in 2,000 meetings, and more than 10 s before there are statistics.
  const isSeen = caller.superAdmin
    ? sql`true`
    : probe(sql`select from search_words, unnest(postings) posting
        where workspace_id = ${workspaceId} and word = found.word and stem = found.stem
        and ((bundle, slot_of(posting)) in (select bundle, slot from seen)) is true`)
  // Without the upper bound PostgreSQL would read on after the last word with this beginning, to the end of the index.
  const begins = sql`starts_with(word, prefix) and word < prefix || ${'\u{10ffff}'}`
  const { rows } = await sql<{ prefix: string; stems: string[] }>`
    with recursive seen as materialized (${seenDocuments(caller, {})}),
    wanted as (select * from unnest(${prefixes}::text[]) wanted (prefix)),
    found (prefix, word, stem, number) as (
      (select prefix, word, stem, 1 from wanted, lateral (
        select word, stem from search_words
        where workspace_id = ${workspaceId} and word >= prefix and ${begins}
        order by word, stem limit 1) first)
      union all
      select prefix, next.word, next.stem, found.number + 1 from found, lateral (
        select word, stem from search_words
        where found.number < ${examined}::integer and workspace_id = ${workspaceId} and (word, stem) > (found.word, found.stem) and ${begins}
        order by word, stem limit 1) next)
    select wanted.prefix, array(select distinct stem from (
      select stem from found where found.prefix = wanted.prefix and ${isSeen} limit ${most}) begun) as stems
    from wanted`.execute(tx)
  return new Map(rows.map(({ prefix, stems }) => [prefix, stems]))
}
