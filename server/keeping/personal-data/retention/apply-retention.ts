/** Deletes once a day what is past a workspace's retention, in short transactions (decision 51). */
import { removeMediaJob } from '../../../meetings/recordings/media/leftovers.ts'
import { recordWork } from '../../../people/caller/audit.ts'
import { changeSight } from '../../../people/caller/change-sight.ts'
import { notFrozen } from '../../../people/caller/frozen.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { daysBefore } from '../../../platform/time.ts'
import { findOld, keptFor, type OldKind, type OldRow } from './old-rows.ts'
import { removals } from './remove-old.ts'

/** Rows per transaction. */
const batch = 100

/**
 * A failure in one workspace does not stop the others; the job is retried for it.
 * @param context  `stopping` is aborted when the process stops; the next run continues
 */
export async function applyRetention(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'jobs'> & { stopping: AbortSignal },
): Promise<void> {
  const workspaces = await context.db
    .selectFrom('workspaces')
    .select(['id', 'retention_days'])
    .where(notFrozen('workspaces.id'))
    .orderBy('id')
    .execute()
  const kept = workspaces.filter(({ retention_days }) => Object.values(retention_days).some((days) => days !== null))
  let failure: unknown
  for (const { id } of kept) {
    try {
      await applyTo(context, id)
    } catch (error) {
      context.log.error({ err: error, workspaceId: id }, 'Data past their retention could not be removed')
      failure = error
    }
  }
  if (failure) throw failure
}

async function applyTo(context: Parameters<typeof applyRetention>[0], workspaceId: string): Promise<void> {
  const now = context.clock()
  const removed: Record<string, number> = {}
  for (const [kind, remove] of removals) {
    // What a hold covers is read once: each batch begins after the one before.
    let last: OldRow | undefined
    while (!context.stopping.aborted) {
      const rows = await changeSight(context.db, workspaceId, async (tx) => {
        const found = await findBatch(tx, workspaceId, now, kind, last)
        const ids = found.map(({ id }) => id)
        if (ids.length > 0) await remove(tx, workspaceId, ids, now)
        return found
      })
      if (rows.length === 0) break
      removed[kind] = (removed[kind] ?? 0) + rows.length
      last = rows.at(-1)
    }
  }
  if (Object.keys(removed).length === 0) return
  await context.db.transaction().execute(async (tx) => {
    await context.jobs.send(tx, removeMediaJob, {})
    const { retention_set_by } = await readRetention(tx, workspaceId)
    const by = { workspaceId, userId: retention_set_by ?? '' }
    await recordWork(tx, now, by, { action: 'retention.remove', details: removed })
  })
}

/** Reads the settings in each transaction, so that a new legal hold or more days apply at once. */
async function findBatch(tx: Tx, workspaceId: string, now: Date, kind: OldKind, after?: OldRow): Promise<OldRow[]> {
  const { retention_days, legal_hold } = await readRetention(tx, workspaceId)
  const days = retention_days[keptFor[kind]]
  if (days === null || legal_hold !== null) return []
  return findOld(tx, kind, workspaceId, daysBefore(now, days), { after, limit: batch })
}

function readRetention(tx: Tx, workspaceId: string) {
  return tx
    .selectFrom('workspaces')
    .select(['retention_days', 'retention_set_by', 'legal_hold'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}
