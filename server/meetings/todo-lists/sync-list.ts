/** Compares a person's list with their items: what changed there is done here, and the other way round. */
import { sql } from 'kysely'
import type { Acting } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { type DavDeps, DavError } from '../../platform/dav/dav-client.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { SecretError } from '../../platform/secrets.ts'
import { toStorable } from '../../platform/text.ts'
import { explained } from '../calendar/vendors/caldav.ts'
import { ProviderError } from '../calendar/vendors/provider.ts'
import { beginAnew, openAccess } from './accounts.ts'
import { type Comparing, compareItem, type PendingWrite, type Refusal, recordSent, refuse } from './compare-item.ts'
import { type ListChanges, ListClient, type ListObject, notGiven, uidOf, type Version } from './list-client.ts'
import {
  type ClaimedList,
  claimList,
  type Lease,
  type ListJob,
  longestSyncMs,
  recordEnd,
  recordFailure,
  recordSynced,
  recordVersion,
} from './schedule.ts'

export type SyncDeps = Comparing & DavDeps & Pick<Context, 'log' | 'secretKey'>

/** Changed items that one job compares; the rest follows at once. */
const maxChanged = 500
/** Items whose to-dos are asked for at once. */
const batchSize = 50
/** Refused one after the other, they are refused for a reason that all have. */
const maxRefused = 3
/** How often a to-do may change there between our reading and writing. */
const maxTries = 3

/** The work of `syncListJob`. */
export async function syncList(deps: SyncDeps, job: ListJob): Promise<void> {
  const { db, clock, jobs, log } = deps
  const owner = { workspaceId: job.workspaceId, userId: job.userId }
  const claimed = await claimList(db, { jobs, now: clock() }, job)
  if (!claimed) return
  try {
    const hasMore = await explained(() => sync(deps, claimed))
    await recordSynced(db, { jobs, now: clock() }, claimed.lease, hasMore)
  } catch (error) {
    const isOfList = error instanceof ProviderError || error instanceof SecretError
    if (isOfList) log.info({ ...owner, reason: error.message }, 'A to-do list could not be compared')
    else log.error({ ...owner, err: error }, 'A to-do list could not be compared')
    const last_problem = isOfList ? sentenceOf(error) : unknownProblem
    await recordFailure(db, { jobs, now: clock() }, claimed.lease, {
      failures: claimed.failures + 1,
      last_problem,
      error,
    })
  } finally {
    await recordEnd(db, claimed.lease)
  }
}

const unknownProblem = 'The list could not be compared: the operator of this service finds the reason in its log'

function sentenceOf(error: Error): string {
  const { status } = error.cause instanceof DavError ? error.cause : { status: null }
  if (status === 404 || status === 410) return 'The list is not there any more; connect another one'
  if (status === 507) return 'The calendar server has no room left'
  return toStorable(error.message)
}

/** @returns whether there is more to do */
async function sync(deps: SyncDeps, { lease, account, version }: ClaimedList): Promise<boolean> {
  const { clock } = deps
  const { person } = lease
  const owner = { workspaceId: person.workspace.id, userId: person.user.id }
  const list = new ListClient(deps, openAccess(deps.secretKey, owner, account))
  const until = clock().getTime() + longestSyncMs
  const run: Run = { deps, lease, person, list, refused: new Map(), isOver: () => clock().getTime() >= until }
  const hasMore = await work(run, version)
  await recordRefused(run)
  return hasMore
}

async function work(run: Run, version: Version): Promise<boolean> {
  const { person, list, lease } = run
  const { db } = run.deps
  const changes = await list.readChanges(version, run.isOver)
  if (changes) {
    const changed = await findChangedThere(db, person, changes)
    if (changed === 'none is left') await beginAnew(db, lease)
    if (changed === 'none is left' || !(await compareAll(run, changed))) return true
    await recordVersion(db, lease, changes)
  }
  const unfinished = (await findUnfinished(db, person)).filter(({ itemId }) => !run.refused.has(itemId))
  if (!(await compareAll(run, unfinished))) return true
  const changedHere = await findChangedHere(db, person)
  return !(await compareAll(run, changedHere)) || changedHere.length === maxChanged
}

type Run = {
  deps: SyncDeps
  lease: Lease
  person: Acting
  list: ListClient
  /** By the id of the item: those refused since the server took one. Until they are recorded they are unfinished too. */
  refused: Map<string, Refusal>
  isOver: () => boolean
}

/**
 * `isThere`: the list had it when it was compared last, or may have it since. `isListed`: it has just told its version.
 * `isGone`: it says that it has it no more.
 */
type Candidate = { itemId: string; isThere: boolean; isListed?: boolean; isGone?: boolean }

/** @returns false if the time is over before all are compared */
async function compareAll(run: Run, candidates: Candidate[]): Promise<boolean> {
  const { list, person } = run
  for (let from = 0; from < candidates.length; from += batchSize) {
    const batch = candidates.slice(from, from + batchSize)
    const uid = ({ itemId }: Candidate) => uidOf(person, itemId)
    const objects = await list.readObjects(batch.filter(({ isThere }) => isThere).map(uid))
    for (const candidate of batch) {
      if (run.isOver()) return false
      const object = objects.get(uid(candidate))
      if (candidate.isListed && object === undefined) throw new ProviderError(notGiven)
      await compareOne(run, candidate, object ?? null)
    }
  }
  return true
}

/**
 * Again if the list changes meanwhile; what is left of it then is unfinished, and found by the next job. A server that
 * refuses the version that it names would refuse it for ever.
 */
