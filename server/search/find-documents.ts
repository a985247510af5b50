/** Finds the documents that have words of a query, among those that the caller sees (decision 44). */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import type { Caller } from '../workspace/caller.ts'
import type { FoundTerm, QueryWord } from './find-words.ts'
import { type SearchScope, seenDocuments } from './seen-documents.ts'

/** The documents that have a query word, by number, with its weight in each. */
export type Posting = Map<number, number>

export type Postings = {
  /** How many documents are searched. */
  documents: number
  /** The highest number of these documents. */
  newest: number
  /** For each query word of the terms, in order; null for a word that is not looked up. */
  byWord: (Posting | null)[]
}

export async function findDocuments(tx: Tx, caller: Caller, scope: SearchScope, terms: FoundTerm[]): Promise<Postings> {
  const queryWords = terms.flatMap(({ queryWords }) => queryWords)
  const lookedUp = new Set(terms.flatMap((term) => wordsToLookUp(term, terms)))
  const stems = queryWords.flatMap((queryWord, number) =>
    lookedUp.has(queryWord) ? queryWord.stems.map((stem) => ({ number, stem })) : [],
  )
  const searchesAll = caller.superAdmin && Object.values(scope).every((value) => value == null)
  const seen = searchesAll ? sql`search_documents` : sql`seen`
  const joinSeen = searchesAll ? sql`` : sql`join seen on seen.id = word.document`
  const { rows } = await sql<{
    documents: number
    newest: string
    found: { number: number; postings: string }[] | null
  }>`
    with seen as materialized (${seenDocuments(caller, scope)}),
    found as (
      select wanted.number, encode(string_agg(int8send(word.document) || int4send(word.weight), ''), 'hex') as postings
      from unnest(${stems.map(({ number }) => number)}::int[], ${stems.map(({ stem }) => stem)}::text[]) wanted (number, stem)
      cross join lateral (select document, weight from search_words
        where workspace_id = ${caller.workspace.id} and stem = wanted.stem offset 0) word ${joinSeen}
      group by wanted.number)
    select count(*)::int as documents, coalesce(max(id), 0) as newest, (select json_agg(found) from found) as found
    from ${seen} ${searchesAll ? sql`where workspace_id = ${caller.workspace.id}` : sql``}`.execute(tx)
  const { documents, newest, found } = rows[0]!
  const byNumber = new Map(found?.map(({ number, postings }) => [number, postings]))
  const byWord = queryWords.map((queryWord, number) =>
    lookedUp.has(queryWord) ? readPosting(byNumber.get(number) ?? '') : null,
  )
  return { documents, newest: Number(newest), byWord }
}

/**
 * Common words are in nearly every document, so they are looked up only if a query has no others. Words that must not be
 * there are not looked up: each passage is checked for them later.
 */
function wordsToLookUp(term: FoundTerm, terms: FoundTerm[]): QueryWord[] {
  const rare = ({ queryWords }: FoundTerm) => queryWords.filter(({ isCommon }) => !isCommon)
  if (term.kind === 'not') return []
  if (rare(term).length > 0) return rare(term)
  const others = terms.some((other) => other.kind !== 'not' && rare(other).length > 0)
  return others ? [] : term.queryWords
}

function readPosting(hex: string): Posting {
  const bytes = Buffer.from(hex, 'hex')
  const posting: Posting = new Map()
  for (let at = 0; at < bytes.length; at += 12) {
    const document = bytes.readUInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4)
    posting.set(document, (posting.get(document) ?? 0) + bytes.readInt32BE(at + 8))
  }
  return posting
}
