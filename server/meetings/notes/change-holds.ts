/**
 * The window in which changes of a note or recording become one event (decision 61), as `meetings/action-items/hold.ts` has it
 * for items. Nothing is compared: the event says that something changed, and receivers read it again.
 */
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { HoldOptions } from '../action-items/hold.ts'
import { announceThing } from './announce-things.ts'

/** The job that announces the changes of one window; its data are `Held`. */
export const announceChangeJob = 'announce-change'

type HeldChange = { workspace_id: string; kind: 'note' | 'recording'; id: string }

/**
 * The caller holds the lock of the note or recording, and knows that somebody awaits the event. A window whose end has
 * passed is opened anew, in case its job was lost.
 */
export async function holdChange(
  tx: Tx,
  { jobs, holdSeconds, now }: Omit<HoldOptions, 'workspaceId'>,
  held: HeldChange,
): Promise<void> {
  const until = new Date(now.getTime() + holdSeconds * 1_000)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('change_holds')
    .values({ ...held, until })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'kind', 'id']).doUpdateSet({ until }).where('change_holds.until', '<', now),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows! > 0n) await jobs.send(tx, announceChangeJob, held, { at: until })
}

/** Locks what changed first, as its writers do, so that no change falls between the event and the next window. */
export async function announceChange(
  { db, clock, publicUrl }: Pick<Context, 'db' | 'clock'> & { publicUrl: string },
  held: HeldChange,
): Promise<void> {
  const { workspace_id: workspaceId, kind, id } = held
  await db.transaction().execute(async (tx) => {
    const things = sql.table(kind === 'note' ? 'notes' : 'recordings')
    await sql`select from ${things} where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
    const closed = await tx
      .deleteFrom('change_holds')
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .returning('until')
      .executeTakeFirst()
    if (!closed) return
    const key = closed.until.toISOString()
    await announceThing(tx, { now: clock(), publicUrl }, workspaceId, `${kind}.changed`, { kind, id, key })
  })
}
