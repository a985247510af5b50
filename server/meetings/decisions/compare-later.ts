/**
 * Which decisions are to be compared with the earlier ones, and what came of it (decision 63). The job itself needs the
 * search and a language model (reading/proposals).
 */
import { sql } from 'kysely'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProposalKind } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'

/** The job that compares one decision. */
export const compareDecisionJob = 'compare-decision'
/** `failures`: how often a language model could not answer. */
export type ComparisonJob = { workspace_id: string; id: string; failures?: number }

export type ComparisonOptions = { workspaceId: string; now: Date; jobs: Pick<Jobs, 'sendAll'>; holdSeconds: number }

export type Proposal = { older: string; kind: ProposalKind }

/**
 * Each is compared when nobody changed its words for a while, because an agenda is saved while somebody types. What was
 * proposed for the words before goes, except what somebody dismissed; those that it was proposed for are compared again.
 */
export async function compareLater(
  tx: Tx,
  { workspaceId, now, jobs, holdSeconds }: ComparisonOptions,
  { made, reworded }: { made: string[]; reworded: string[] },
): Promise<void> {
  const ids = new Set([...made, ...reworded, ...(await withdrawProposals(tx, workspaceId, reworded))])
  await compareAt(tx, { workspaceId, jobs, at: new Date(now.getTime() + holdSeconds * 1_000) }, [...ids])
}

/** Except what somebody dismissed. @returns those that they were proposed for */
export async function withdrawProposals(tx: Tx, workspaceId: string, reworded: string[]): Promise<string[]> {
  if (reworded.length === 0) return []
  const { rows } = await sql<{ newer: string }>`delete from decision_proposals
    where workspace_id = ${workspaceId} and not dismissed and (newer = any(${reworded}) or older = any(${reworded}))
    returning newer`.execute(tx)
  return rows.map(({ newer }) => newer)
}

/** Moves the time of those that wait already; leaves out those that are deleted. */
export async function compareAt(
  tx: Tx,
  {
    workspaceId,
    jobs,
    at,
    failures = 0,
  }: { workspaceId: string; jobs: Pick<Jobs, 'sendAll'>; at: Date; failures?: number },
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  // Jobs start at whole seconds.
  const due = new Date(Math.ceil(at.getTime() / 1_000) * 1_000)
  const { rows } = await sql<{ id: string }>`insert into decision_comparisons (workspace_id, decision_id, due_at)
    select workspace_id, id, ${due}::timestamptz from decisions where workspace_id = ${workspaceId} and id = any(${ids})
    order by id for key share
    on conflict (workspace_id, decision_id) do update set due_at = excluded.due_at returning decision_id as id`.execute(
    tx,
  )
  const data = (id: string): ComparisonJob => ({ workspace_id: workspaceId, id, failures })
  const jobsOfEach = rows.map(({ id }) => ({ data: data(id), at: due, sharer: workspaceId }))
  await jobs.sendAll(tx, compareDecisionJob, jobsOfEach)
}

/** @returns when it was due; null if it is not due now: its words changed, it is done, or it is gone */
export async function dueSince(
  db: Db,
  { workspaceId, id, now }: { workspaceId: string; id: string; now: Date },
): Promise<Date | null> {
  const row = await db
    .selectFrom('decision_comparisons')
    .select('due_at')
    .where('workspace_id', '=', workspaceId)
    .where('decision_id', '=', id)
    .where('due_at', '<=', now)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** @returns false if its words changed meanwhile, so that it will be compared again */
export async function endComparison(
  tx: Tx,
  { workspaceId, id, dueAt }: { workspaceId: string; id: string; dueAt: Date },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('decision_comparisons')
    .where('workspace_id', '=', workspaceId)
    .where('decision_id', '=', id)
    .where('due_at', '=', dueAt)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** In place of those from before. What somebody dismissed stays dismissed. The caller holds locks of all of them. */
export async function keepProposals(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  found: Proposal[],
): Promise<void> {
  const olders = found.map(({ older }) => older)
  await sql`delete from decision_proposals where workspace_id = ${workspaceId} and newer = ${id} and not dismissed
    and older <> all(${olders}::text[])`.execute(tx)
  if (found.length === 0) return
  await sql`insert into decision_proposals as known (workspace_id, newer, older, kind)
    select ${workspaceId}, ${id}, older, kind
    from unnest(${olders}::text[], ${found.map(({ kind }) => kind)}::text[]) as found (older, kind)
    on conflict (workspace_id, newer, older) do update set kind = excluded.kind
      where not known.dismissed and known.kind <> excluded.kind`.execute(tx)
}
