/**
 * Carries erasures out, in short transactions. Each one stores its progress, so that after a worker dies only the last
 * one is repeated (decision 50 on erasure).
 */
import { sql } from 'kysely'
import { recordWork } from '../../../people/caller/audit.ts'
import { changeSight } from '../../../people/caller/change-sight.ts'
import { notFrozen } from '../../../people/caller/frozen.ts'
import type { Erasure } from '../../../people/privacy/erasure.ts'
import { isErasureHeld } from '../../../people/privacy/legal-hold.ts'
import type { TextPlace } from '../../../people/privacy/text-places.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { ErasureRow } from '../../../platform/postgres/tables.ts'
import { begin } from './begin.ts'
import { eraseMessages } from './erase-messages.ts'
import { eraseOwn } from './erase-own.ts'
import { eraseTexts } from './erase-texts.ts'
import { eraseThings } from './erase-things.ts'

type Erasing = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'threads'> & {
  /** Of all rooms. */
  texts: readonly TextPlace[]
  /** Aborted when the process stops; another worker continues then. */
  stopping: AbortSignal
}

type Next = Partial<Pick<ErasureRow, 'stage' | 'position' | 'names' | 'things' | 'things_done'>>

/** Carries out all unfinished ones, oldest first. A failure does not stop the others; the job is retried for it. */
export async function carryOutErasures(context: Erasing): Promise<void> {
  const waiting = await context.db
    .selectFrom('erasures')
    .select(['workspace_id', 'user_id'])
    .where('finished_at', 'is', null)
    .where(notFrozen('erasures.workspace_id'))
    .orderBy('requested_at')
    .execute()
  let failure: unknown
  for (const { workspace_id, user_id } of waiting) {
    try {
      while (!context.stopping.aborted && (await carryOutSome(context, workspace_id, user_id)));
    } catch (error) {
      context.log.error({ err: error, workspaceId: workspace_id, userId: user_id }, 'A person could not be erased')
      failure = error
    }
  }
  if (failure) throw failure
}

/** One transaction. @returns whether there is more to do that no other worker is doing */
export async function carryOutSome(context: Erasing, workspaceId: string, userId: string): Promise<boolean> {
  const outcome = await changeSight(context.db, workspaceId, async (tx) => {
    const { rows } = await sql<ErasureRow>`
      select * from erasures
      where workspace_id = ${workspaceId} and user_id = ${userId} and finished_at is null
      for update skip locked`.execute(tx)
    const row = rows[0]
    if (!row || (await isErasureHeld(tx, workspaceId, userId))) return 'none'
    const next = await runStage(tx, context, row)
    await writeProgress(tx, context, row, next)
    return next.stage === 'done' ? 'done' : 'more'
  })
  // PostgreSQL's planner statistics hold a sample of addresses: sample again, without this one.
  if (outcome === 'done')
    await sql`analyze users (email_folded), addresses (email_folded), event_attendees (email_folded)`.execute(
      context.db,
    )
  return outcome === 'more'
}

async function runStage(tx: Tx, context: Erasing, row: ErasureRow): Promise<Next> {
  const { workspace_id: workspaceId, user_id: userId, position } = row
  if (row.stage === 'begin') return { ...(await begin(tx, workspaceId, userId)), stage: 'things' }
  const erasure: Erasure = { workspaceId, userId, now: context.clock(), names: row.names! }
  switch (row.stage) {
    case 'things': {
      const done = await eraseThings(tx, context, erasure)
      return done === 0 ? { stage: 'own' } : { things_done: row.things_done + done }
    }
    case 'own':
      return (await eraseOwn(tx, context.jobs, erasure)) ? {} : { stage: 'texts' }
    case 'texts': {
      const after = await eraseTexts(tx, context.texts, erasure, position)
      return after === null ? { stage: 'messages', position: null } : { position: after }
    }
    default: {
      // Messages last: until the texts are rewritten, new messages still quote them.
      const after = await eraseMessages(tx, erasure, position?.[0] ?? null)
      return after === null ? { stage: 'done', position: null, names: null } : { position: [after] }
    }
  }
}

async function writeProgress(tx: Tx, { clock }: Pick<Context, 'clock'>, row: ErasureRow, next: Next): Promise<void> {
  if (Object.keys(next).length === 0) return
  const { position, names, ...rest } = next
  const now = clock()
  await tx
    .updateTable('erasures')
    .set({
      ...rest,
      ...(position !== undefined && { position: position && JSON.stringify(position) }),
      ...(names !== undefined && { names: names && JSON.stringify(names) }),
      ...(next.stage === 'done' && { finished_at: now }),
    })
    .where('workspace_id', '=', row.workspace_id)
    .where('user_id', '=', row.user_id)
    .execute()
  if (next.stage !== 'done') return
  const by = { workspaceId: row.workspace_id, userId: row.requested_by }
  await recordWork(tx, now, by, { action: 'user.erased', details: { user_id: row.user_id, things: row.things } })
}
