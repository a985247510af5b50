/**
 * The job that makes vectors of passages (docs/decisions/search.md, "Meaning"): of new documents, and of those whose vectors
 * another model made. A changed text is a new document. No transaction is open while the model works.
 */

import { sql } from 'kysely'
import { type Embedder, TextRefusedError } from '../../../making/engines/embedder.ts'
import { notFrozen } from '../../../people/caller/frozen.ts'
import type { Context } from '../../../platform/context/context.ts'
import { EngineError } from '../../../platform/errors.ts'
import { inBatches } from '../../../platform/in-batches.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { daySeconds } from '../../../platform/time.ts'
import { packVector, vectorVersion } from './vectors.ts'

type Text = { document: string; text: string }

/** Documents that are read at once, and characters of their texts. */
const batch = { documents: 50, characters: 1_000_000 }
/** Texts of one request; some services take no more. */
const textsOfRequest = 32
const requestSeconds = 120
/** Characters of a passage that the model reads: a usual one has 900. A refused text is tried once more with fewer. */
export const textLimits = { characters: 2_000, afterRefusal: 400 }

export function embeddingJobs(
  context: Pick<Context, 'db' | 'log'> & { embedder: Embedder },
  stopping: AbortSignal,
): JobDefinition[] {
  const { log } = context
  const run = async () => {
    let embedded = 0
    try {
      let done: Done | null = { documents: 0, last: '0' }
      while (done !== null && !stopping.aborted) {
        done = await embedSome(context, done.last, stopping)
        embedded += done?.documents ?? 0
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      log.warn(
        { reason: error.message, cause: (error.cause as Error | undefined)?.message },
        'Passages get no vectors for now',
      )
    }
    if (embedded > 0) log.info({ embedded }, 'Passages got vectors for search')
  }
  return [{ name: 'embed-passages', cron: '* * * * *', patienceSeconds: daySeconds, run }]
}

/** How many documents got vectors, and the last one's number. */
type Done = { documents: number; last: string }

/**
 * @param after  the number of a document; those after it are looked at
 * @returns null if none is left
 * @throws {EngineError} the model does not work
 */
export async function embedSome(
  { db, embedder }: Pick<Context, 'db' | 'log'> & { embedder: Embedder },
  after: string,
  signal: AbortSignal,
): Promise<Done | null> {
  const found = await findDocuments(db, embedder.name, after)
  const [some] = inBatches(found, ({ characters }) => characters, { size: batch.characters })
  if (!some) return null
  const ids = some.map(({ id }) => id)
  const texts = await readTexts(db, ids)
  const vectors = await embedTexts(embedder, texts, signal)
  const dimensions = vectors.find((vector) => vector !== null)?.length ?? 0
  const packed = vectors.map((vector) => packVector(vector ?? new Array<number>(dimensions).fill(0)))
  const rows = ids.map((id) => {
    const own = packed.filter((_, index) => texts[index]!.document === id)
    return { document: id, vectors: Buffer.concat(own.map(({ buffer }) => Buffer.from(buffer))) }
  })
  await write(db, embedder.name, dimensions, rows)
  return { documents: ids.length, last: ids.at(-1)! }
}

/** The index of documents is read once a run, next to that of vectors: 100,000 take about 30 ms. */
async function findDocuments(db: Db, model: string, after: string): Promise<{ id: string; characters: number }[]> {
  const { rows } = await sql<{ id: string; characters: number }>`
    select id, (select coalesce(sum(length(text)), 0)::int from search_passages where document = id) as characters
    from search_documents document
    where id > ${after}::bigint and ${notFrozen('document.workspace_id')} and not exists (
      select from search_vectors where document = document.id and model = ${model} and version = ${vectorVersion})
    order by id limit ${batch.documents}`.execute(db)
  return rows
}

async function readTexts(db: Db, documents: string[]): Promise<Text[]> {
  const { rows } = await sql<Text>`
    select document, left(text, ${textLimits.characters}) as text from search_passages
    where document = any(${documents}::bigint[]) order by document, number`.execute(db)
  return rows
}

/**
 * @returns null for an empty text, and for one that the model refuses even when it is short
 * @throws {EngineError} it refuses a word too, so the reason is not in the texts
 */
async function embedTexts(embedder: Embedder, texts: Text[], signal: AbortSignal): Promise<(number[] | null)[]> {
  const vectors = new Array<number[] | null>(texts.length).fill(null)
  const sent = [...texts.keys()].filter((index) => texts[index]!.text.trim() !== '')
  for (const indexes of inBatches(sent, () => 1, { size: textsOfRequest })) {
    const made = await embedEach(
      embedder,
      indexes.map((index) => texts[index]!.text),
      signal,
    )
    for (const [position, index] of indexes.entries()) vectors[index] = made[position]!
  }
  return vectors
}

/**
 * All in one request; if that is refused one by one, and then what was refused once more, shorter. A text is given up only
 * while the service takes a word: otherwise it is the service that does not work, whatever its answer says.
 */
async function embedEach(embedder: Embedder, texts: string[], signal: AbortSignal): Promise<(number[] | null)[]> {
  const embed = (some: string[]) => embedder.embed(some, { timeoutSeconds: requestSeconds, signal })
  const tryEmbed = (some: string[]) =>
    embed(some).catch((error) => {
      if (error instanceof TextRefusedError) return null
      throw error
    })
  const all = await tryEmbed(texts)
  if (all) return all
  const vectors: (number[] | null)[] = []
  for (const text of texts) {
    const short = text.slice(0, textLimits.afterRefusal).toWellFormed()
    const made = (await tryEmbed([text])) ?? (await tryEmbed([short]))
    if (!made) await embed(['word'])
    vectors.push(made?.[0] ?? null)
  }
  return vectors
}

/** Documents that were removed in the meantime, or whose workspace was frozen, get none. */
async function write(
  db: Db,
  model: string,
  dimensions: number,
  rows: { document: string; vectors: Buffer }[],
): Promise<void> {
  await sql`
    insert into search_vectors (document, workspace_id, model, version, dimensions, vectors)
    select document.id, document.workspace_id, ${model}, ${vectorVersion}, ${dimensions}, made.vectors
    from unnest(${rows.map(({ document }) => document)}::bigint[], ${rows.map(({ vectors }) => vectors)}::bytea[])
      made (document, vectors)
    join search_documents document on document.id = made.document
    where ${notFrozen('document.workspace_id')}
    order by document.id for key share of document
    on conflict (document) do update set (number, model, version, dimensions, vectors) =
      (default, excluded.model, excluded.version, excluded.dimensions, excluded.vectors)`.execute(db)
}