async function compareOne(run: Run, { itemId, isGone = false }: Candidate, first: ListObject): Promise<void> {
  const { deps, lease, list, refused } = run
  refused.delete(itemId)
  let object = first
  for (let tries = 0; tries < maxTries; tries++) {
    const write = await compareItem(deps, lease, itemId, object, isGone)
    if (!write) return
    const outcome = await send(run, itemId, write)
    if (outcome === 'done') return
    object = (await list.readObjects([write.uid])).get(write.uid) ?? null
    const { etag } = write
    if ((object?.etag ?? null) === etag) return postpone(run, itemId, etag, new ProviderError(notReplaced))
  }
}

const notReplaced = 'The server refuses to replace the version that it names, so nothing is written over it'

/** @returns 'changed': another version is there, the server says */
async function send(run: Run, itemId: string, write: PendingWrite): Promise<'done' | 'changed'> {
  const { deps, lease, list } = run
  try {
    const etag =
      write.kind === 'put'
        ? await list.put(write.uid, write.etag, write.file)
        : await list.remove(write.uid, write.etag).then(() => null)
    await recordSent(deps.db, lease, itemId, write, etag)
    await recordRefused(run)
    return 'done'
  } catch (error) {
    if (!(error instanceof DavError)) throw error
    if (error.status === 412) return 'changed'
    if (!isOfItem(error)) throw error
    postpone(run, itemId, write.etag, error)
    return 'done'
  }
}

/** Leaves an item until one side changes. @throws its error, if too many were refused one after the other */
function postpone({ refused }: Run, itemId: string, etag: string | null, error: Error): void {
  refused.set(itemId, { problem: error.message, etag })
  if (refused.size > maxRefused) throw error
}

/** The server took others. Where it takes none it is not for what these say, and they are tried again. */
async function recordRefused({ deps, lease, refused }: Run): Promise<void> {
  for (const [itemId, refusal] of refused) await refuse(deps.db, lease, itemId, refusal)
  refused.clear()
}

/** Another item may be taken. */
const isOfItem = ({ status }: DavError) => status !== null && [400, 403, 409, 413, 414, 415, 422].includes(status)

/** As many to-dos are not deleted one by one between two comparisons. */
const manyAtOnce = 5

/**
 * The items whose to-dos are not those that were compared last. With none of several to-dos in it the list is a new one that
 * took the place of the old, even if the server says that they were deleted. After the server forgot what it told, it may be
 * of an older backup. Then what is missing was not deleted by anybody, and is sent again.
 */
async function findChangedThere(db: Db, person: Acting, changes: ListChanges): Promise<Candidate[] | 'none is left'> {
  if (!changes.isWhole && changes.etags.size === 0 && changes.gone.size === 0) return []
  const { rows: stored } = await sql<{ item_id: string; etag: string | null }>`
    select item_id, etag from todo_items where workspace_id = ${person.workspace.id} and user_id = ${person.user.id}
    order by item_id`.execute(db)
  const there = stored.filter(({ etag }) => etag !== null)
  const etagOf = (itemId: string) => changes.etags.get(uidOf(person, itemId))
  const isMissing = ({ item_id }: { item_id: string }) =>
    changes.isWhole ? etagOf(item_id) === undefined : changes.gone.has(uidOf(person, item_id))
  if (there.every(isMissing) && there.length >= (changes.isForgotten ? 1 : manyAtOnce)) return 'none is left'
  const changed = there.filter((each) => {
    const now = etagOf(each.item_id)
    return isMissing(each) || (now !== undefined && (now !== each.etag || now === ''))
  })
  const candidates = changed.map((each) => ({
    ...{ itemId: each.item_id, isThere: true },
    isListed: !isMissing(each),
    isGone: isMissing(each) && !changes.isForgotten,
  }))
  return changes.isWhole ? [...candidates, ...(await findUnstored(db, person, changes))] : candidates
}

/** Items without a stored state: open ones are to be sent, others are there from an earlier connection. */
async function findUnstored(db: Db, person: Acting, { etags }: ListChanges): Promise<Candidate[]> {
  const { rows } = await sql<{ item_id: string; is_open: boolean }>`
    select assigned.item_id, item.status = 'Incomplete' as is_open from action_item_assignees assigned
    join action_items item on item.workspace_id = ${person.workspace.id} and item.id = assigned.item_id
    where assigned.workspace_id = ${person.workspace.id} and assigned.user_id = ${person.user.id}
      and not exists (select from todo_items sync where sync.workspace_id = ${person.workspace.id}
        and sync.user_id = ${person.user.id} and sync.item_id = assigned.item_id)
    order by assigned.item_id`.execute(db)
  const all = rows.map(({ item_id, is_open }) => {
    return { itemId: item_id, isOpen: is_open, isThere: etags.has(uidOf(person, item_id)) }
  })
  return all.filter(({ isOpen, isThere }) => isOpen || isThere)
}

/** Requests whose answer was lost, with the process or on the way. */
async function findUnfinished(db: Db, person: Acting): Promise<Candidate[]> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from todo_items where workspace_id = ${person.workspace.id} and user_id = ${person.user.id}
      and sent is not null order by item_id`.execute(db)
  return rows.map(({ item_id }) => ({ itemId: item_id, isThere: true }))
}

async function findChangedHere(db: Db, person: Acting): Promise<Candidate[]> {
  const { rows } = await sql<{ item_id: string; is_there: boolean }>`
    select changed.item_id, sync.etag is not null or sync.sent is not null as is_there
    from (select item_id from todo_changes
      where workspace_id = ${person.workspace.id} and user_id = ${person.user.id}
      order by item_id limit ${sql.lit(maxChanged)}) changed
    left join todo_items sync on sync.workspace_id = ${person.workspace.id} and sync.user_id = ${person.user.id}
      and sync.item_id = changed.item_id
    order by changed.item_id`.execute(db)
  return rows.map(({ item_id, is_there }) => ({ itemId: item_id, isThere: is_there }))
}
