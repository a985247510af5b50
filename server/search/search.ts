/**
 * Search (decision 44), in three steps: find the documents that have the words, among those that the caller sees; find the
 * passages of the best ones that answer; read the text of the passages on the page.
 */
import { sql } from 'kysely'
import { invalid } from '../platform/errors.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'
import { foldCase } from '../platform/text.ts'
import type { Caller } from '../workspace/caller.ts'
import { requireChannel } from '../workspace/channels.ts'
import { findDocuments } from './find-documents.ts'
import { findWords } from './find-words.ts'
import { joinThings } from './join-things.ts'
import { parseQuery, type Term } from './parse-query.ts'
import { rankDocuments } from './rank-documents.ts'
import { readPositions } from './read-positions.ts'
import { scorePassages } from './score-passages.ts'
import { type Position, readCursor, type SearchOrder, writeCursor } from './search-cursor.ts'
import type { SearchScope } from './seen-documents.ts'

export type SearchRequest = {
  query: string
  scope: SearchScope & { speaker?: string | null }
  order: SearchOrder
  size: number
  cursor: string | null
}

/** `words`: which words of the passage were found, counted from 0. */
export type FoundPassage = { document: number; number: number; score: number; words: number[] }
export type FoundPage = { cursor: string | null; found: FoundPassage[] }

/** Documents are in the order of `key`, the highest first: their score, or the time of their meeting. */
type OrderedDocument = { id: number; score: number; key: number }

/** Documents whose passages are read and ordered together. A page that is not full continues with the next batch. */
const batch = 50

/** The part of its document's score that is added to a passage's own (docs/speed.md, "Searching"). */
const documentShare = 0.25

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
  const foundTerms = await findWords(tx, caller, terms)
  const postings = await findDocuments(tx, caller, request.scope, foundTerms)
  const counts = position?.counts ?? {
    documents: postings.documents,
    documentsPerWord: postings.byWord.map((posting) => posting?.size ?? null),
  }
  const newest = position?.newest ?? postings.newest
  const ranked = rankDocuments(foundTerms, postings.byWord, counts).filter(({ id }) => id <= newest)
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
    const positions = await readPositions(
      tx,
      caller.workspace.id,
      some.map(({ id }) => id),
      foundTerms,
      counts,
    )
    for (const passage of await orderPassages(tx, caller, request, some, positions)) {
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

/** The best first, or by the time of their documents; passages of one document in the order of its text. */
async function orderPassages(
  tx: Tx,
  caller: Caller,
  { order, scope }: SearchRequest,
  documents: OrderedDocument[],
  read: Awaited<ReturnType<typeof readPositions>>,
): Promise<OrderedPassage[]> {
  const passages = documents.flatMap(({ id, score: ofDocument, key }) => {
    const { layout, terms } = read.get(id)!
    return scorePassages(layout, terms).flatMap(({ number, score: own, hits }) => {
      const { kind, first_word, words } = layout[number]!
      if (scope.kinds && !scope.kinds.includes(kind)) return []
      const score = own + (documentShare * ofDocument) / 1_000_000
      const found = hits.map((position) => position - first_word).filter((word) => word >= 0 && word < words)
      return [{ document: id, number, score, words: found, key: order === 'newest' ? key : score }]
    })
  })
  const bySpeaker = scope.speaker == null ? passages : await spokenBy(tx, caller, scope.speaker, passages)
  return bySpeaker.sort((one, other) => (isAfter(other, one) ? -1 : 1))
}

/** The higher key comes first, then the newer document, then the earlier passage. */
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

/** By the start of the event; without an event by the creation of the recording, item or note. */
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
