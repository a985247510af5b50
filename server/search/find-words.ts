/** Which words of the index the terms of a query mean: stems in every language that the workspace has, or all that begin alike. */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import type { Term } from './parse-query.ts'

/**
 * A word of a term. `stems` are what it is found by, of them only words that begin with `prefix`, if there is one; `isCommon`
 * says that a language counts it among its stop words.
 */
export type Unit = { stems: string[]; prefix: string | null; isCommon: boolean }
export type FoundTerm = Omit<Term, 'words'> & { units: Unit[] }

/** Words that a prefix may stand for; the first ones in the order of the alphabet. */
export const mostWithPrefix = 1_000

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
  const unitOf = (word: string): Unit => {
    const { stems, isCommon } = known.get(word) ?? { stems: [], isCommon: false }
    return { stems, isCommon, prefix: null }
  }
  const found: FoundTerm[] = []
  for (const { kind, words, isPrefix } of terms) {
    const units = words.map(unitOf)
    if (isPrefix) units[units.length - 1] = await prefixUnit(tx, workspaceId, words.at(-1)!)
    found.push({ kind, isPrefix, units })
  }
  return found
}

/** Steps from word to word, however many documents have each. */
async function prefixUnit(tx: Tx, workspaceId: string, prefix: string): Promise<Unit> {
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
