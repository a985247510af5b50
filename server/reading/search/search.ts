/**
 * Search (decision 44), in three steps: find the documents that have the words, among those that the caller sees; find the
 * passages of the best ones that answer; read the text of the passages on the page.
 */
import { sql } from 'kysely'
import { requireChannel } from '../../people/accounts/channels.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalid } from '../../platform/errors.ts'
import { inSnapshot, type Tx } from '../../platform/postgres/db.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { Computations, type Searcher } from './compute.ts'
import { findDocuments, orderByTime } from './find-documents.ts'
import { findWords } from './find-words.ts'
import { type Meanings, newestVectors, readVectors } from './meaning/meanings.ts'
import { parseQuery, type Term } from './parse-query.ts'
import { presentHits } from './present-hits.ts'
import { ReadAhead } from './read-ahead.ts'
import type { SearchHit } from './schemas.ts'
import { scoreAgain } from './score-again.ts'
import { type FoundPassage, isOmitted, type OrderedDocument, type PackedDocument, theFirst } from './score-documents.ts'
import {
  type KnownMeaning,
  type Place,
  type Position,
  readCursor,
  type SearchOrder,
  writeCursor,
} from './search-cursor.ts'
import type { SearchFilters } from './seen-documents.ts'
import type { SearchTurns } from './turns.ts'

export type SearchRequest = {
  query: string
  filters: SearchFilters & { speaker?: string | null }
  order: SearchOrder
  size: number
  cursor: string | null
}

/** `meanings`: null without a model for them. `turns`: null in jobs, whose number is limited. */
export type Searching = Pick<Context, 'db' | 'threads'> & { meanings: Meanings | null; turns: SearchTurns | null }
type FoundPage = { cursor: string | null; found: FoundPassage[] }

export const pageLimits = {
  /** Documents whose passages are ordered together. A page that is not full continues with the next batch. */
  batch: 50,
  /** What one page reads at most: it then ends early, with a cursor, although it is not full. */
  documents: 20_000,
  bytes: 64_000_000,
}

/** @throws {ApiError} 400 for a query without a word that is to be found, and for a cursor of another search */
export async function search(
  context: Searching,
  caller: Searcher,
  request: SearchRequest,
): Promise<{ cursor: string | null; hits: SearchHit[] }> {
  const { cursor, read } = await findAndRead(context, caller, request, (tx, found, computations) =>
    presentHits(tx, caller, computations, found),
  )
  return { cursor, hits: read }
}

/** @param read  reads what was found, at the same moment */
export async function findAndRead<Read>(
  { db, threads, meanings, turns }: Searching,
  caller: Searcher,
  request: SearchRequest,
  read: (tx: Tx, found: FoundPassage[], computations: Computations) => Promise<Read>,
): Promise<{ cursor: string | null; read: Read }> {
  const terms = parseQuery(request.query)
  if (!terms.some(({ kind }) => kind !== 'not')) throw invalid('body.query', 'must have a word that is to be found')
  const position = request.cursor === null ? null : readCursor(request, request.cursor)
  const computations = new Computations(threads, caller)
  const find = async () => {
    const asked = position || request.order === 'newest' ? null : ((await meanings?.of(request.query)) ?? null)
    return inSnapshot(db, async (tx) => {
      await planByValue(tx)
      const meaning = asked
        ? { ...asked, newest: await newestVectors(tx, caller.workspace.id) }
        : (position?.meaning ?? null)
      const { cursor, found } = await findPage({ tx, caller, computations, meaning }, request, terms, position)
      return { cursor, read: await read(tx, found, computations) }
    })
  }
  return turns ? turns.take(caller, find) : find()
}

/**
 * How a person's documents are best read depends on how much they see, and so on who asks. With plans for anybody, all
 * 100,000 meetings were read for somebody who sees 1,000, and the rarest word took 40 ms instead of 17.
 */
async function planByValue(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
}

/** `meaning`: of the query; null if words alone decide. */
type SearchStep = { tx: Tx; caller: Searcher; computations: Computations; meaning: KnownMeaning | null }

