/** Removes every row of a workspace, in batches: the referencing tables first. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import { type CarriedTable, readOwnedTables } from './tables.ts'

const batchSize = 5_000

/** Columns that name a file of media. */
const files: Record<string, string> = { recording_media: 'file', upload_sources: 'media_file' }

/**
 * Triggers do not fire, and no event is announced. It may be interrupted and run again.
 * @param keepsFiles  the media stay; otherwise they are recorded for removal
 * @param beforeLast  run while the workspace can still be found, so that it is repeated too
 * @returns how many rows
 */
export async function deleteRows(
  db: Db,
  workspaceId: string,
  { keepsFiles, beforeLast }: { keepsFiles: boolean; beforeLast?(): Promise<void> },
): Promise<number> {
  let removed = 0
  const tables = (await readOwnedTables(db))
    .filter(({ name }) => name !== 'frozen_workspaces' && name !== 'workspaces')
    .reverse()
  const removeAll = async () => {
    for (const table of tables)
      for (let some = batchSize; some === batchSize; removed += some)
        some = await deleteBatch(db, table, workspaceId, keepsFiles ? undefined : files[table.name])
  }
  await removeAll()
  if (beforeLast) {
    await beforeLast()
    // Work that was under way may have written what nothing refused any more.
    await removeAll()
  }
  // These connections run no trigger, and so no cascade.
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('frozen_workspaces').where('workspace_id', '=', workspaceId).execute()
    await tx.deleteFrom('workspaces').where('id', '=', workspaceId).execute()
  })
  return removed + 1
}

async function deleteBatch(db: Db, { name, owner }: CarriedTable, workspaceId: string, file?: string): Promise<number> {
  const table = sql.table(name)
  const leave = file
    ? sql`, left_over as (insert into media_leftovers (file) select ${sql.ref(file)} from gone
        where ${sql.ref(file)} is not null on conflict do nothing)`
    : sql``
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${sql.ref(owner)} = ${workspaceId} limit ${sql.lit(batchSize)}))
      returning ${file ? sql.ref(file) : sql`1`})${leave}
    select count(*)::integer as count from gone`.execute(db)
  return rows[0]!.count
}
