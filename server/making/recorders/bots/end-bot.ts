/** Ends a bot that was sent from here: its service says that it has failed, or that its call is over. */
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { askingMs } from './calls.ts'

export const endBotJob = 'end-bot'

/** @param failed  it recorded nothing: rules may send another */
export type EndedBot = { workspaceId: string; recorderId: string; serviceId: string; failed?: boolean }

/** The service may say it before it has answered who asked for the bot. Then its id is not known yet: a job tries again. */
export async function endBotOrTryAgain(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'send'> },
  ended: EndedBot,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await endBot(tx, ended, now)) return
    const since = new Date(now.getTime() - askingMs)
    const asked = await tx
      .selectFrom('sent_bots')
      .select('id')
      .where('workspace_id', '=', ended.workspaceId)
      .where('recorder_id', '=', ended.recorderId)
      .where('service_id', 'is', null)
      .where('ended_at', 'is', null)
      .where('sent_at', '>', since)
      .executeTakeFirst()
    if (asked) await jobs.send(tx, endBotJob, ended, { at: new Date(now.getTime() + askingMs) })
  })
}

/** @returns whether there was such a bot */
export async function endBot(
  db: Db,
  { workspaceId, recorderId, serviceId, failed = false }: EndedBot,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sent_bots')
    .set({ ended_at: now, makes_room: failed })
    .where('workspace_id', '=', workspaceId)
    .where('recorder_id', '=', recorderId)
    .where('service_id', '=', serviceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
