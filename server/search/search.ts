/**
 * Search (decision 44), in three steps: which documents have the words, of those that the caller sees; which passages of the
 * best of them answer; the text of those on the page.
 */
import { sql } from 'kysely'
import { invalid } from '../platform/errors.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'
import { foldCase } from '../platform/text.ts'
import type { Caller } from '../workspace/caller.ts'
import { requireChannel } from '../workspace/channels.ts'
import { findDocuments, type SearchScope } from './find-documents.ts'
import { findWords } from './find-words.ts'
import { parseQuery, type Term } from './parse-query.ts'
import { rankDocuments } from './rank-documents.ts'
import { readStandings } from './read-standings.ts'
import { scorePassages } from './score-passages.ts'
import { type Position, readCursor, type SearchOrder, writeCursor } from './search-cursor.ts'
import { joinThings } from './things-of-documents.ts'

export type SearchRequest = {
  query: string
  scope: SearchScope & { speaker?: string | null }
  order: SearchOrder
  size: number
  cursor: string | null
}

/** A passage and which of its words were found, counted from 0. */
export type FoundPassage = { document: number; number: number; score: number; words: number[] }
export type FoundPage = { cursor: string | null; found: FoundPassage[] }

/** `key` orders documents: what they are worth, or when they were; the highest first. */
type OrderedDocument = { id: number; score: number; key: number }

/** Documents whose passages are read and ordered at once; a page goes on with the next ones. */
const batch = 50

/** What its document counts next to what a passage says itself (docs/speed.md, "Searching"). */
const ofDocument = 0.25

/** @throws {ApiError} 400 for a query without a word that is to be found, and for a cursor of another search */
export async function search<Result>(
  db: Db,
  caller: Caller,
  request: SearchRequest,
  present: (tx: Tx, page: FoundPage) => Promise<Result>,
): Promise<Result> {
  const terms = parseQuery(request.query)
  if (!terms.some(({ kind }) => kind !== 'not')) throw invalid('body.query', 'must have a word that is to be found')
  const position = request.cursor === null ? null : readCursor(request, request.cursor)
  // All steps see one moment.
  const tx = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return tx.execute(async (tx) => present(tx, await findPage(tx, caller, request, terms, position)))
}

async function findPage(
  tx: Tx,
  caller: Caller,
  request: SearchRequest,
  terms: Term[],
  position: Position | null,
): Promise<FoundPage> {
  if (request.scope.channel_id != null) await requireChannel(tx, caller, request.scope.channel_id)
  const words = await findWords(tx, caller.workspace.id, terms)
  const postings = await findDocuments(tx, caller, request.scope, words)
  const counts = position?.counts ?? {
    documents: postings.documents,
    having: postings.byUnit.map((posting) => posting?.size ?? null),
  }
  const newest = position?.newest ?? postings.newest
  const ranked = rankDocuments(words, postings.byUnit, counts).filter(({ id }) => id <= newest)
  const documents =
    request.order === 'newest'
      ? await orderByTime(tx, caller, ranked)
      : ranked.map((each) => ({ ...each, key: each.score }))

  const found: FoundPassage[] = []
  let batchAfter = position?.batchAfter ?? null
  let after = position?.after ?? null
  for (;;) {
    const start = batchAfter
    const next = documents.filter(({ key, id }) => !start || key < start.key || (key === start.key && id < start.id))
    const some = next.slice(0, batch)
    if (some.length === 0) return { cursor: null, found }
    const standings = await readStandings(
      tx,
      caller.workspace.id,
      some.map(({ id }) => id),
      words,
      counts,
    )
    for (const passage of await orderPassages(tx, caller, request, some, standings)) {
      if (after && !isAfter(passage, after)) continue
      if (found.length === request.size) {
        return { cursor: writeCursor(request, { newest, counts, batchAfter, after }), found }
      }
      found.push(passage)
      after = passage
    }
    const last = some.at(-1)!
    batchAfter = { key: last.key, id: last.id }
    after = null
  }
}

type OrderedPassage = FoundPassage & { key: number }

/** Best first, or in the order of their documents and as they follow each other there. */
async function orderPassages(
  tx: Tx,
  caller: Caller,
  { order, scope }: SearchRequest,
  documents: OrderedDocument[],
  read: Awaited<ReturnType<typeof readStandings>>,
): Promise<OrderedPassage[]> {
  const passages = documents.flatMap(({ id, score: ofWhole, key }) => {
    const { layout, standings } = read.get(id)!
    return scorePassages(layout, standings).flatMap(({ number, score: own, hits }) => {
      const { kind, first_word, words } = layout[number]!
      if (scope.kinds && !scope.kinds.includes(kind)) return []
      const score = own + (ofDocument * ofWhole) / 1_000_000
      const found = hits.map((position) => position - first_word).filter((word) => word >= 0 && word < words)
      return [{ document: id, number, score, words: found, key: order === 'newest' ? key : score }]
    })
  })
  const bySpeaker = scope.speaker == null ? passages : await spokenBy(tx, caller, scope.speaker, passages)
  return bySpeaker.sort((one, other) => (isAfter(other, one) ? -1 : 1))
}

/** The higher key first; then the newer document, then as they stand in it. */
function isAfter(passage: OrderedPassage, other: { key: number; document: number; number: number }): boolean {
  if (passage.key !== other.key) return passage.key < other.key
  if (passage.document !== other.document) return passage.document < other.document
  return passage.number > other.number
}

async function spokenBy(
  tx: Tx,
  { workspace }: Caller,
  speaker: string,
  passages: OrderedPassage[],
): Promise<OrderedPassage[]> {
  const { rows } = await sql<{ document: string; number: number; speakers: string[] }>`
    select document, number, speakers from search_passages
    where workspace_id = ${workspace.id} and document = any(${passages.map(({ document }) => document)}::bigint[])
      and speakers <> '{}'`.execute(tx)
  const wanted = foldCase(speaker)
  const spoken = rows.filter(({ speakers }) => speakers.some((each) => foldCase(each) === wanted))
  const known = new Set(spoken.map(({ document, number }) => `${document} ${number}`))
  return passages.filter(({ document, number }) => known.has(`${document} ${number}`))
}

/** By the event's start, else the creation of the thing. */
async function orderByTime(
  tx: Tx,
  caller: Caller,
  ranked: { id: number; score: number }[],
): Promise<OrderedDocument[]> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select document.id, coalesce(event.starts_at, recording.created_at, item.created_at, note.created_at) as at
    from search_documents document
    ${joinThings(caller)}
    where document.workspace_id = ${caller.workspace.id} and document.id = any(${ranked.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
  const times = new Map(rows.map(({ id, at }) => [Number(id), at.getTime()]))
  return ranked
    .map((each) => ({ ...each, key: times.get(each.id)! }))
    .sort((one, other) => other.key - one.key || other.id - one.id)
}
