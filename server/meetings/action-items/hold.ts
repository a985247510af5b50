/**
 * The window in which changes of an item collapse into one event (spec 6.4, decision 26). The first change stores the
 * item's state before it; when the window closes, it is compared with the current state (close-holds.ts).
 */
import { sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import type { ActionItemHoldRow } from '../../platform/postgres/tables.ts'
import { currentTrace } from '../../platform/telemetry/trace.ts'

/** The job that closes the windows that are due. */
export const closeHoldsJob = 'close-action-item-holds'

export type ItemBefore = Pick<ActionItemHoldRow, 'item_id' | 'status' | 'assignees'>

export type HoldOptions = { jobs: Pick<Jobs, 'send' | 'sendAll'>; holdSeconds: number; now: Date; workspaceId: string }

/**
 * Opens a window for each item that has none open; an open one is not prolonged. The caller has locked the items.
 * @param before  the state of the items before the change
 */
export async function openHolds(
  tx: Tx,
  { jobs, holdSeconds, now, workspaceId }: HoldOptions,
  before: ItemBefore[],
): Promise<void> {
  if (before.length === 0) return
  const dueAt = new Date(now.getTime() + holdSeconds * 1_000)
  const wakeAt = new Date(Math.ceil(dueAt.getTime() / 1_000) * 1_000)
  const of = { workspace_id: workspaceId, due_at: dueAt, trace: currentTrace() }
  const rows = before.map((held) => ({ ...held, ...of }))
  const { rows: opened } = await sql<{ awaited: boolean }>`
    with opened as (
      insert into action_item_holds (workspace_id, item_id, due_at, status, assignees, trace)
      select workspace_id, item_id, due_at, status, assignees, trace from ${asRows('action_item_holds', rows)}
      on conflict do nothing
      returning item_id)
    select exists (select from action_item_holds
      where due_at > ${wakeAt}::timestamptz - interval '1 second' and due_at <= ${wakeAt}
        and ${notFrozen('action_item_holds.workspace_id')}) as awaited
    from opened limit 1`.execute(tx)
  // A job closes all windows that are due, so one job per second is enough.
  if (opened[0]?.awaited === false) await jobs.send(tx, closeHoldsJob, { due_at: wakeAt }, { at: wakeAt })
}
