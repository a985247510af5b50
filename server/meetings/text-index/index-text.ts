/**
 * Keeps the index of words in step with what is written (decision 44 on search). Triggers record what a transaction has written
 * (migrations/0009_search.sql); its writer calls `indexText` at the end, and a job indexes what is left.
 */
import { sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import { ResourceLimitError } from '../../platform/errors.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Task } from '../../platform/threads.ts'
import type { Part } from './build-document.ts'
import { type Bundle, buildRows, type Rows, type ThingTexts } from './build-rows.ts'
import { bundleTexts } from './bundle-texts.ts'
import { type IndexedThing, measure, readTexts, usualLanguage } from './read-sources.ts'
import { removeDocuments, writeDocuments, writeWords } from './write-documents.ts'

/** A transaction that wrote more leaves the rest to the job: an import, or the deletion of all transcripts. */
const maxAtOnce = 500
/** Of the job, whose transaction blocks writers that change the same rows. */
const batch = 50
/** Bytes of texts that are indexed together. */
const maxBytes = 4_000_000
/** Bytes of a text that its writer indexes; a longer one is left to the job. */
export const writerLimits = { bytes: 1_500_000 }
/** Bytes that are indexed on the event loop; the job indexes more in a thread. */
const maxOnLoop = 100_000
/** Bytes for each part of the words that a thread makes at once: it takes about 50 MB of memory for them. */
const bytesOfPart = 1_000_000

const module = new URL('./build-rows.ts', import.meta.url)
// 5 MB of different words take 5 s.
const task: Task<typeof buildRows> = { module, name: buildRows.name, seconds: 300 }

type Build = (sources: ThingTexts[], bundles: Bundle[], part: Part) => Promise<Rows>
type Measured = IndexedThing & { bytes: number }

/** Indexes what this transaction has written; to be called at its end. The cost grows with what was written. */
export async function indexText(tx: Tx): Promise<void> {
  const { rows } = await sql<IndexedThing>`
    delete from search_stale where (workspace_id, kind, id) in (
      select workspace_id, kind, id from search_stale where transaction = pg_current_xact_id() limit ${sql.lit(maxAtOnce)})
    returning workspace_id, kind, id`.execute(tx)
  const measured = await beginAnew(tx, rows)
  const [long, short] = [measured.filter(isLong), measured.filter((thing) => !isLong(thing))]
  for (const some of inBatches(short, ({ bytes }) => bytes, { size: maxBytes })) await indexThings(tx, some, buildRows)
  await leaveToJob(tx, long)
}

const isLong = ({ bytes }: Measured) => bytes > writerLimits.bytes

/**
 * Indexes some of what was left, in a transaction of its own.
 * @returns how many; 0 if none is left, or if the first ones cannot be indexed, or were marked anew at this moment
 */
export async function indexSome(db: Db, threads: Context['threads'], most = batch): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<IndexedThing>`
      delete from search_stale where ctid = any(array(
        select ctid from search_stale where ${notFrozen('search_stale.workspace_id')}
        order by transaction limit ${most} for update skip locked))
      returning workspace_id, kind, id`.execute(tx)
    const measured = await beginAnew(tx, rows)
    const [some = []] = inBatches(measured, ({ bytes }) => bytes, { size: maxBytes })
    await leaveToJob(tx, measured.slice(some.length))
    const bytes = some.reduce((sum, thing) => sum + thing.bytes, 0)
    const build: Build = (...texts) => threads.run(task, texts, { isPatient: true })
    try {
      if (bytes <= maxOnLoop) await indexThings(tx, some, buildRows)
      else await indexThings(tx, some, build, Math.ceil(bytes / bytesOfPart))
    } catch (error) {
      if (!(error instanceof ResourceLimitError)) throw error
      await leaveToJob(tx, some)
      return 0
    }
    return rows.length - measured.length + some.length
  })
}

/** Removes their old words. @returns those that are still there, with the length of their texts */
async function beginAnew(tx: Tx, things: IndexedThing[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const [workspaceId, some] of byWorkspace(things)) {
    await removeDocuments(tx, workspaceId, some)
    measured.push(...(await measure(tx, workspaceId, some)))
  }
  return measured
}

async function indexThings(tx: Tx, things: IndexedThing[], build: Build, parts = 1): Promise<void> {
  for (const [workspaceId, some] of byWorkspace(things)) {
    const texts = await readTexts(tx, workspaceId, some, await usualLanguage(tx, workspaceId))
    const sources = texts.map(({ source }) => source)
    const bundles = bundleTexts(texts)
    const first = await build(sources, bundles, { index: 0, of: parts })
    const numbers = await writeDocuments(tx, workspaceId, texts, bundles, first)
    for (let index = 0; index < parts; index++) {
      const rows = index === 0 ? first : await build(sources, bundles, { index, of: parts })
      await writeWords(tx, workspaceId, bundles, numbers, rows)
    }
  }
}

const byWorkspace = <Each extends IndexedThing>(things: Each[]) => Map.groupBy(things, (thing) => thing.workspace_id)

/** They come after all that wait now. */
async function leaveToJob(tx: Tx, things: IndexedThing[]): Promise<void> {
  if (things.length === 0) return
  await sql`
    insert into search_stale (workspace_id, kind, id)
    select workspace_id, kind, id from json_to_recordset(${JSON.stringify(things)}::json) thing
      (workspace_id text, kind text, id text)
    on conflict (workspace_id, kind, id) do update set transaction = pg_current_xact_id()`.execute(tx)
}
