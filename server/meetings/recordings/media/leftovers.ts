/** Removes media files without a row: the row was deleted, or a crash came before the row was written. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../../platform/postgres/db.ts'
import type { MediaStore } from '../../../platform/store/media-store.ts'

/** The job that removes them. */
export const removeMediaJob = 'remove-media'

const batchSize = 500

// The time in which a file may have no row yet: an import writes the rows at its end.
const graceSeconds = 86_400

/** Removes the files whose rows were deleted (migrations/0006_uploads.sql); called after every deletion of rows. */
export async function removeLeftovers(db: Db, store: MediaStore): Promise<void> {
  for (;;) {
    const rows = await db.selectFrom('media_leftovers').select('file').limit(batchSize).execute()
    if (rows.length === 0) return
    const files = rows.map(({ file }) => file)
    await store.remove(await withoutRow(db, files))
    await sql`delete from media_leftovers where file = any(${files})`.execute(db)
  }
}

/** The same, but it only logs errors: the request has succeeded, and workers try the removal again. */
export async function tryRemoveLeftovers(db: Db, store: MediaStore, log: Pick<Logger, 'error'>): Promise<void> {
  await removeLeftovers(db, store).catch((err) => log.error({ err }, 'Files of deleted media could not be removed'))
}

/** Removes all files of the store that no row names. @returns the number of removed files */
export async function sweepMedia(db: Db, store: MediaStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - graceSeconds * 1_000)
  let removed = 0
  let batch: string[] = []
  const sweep = async () => {
    const unnamed = await withoutRow(db, batch)
    await store.remove(unnamed)
    removed += unnamed.length
    batch = []
  }
  for await (const file of store.olderThan(before)) {
    if (batch.push(file) === batchSize) await sweep()
  }
  await sweep()
  await store.removeIncomplete(before)
  return removed
}

async function withoutRow(db: Db, files: string[]): Promise<string[]> {
  if (files.length === 0) return []
  const { rows } = await sql<{ file: string }>`
    select file from unnest(${files}::text[]) as given (file)
    where not exists (select from recording_media media where media.file = given.file)
      and not exists (select from upload_sources source where source.media_file = given.file)`.execute(db)
  return rows.map(({ file }) => file)
}
