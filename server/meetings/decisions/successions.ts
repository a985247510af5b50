/** What replaced what (decision 63). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { ProposalKind } from '../../platform/postgres/column-types.ts'
import { lockKey, type Tx } from '../../platform/postgres/db.ts'
import { getDecision, readDecisions } from './read-decisions.ts'
import { type ChangeAuthor, type NewEntry, recordChanges } from './record-changes.ts'

/**
 * Says which decisions this one replaces. Those that the caller may not see stay among them. A successor that is withdrawn
 * gives way to the new one.
 * @returns the ids of those that it replaces now and did not before
 * @throws {ApiError} 404 for one that the caller does not see; 400 for itself, a ring, or one that has another successor
 */
export async function supersede(
  tx: Tx,
  caller: Caller,
  author: ChangeAuthor,
  id: string,
  wanted: string[],
): Promise<string[]> {
  // Two writers that know nothing of each other could close a ring together.
  await lockKey(tx, `decisions ${caller.workspace.id}`)
  const workspaceId = caller.workspace.id
  const { supersedes, status } = await getDecision(tx, caller, id)
  const added = wanted.filter((older) => !supersedes.includes(older))
  const dropped = supersedes.filter((older) => !wanted.includes(older))
  if (added.length === 0 && dropped.length === 0) return []
  // One that is deleted meanwhile is not there; one that is read, or gets an entry, stays until the end of the transaction.
  await sql`select from decisions where workspace_id = ${workspaceId} and (id = any(${[...added, ...dropped]}) or id in (
      select newer from decision_successions where workspace_id = ${workspaceId} and older = any(${added})))
    order by id for key share`.execute(tx)
  await requireFree(tx, caller, id, added)
  // Those of withdrawn successors too, so that followers hear of both.
  const { rows: ended } = await sql<{ newer: string; older: string }>`
    delete from decision_successions where workspace_id = ${workspaceId}
      and (newer = ${id} and older = any(${dropped}) or older = any(${added})) returning newer, older`.execute(tx)
  await sql`insert into decision_successions (workspace_id, older, newer)
    select ${workspaceId}, older, ${id} from unnest(${added}::text[]) older`.execute(tx)
  await sql`update decisions set updated_at = greatest(updated_at, ${author.now}::timestamptz)
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  if (await isInRing(tx, workspaceId, id)) throw invalid('body.supersedes', 'would make a decision replace itself')
  const proposed = await readProposed(tx, workspaceId, id, added)
  await recordChanges(tx, author, [
    ...ended.map(
      ({ newer, older }): NewEntry => ({
        decision_id: newer,
        change: { supersedes: false },
        other: older,
        isUnsigned: newer !== id,
      }),
    ),
    ...added.map((older): NewEntry => {
      const kind = proposed.get(older)
      return { decision_id: id, change: { supersedes: true, ...(kind && { proposed: kind }) }, other: older }
    }),
    ...(status === 'withdrawn' ? [] : ofOlder(id, { stands: dropped, superseded: added })),
  ])
  return added
}

const ofOlder = (newer: string, became: { stands: string[]; superseded: string[] }): NewEntry[] =>
  (['stands', 'superseded'] as const).flatMap((status) =>
    became[status].map((older) => ({ decision_id: older, change: { status }, other: newer })),
  )

/** What a language model says of these and the new one. */
async function readProposed(
  tx: Tx,
  workspaceId: string,
  id: string,
  older: string[],
): Promise<Map<string, ProposalKind>> {
  const rows = await tx
    .selectFrom('decision_proposals')
    .select(['older', 'kind'])
    .where('workspace_id', '=', workspaceId)
    .where('newer', '=', id)
    .where('dismissed', '=', false)
    .where(sql<boolean>`older = any(${older})`)
    .execute()
  return new Map(rows.map(({ older, kind }) => [older, kind]))
}

async function requireFree(tx: Tx, caller: Caller, id: string, added: string[]): Promise<void> {
  if (added.length === 0) return
  const seen = new Map((await readDecisions(tx, caller, added)).map((older) => [older.id, older]))
  for (const [index, older] of added.entries()) {
    const location = `body.supersedes[${index}]`
    if (!seen.has(older)) throw notFound('Decision')
    if (older === id) throw invalid(location, 'is this decision itself')
    if (await hasSuccessor(tx, caller.workspace.id, older)) throw invalid(location, 'is superseded already')
  }
}

/** Whether another one that is not withdrawn replaced it, whoever may see that. */
export const hasSuccessor = async (tx: Tx, workspaceId: string, id: string): Promise<boolean> =>
  (await haveSuccessors(tx, workspaceId, [id])).size > 0

/** @returns which of these have a successor that is not withdrawn */
export async function haveSuccessors(tx: Tx, workspaceId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ older: string }>`
    select succession.older from decision_successions succession
    join decisions newer on newer.workspace_id = succession.workspace_id and newer.id = succession.newer
    where succession.workspace_id = ${workspaceId} and succession.older = any(${ids}) and newer.status = 'stands'`.execute(
    tx,
  )
  return new Set(rows.map(({ older }) => older))
}

async function isInRing(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ ring: boolean }>`
    with recursive replaced (id) as (
      select older from decision_successions where workspace_id = ${workspaceId} and newer = ${id}
      union
      select older from replaced join decision_successions succession
        on succession.workspace_id = ${workspaceId} and succession.newer = replaced.id)
    select exists (select from replaced where id = ${id}) as ring`.execute(tx)
  return rows[0]!.ring
}

/** @throws {ApiError} 404 for an id that the caller does not see, 400 for one that is not proposed */
export async function dismiss(
  tx: Tx,
  caller: Caller,
  author: ChangeAuthor,
  id: string,
  others: string[],
): Promise<void> {
  const seen = new Set((await readDecisions(tx, caller, others)).map((other) => other.id))
  if (others.some((other) => !seen.has(other))) throw notFound('Decision')
  const { rows } = await sql<{ older: string; kind: ProposalKind; was_dismissed: boolean }>`
    update decision_proposals proposal set dismissed = true from decision_proposals before
    where proposal.workspace_id = ${caller.workspace.id} and proposal.newer = ${id} and proposal.older = any(${others})
      and before.workspace_id = proposal.workspace_id and before.newer = proposal.newer and before.older = proposal.older
    returning proposal.older, proposal.kind, before.dismissed as was_dismissed`.execute(tx)
  const proposed = new Set(rows.map(({ older }) => older))
  const index = others.findIndex((other) => !proposed.has(other))
  if (index >= 0) throw invalid(`body.dismiss[${index}]`, 'is not proposed for this decision')
  const fresh = rows.filter(({ was_dismissed }) => !was_dismissed)
  await recordChanges(
    tx,
    author,
    fresh.map(({ older, kind }) => ({ decision_id: id, change: { dismissed: kind }, other: older })),
  )
}
