/**
 * The window in which a decision is typed into an agenda (decisions 26, 61, 63): it is told when nobody changed it for that
 * long, with its words as they are then. One without words is not told until it has some, and one that is withdrawn not until
 * it stands again.
 */
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import type { HoldOptions } from '../action-items/hold.ts'
import { announceDecisions } from './announce-decisions.ts'
import { lockDecisions } from './change-decisions.ts'

/** The job that ends a window; its data are `HeldDecision`. */
export const announceDecisionJob = 'announce-decision'

/** `until` is the job's own due time, used if this machine's clock is behind. */
type HeldDecision = { workspace_id: string; id: string; until: string }

/**
 * The caller holds the lock of the note. Each change of a held one moves the end of its window.
 * @param made     ids of those that have words now and had none before
 * @param changed  ids of others that changed
 */
export async function holdDecisions(
  tx: Tx,
  { jobs, holdSeconds, now, workspaceId }: HoldOptions,
  { made, changed }: { made: string[]; changed: string[] },
): Promise<void> {
  if (made.length === 0 && changed.length === 0) return
  // Jobs start at whole seconds.
  const until = new Date(Math.ceil(now.getTime() / 1_000 + holdSeconds) * 1_000)
  const { rows } = await sql<Omit<HeldDecision, 'until'>>`
    with moved as (
      update change_holds set until = ${until}
      where workspace_id = ${workspaceId} and kind = 'decision' and id = any(${changed}) returning id
    ), opened as (
      insert into change_holds (workspace_id, kind, id, until)
      select ${workspaceId}, 'decision', id, ${until}::timestamptz from unnest(${made}::text[]) id
      where ${isAwaited('decision.made', workspaceId)}
      on conflict (workspace_id, kind, id) do update set until = excluded.until returning id
    )
    select ${workspaceId}::text as workspace_id, id from (select id from moved union all select id from opened) held
    order by id`.execute(tx)
  for (const held of rows) {
    await jobs.send(tx, announceDecisionJob, { ...held, until: until.toISOString() }, { at: until })
  }
}

/** Nothing happens if the window was moved: another job ends it. */
export async function announceHeldDecision(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { workspace_id: workspaceId, id, until }: HeldDecision,
): Promise<void> {
  const now = clock()
  const due = new Date(until) > now ? new Date(until) : now
  await db.transaction().execute(async (tx) => {
    await lockDecisions(tx, workspaceId, [id])
    const { numDeletedRows } = await tx
      .deleteFrom('change_holds')
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', 'decision')
      .where('id', '=', id)
      .where('until', '<=', due)
      // It waits until it stands again, which moves the window.
      .where(sql<boolean>`not exists (select from decisions
        where workspace_id = ${workspaceId} and id = ${id} and status = 'withdrawn')`)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    const { rows } = await sql`select from decisions
      where workspace_id = ${workspaceId} and id = ${id} and text <> ''`.execute(tx)
    if (rows.length > 0) await announceDecisions(tx, { workspaceId, now }, 'decision.made', [id])
  })
}