async function findPage(
  step: SearchStep,
  request: SearchRequest,
  terms: Term[],
  position: Position | null,
): Promise<FoundPage> {
  const { tx, caller, computations, meaning } = step
  const { filters, order, size } = request
  if (filters.channel_id != null) await requireChannel(tx, caller, filters.channel_id)
  const query = await findWords(tx, caller, terms, position?.newest ?? null)
  const postings = await findDocuments(tx, caller, filters, query)
  const newest = position?.newest ?? postings.newest
  const next = { most: pageLimits.documents, after: position?.batchAfter ?? null }
  const best = order === 'newest' ? null : next
  const ranked = await computations.rank(query.terms, postings, { counts: position?.counts ?? null, newest, best })
  const documents = order === 'newest' ? await orderByTime(tx, caller, ranked, next) : inOrderOfScore(ranked)

  const { counts } = ranked
  const found: FoundPassage[] = []
  const { batchAfter, batchTo, after } = position ?? theBeginning
  let place: typeof theBeginning = { batchAfter, batchTo, after }
  const cursor = () => writeCursor(request, { newest, counts, meaning, ...place })
  let bytes = 0
  const words = new Set(query.terms.flatMap((term) => (isOmitted(term, counts) ? [] : term.words)))
  const asked = { workspaceId: caller.workspace.id, query, words, speaker: filters.speaker ?? null }
  const ahead = new ReadAhead(tx, asked, documents)
  let to = 0
  while (to < documents.length) {
    const from = to
    to = endOfBatch(documents, from, place.batchTo)
    const some = documents.slice(from, to)
    place.batchTo ??= placeOf(some.at(-1)!)
    const scoring = {
      terms: query.terms,
      counts,
      kinds: filters.kinds ?? null,
      order,
      after: place.after,
      most: size - found.length + 1,
    }
    // Without a statement in between, batches would follow each other without a pause.
    await yieldToLoop()
    const passages = await readBatch(step, ahead.take(some), scoring)
    bytes += passages.bytes
    for (const passage of passages.first) {
      if (found.length === size) return { cursor: cursor(), found }
      found.push(passage)
      place.after = passage
    }
    place = { ...theBeginning, batchAfter: place.batchTo }
    if (bytes > pageLimits.bytes || to >= pageLimits.documents) return { cursor: cursor(), found }
  }
  return { cursor: null, found }
}

const theBeginning: Pick<Position, 'batchAfter' | 'batchTo' | 'after'> = {
  batchAfter: null,
  batchTo: null,
  after: null,
}

const placeOf = ({ key, id }: OrderedDocument): Place => ({ key, id })

/**
 * A batch that a page has begun goes on to where it ended, whatever has come or gone since: no document moves into another
 * batch, where its passages would be repeated or left out.
 * @param documents  in their order
 */
function endOfBatch(documents: OrderedDocument[], from: number, batchTo: Place | null): number {
  if (!batchTo) return from + pageLimits.batch
  const next = documents.findIndex(({ key, id }) => key < batchTo.key || (key === batchTo.key && id < batchTo.id))
  return next === -1 ? documents.length : next
}

const inOrderOfScore = ({ ids, scores }: { ids: Float64Array; scores: Float64Array }): OrderedDocument[] =>
  Array.from(ids, (id, index) => ({ id, score: scores[index]!, key: scores[index]! }))

/** The first passages of these documents, in order, and the bytes of the index that were read for them. */
async function readBatch(
  { tx, caller, computations, meaning }: SearchStep,
  documents: AsyncIterable<PackedDocument[]>,
  scoring: Parameters<Computations['score']>[1],
): Promise<{ first: FoundPassage[]; bytes: number }> {
  const first: FoundPassage[] = []
  let bytes = 0
  for await (const packed of documents) {
    bytes += packed.reduce((sum, { layout, positions }) => sum + layout.length + positions.length, 0)
    first.push(
      ...(meaning
        ? await scoreAgain(packed, scoring, meaning.vector, {
            score: (...given) => computations.score(...given),
            readVectors: (passages) => readVectors(tx, caller.workspace.id, meaning, passages),
          })
        : await computations.score(packed, scoring)),
    )
  }
  return { first: theFirst(first, scoring), bytes }
}
