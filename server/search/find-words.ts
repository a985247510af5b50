/** Finds the stems that the terms of a query stand for: in every language of the workspace, or all with the same beginning. */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import type { Term } from './parse-query.ts'

/**
 * A word of a term. The index is read by its `stems`; with a `prefix` only words that begin with it count. `isCommon`: it
 * is a stop word of a language.
 */
export type QueryWord = { stems: string[]; prefix: string | null; isCommon: boolean }
export type FoundTerm = Omit<Term, 'words'> & { queryWords: QueryWord[] }

/** How many words a prefix may stand for: the first ones in the order of the alphabet. */
const mostWithPrefix = 1_000

export async function findWords(tx: Tx, workspaceId: string, terms: Term[]): Promise<FoundTerm[]> {
  const words = [...new Set(terms.flatMap((term) => term.words))]
  const { rows } = await sql<{ word: string; stems: string[]; isCommon: boolean }>`
    with recursive language (dictionary) as (
      (select language from search_documents where workspace_id = ${workspaceId} order by language limit 1)
      union all
      select (select language from search_documents where workspace_id = ${workspaceId} and language > dictionary
        order by language limit 1) from language where dictionary is not null)
    select word, array_agg(distinct coalesce((ts_lexize(dictionary::regdictionary, word))[1], word)) as stems,
      bool_or(ts_lexize(dictionary::regdictionary, word) = '{}') as "isCommon"
    from unnest(${words}::text[]) word, language where dictionary is not null group by word`.execute(tx)
  const known = new Map(rows.map((row) => [row.word, row]))
  const queryWordOf = (word: string): QueryWord => {
    const { stems, isCommon } = known.get(word) ?? { stems: [], isCommon: false }
    return { stems, isCommon, prefix: null }
  }
  const found: FoundTerm[] = []
  for (const { kind, words, isPrefix } of terms) {
    const queryWords = words.map(queryWordOf)
    if (isPrefix) queryWords[queryWords.length - 1] = await wordOfPrefix(tx, workspaceId, words.at(-1)!)
    found.push({ kind, isPrefix, queryWords })
  }
  return found
}

/** Goes along the index from one word to the next: its cost does not grow with the documents that have a word. */
async function wordOfPrefix(tx: Tx, workspaceId: string, prefix: string): Promise<QueryWord> {
  const { rows } = await sql<{ stem: string }>`
    with recursive found (word, stem) as (
      (select word, stem from search_words
        where workspace_id = ${workspaceId} and word >= ${prefix} and starts_with(word, ${prefix})
        order by word limit 1)
      union all
      select next.word, next.stem from found, lateral (
        select word, stem from search_words
        where workspace_id = ${workspaceId} and word > found.word and starts_with(word, ${prefix})
        order by word limit 1) next)
    select distinct stem from (select stem from found limit ${mostWithPrefix}) begun`.execute(tx)
  return { stems: rows.map(({ stem }) => stem), prefix, isCommon: false }
}
