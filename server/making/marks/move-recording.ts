import { sql } from 'kysely'
import { holdChange } from '../../meetings/notes/change-holds.ts'
import type { Caller } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'

export type MovingDeps = Pick<Context, 'clock' | 'jobs'> & { holdSeconds: number }

/** Programs that keep a copy of the recording read it again. */
export async function moveRecording(
  tx: Tx,
  { clock, jobs, holdSeconds }: MovingDeps,
  { workspace }: Caller,
  id: string,
): Promise<void> {
  const now = clock()
  const { awaited } = await tx
    .updateTable('recordings')
    // If an import set `updated_at` later than now, it stays.
    .set({ updated_at: sql`greatest(updated_at, ${now}::timestamptz)` })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .returning(isAwaited('recording.changed', workspace.id).as('awaited'))
    .executeTakeFirstOrThrow()
  if (awaited) await holdChange(tx, { jobs, holdSeconds, now }, { workspace_id: workspace.id, kind: 'recording', id })
}
