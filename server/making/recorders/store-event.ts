/** Stores an event encrypted and queues the job that imports its recording. */
import type { Context } from '../../platform/context/context.ts'
import { seal } from '../../platform/secrets.ts'
import { eventOwner, type RecordedJob, takeRecordingJob } from './event-job.ts'

/** A repeated event changes nothing. */
export async function storeEvent(
  { db, jobs, secretKey }: Pick<Context, 'db' | 'jobs' | 'secretKey'>,
  job: RecordedJob,
  event: object,
  now: Date,
): Promise<void> {
  const { workspaceId: workspace_id, recorderId: recorder_id, key } = job
  const sealed = seal(secretKey, JSON.stringify(event), eventOwner(job))
  await db.transaction().execute(async (tx) => {
    const kept = await tx
      .insertInto('recorder_events')
      .values({ workspace_id, recorder_id, key: Buffer.from(key, 'hex'), event: sealed, received_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!kept) return
    await tx
      .updateTable('recorders')
      .set({ last_event_at: now })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', recorder_id)
      .execute()
    await jobs.send(tx, takeRecordingJob, job, { sharer: workspace_id })
  })
}
