/** Deletes once a day what is past a workspace's retention, in short transactions (decision 51). */
import { removeMediaJob } from '../../../meetings/recordings/media/leftovers.ts'
import { recordWork } from '../../../people/caller/audit.ts'
import { changeSight } from '../../../people/caller/change-sight.ts'
import { notFrozen } from '../../../people/caller/frozen.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { RetentionDays } from '../../../platform/postgres/column-types.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { daysBefore } from '../../../platform/time.ts'
import { keptFor, type OldKind } from './old-rows.ts'
import {
  type RemoveOld,
  removeEvents,
  removeItems,
  removeMedia,
  removeNotes,
  removeTranscripts,
  removeUploads,
} from './remove-old.ts'

/** In this order: the transcripts and media of a deleted note need not be removed separately. */
const removals: [kind: OldKind, remove: RemoveOld][] = [
  ['notes', removeNotes],
  ['action_items', removeItems],
  ['uploads', removeUploads],
  ['events', removeEvents],
  ['transcripts', removeTranscripts],
  ['media', removeMedia],
]

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
    while (!context.stopping.aborted) {
      const rows = await changeSight(context.db, workspaceId, (tx) =>
        removeSome(tx, workspaceId, now, keptFor[kind], remove),
      )
      if (rows === 0) break
      removed[kind] = (removed[kind] ?? 0) + rows
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
async function removeSome(tx: Tx, workspaceId: string, now: Date, by: keyof RetentionDays, remove: RemoveOld) {
  const { retention_days, legal_hold } = await readRetention(tx, workspaceId)
  const days = retention_days[by]
  if (days === null || legal_hold !== null) return 0
  return remove(tx, workspaceId, daysBefore(now, days), now)
}

function readRetention(tx: Tx, workspaceId: string) {
  return tx
    .selectFrom('workspaces')
    .select(['retention_days', 'retention_set_by', 'legal_hold'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}
