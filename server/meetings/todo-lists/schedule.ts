/**
 * When lists are compared: every 5 minutes, and soon after an item of their person changed. `next_sync_at` in the account's
 * row is the time; a job starts the work then.
 */
import { sql } from 'kysely'
import type { Acting } from '../../people/caller/caller.ts'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { Throttled } from '../calendar/vendors/provider.ts'
import type { ListChanges, Version } from './list-client.ts'

/** The job that compares one list, and the one that finds lists of changed items. */
export const syncListJob = 'sync-todo-list'
export const wakeListsJob = 'wake-todo-lists'

export type ListOwner = { workspaceId: string; userId: string }

/** `at` is the `next_sync_at` of this job: if the row has another value now, another job exists for it. */
export type ListJob = ListOwner & { at: string }

export type Schedule = { jobs: Context['jobs']; now: Date }

const minutesBetween = 5
const longestMinutes = 24 * 60
const busyMinutes = 1

/** A comparison that takes longer goes on in the next job. */
export const longestSyncMs = 10 * 60_000

/** Only one whose process died lasts until then. */
const leaseMs = longestSyncMs + 5 * 60_000

/**
 * One comparison of a person's list. It may write only while `until` is in the account's row: not after the person connected
 * another list, or another comparison began because this one took too long.
 */
export type Lease = { person: Acting; until: Date }

export type ClaimedList = { lease: Lease; account: Buffer; version: Version; failures: number }

const ownerOf = ({ person }: Lease): ListOwner => ({ workspaceId: person.workspace.id, userId: person.user.id })

/**
 * Takes a list for comparing, and plans the next time.
 * @returns null if the job is outdated, the list is being compared, or its person is not active
 */
export function claimList(
  db: Db,
  { jobs, now }: Schedule,
  { workspaceId, userId, at }: ListJob,
): Promise<ClaimedList | null> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('todo_accounts as list')
      .innerJoin('users as owner', (join) =>
        join.onRef('owner.workspace_id', '=', 'list.workspace_id').onRef('owner.id', '=', 'list.user_id'),
      )
      .innerJoin('workspaces as workspace', 'workspace.id', 'list.workspace_id')
      .select(['list.account', 'list.sync_token', 'list.tag', 'list.failures', 'list.syncing_until'])
      .select(['owner.id', 'owner.email', 'owner.full_name', 'owner.active', 'workspace.name', 'workspace.subdomain'])
      .where('list.workspace_id', '=', workspaceId)
      .where('list.user_id', '=', userId)
      .where('list.next_sync_at', '=', new Date(at))
      .forUpdate('list')
      .executeTakeFirst()
    if (!row) return null
    const isBusy = row.syncing_until !== null && row.syncing_until > now
    await scheduleSync(tx, { jobs, now }, { workspaceId, userId }, isBusy ? busyMinutes : minutesBetween)
    if (isBusy || !row.active) return null
    const until = new Date(now.getTime() + leaseMs)
    await updateAccount(tx, { workspaceId, userId }, { syncing_until: until })
    const { id, email, full_name, name, subdomain, account, failures, sync_token, tag } = row
    const user = { id, email, full_name }
    const person = { workspace: { id: workspaceId, name, subdomain }, user, superAdmin: false }
    return { lease: { person, until }, account, failures, version: { sync_token, tag } }
  })
}

/** The comparison that `claimList` began is over. */
export const recordEnd = (db: Db, lease: Lease) => updateLeased(db, lease, { syncing_until: null })

export const recordVersion = (db: Db | Tx, lease: Lease, { version }: Pick<ListChanges, 'version'>) =>
  updateLeased(db, lease, version)

/** @param hasMore  it is to go on at once */
export async function recordSynced(db: Db, { jobs, now }: Schedule, lease: Lease, hasMore: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const synced = { last_problem: null, failures: 0, ...(!hasMore && { last_synced_at: now }) }
    const isOurs = await updateLeased(tx, lease, synced)
    if (hasMore && isOurs) await scheduleSync(tx, { jobs, now }, ownerOf(lease), 0)
  })
}

/** The wait doubles with each failure in a row, up to a day. */
export async function recordFailure(
  db: Db,
  { jobs, now }: Schedule,
  lease: Lease,
  failed: { failures: number; last_problem: string; error: unknown },
): Promise<void> {
  const { failures, last_problem, error } = failed
  const wait = minutesBetween * 2 ** Math.min(failures, 10)
  const minutes = error instanceof Throttled ? Math.max(error.retryAfterMs / 60_000, minutesBetween) : wait
  await db.transaction().execute(async (tx) => {
    if (!(await updateLeased(tx, lease, { failures, last_problem }))) return
    await scheduleSync(tx, { jobs, now }, ownerOf(lease), Math.min(minutes, longestMinutes))
  })
}

/** @param minutes  from now */
export async function scheduleSync(
  tx: Tx,
  { jobs, now }: Schedule,
  { workspaceId, userId }: ListOwner,
  minutes: number,
): Promise<void> {
  const next_sync_at = new Date(now.getTime() + minutes * 60_000)
  await updateAccount(tx, { workspaceId, userId }, { next_sync_at })
  const job: ListJob = { workspaceId, userId, at: next_sync_at.toISOString() }
  await jobs.send(tx, syncListJob, job, { at: next_sync_at })
}

async function updateAccount(tx: Db | Tx, { workspaceId, userId }: ListOwner, changes: object): Promise<void> {
  await tx
    .updateTable('todo_accounts')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** @returns false if the comparison may not write any more */
async function updateLeased(tx: Db | Tx, lease: Lease, changes: object): Promise<boolean> {
  const { workspaceId, userId } = ownerOf(lease)
  const { numUpdatedRows } = await tx
    .updateTable('todo_accounts')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('syncing_until', '=', lease.until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Twice in a minute, so that an item is in the list within one: a job can be planned by the minute only. */
const againMs = 30_000
const soonMs = 10_000
const forgottenMs = 3_600_000

/**
 * Lets lists be compared whose person's items changed, except after a failure: that says when. Also those that should have
 * been compared an hour ago: their job was lost, for example by a restore.
 */
export async function wakeLists(db: Db, { jobs, now }: Schedule, isAgain: boolean): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms)
  const { rows } = await sql<{ workspace_id: string; user_id: string }>`
    select list.workspace_id, list.user_id from (select distinct workspace_id, user_id from todo_changes) changed
    join todo_accounts list on list.workspace_id = changed.workspace_id and list.user_id = changed.user_id
    join users owner on owner.workspace_id = list.workspace_id and owner.id = list.user_id and owner.active
    where list.failures = 0 and list.next_sync_at > ${at(soonMs)} and ${notFrozen('list.workspace_id')}
    union
    select list.workspace_id, list.user_id from todo_accounts list
    where list.next_sync_at < ${at(-forgottenMs)} and ${notFrozen('list.workspace_id')}`.execute(db)
  for (const { workspace_id: workspaceId, user_id: userId } of rows)
    await db.transaction().execute((tx) => scheduleSync(tx, { jobs, now }, { workspaceId, userId }, 0))
  if (!isAgain)
    await db.transaction().execute((tx) => jobs.send(tx, wakeListsJob, { isAgain: true }, { at: at(againMs) }))
}
