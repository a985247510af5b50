/** One request of a follower: the first copy, then what changed since (decision 45). */
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../platform/errors.ts'
import type { Db } from '../platform/postgres/db.ts'
import { type Clock, utc } from '../platform/time.ts'
import type { Caller } from '../workspace/caller.ts'
import { actsAsSuperAdmin, keyActsFor } from '../workspace/keys.ts'
import { isElevated, sessionActsFor } from '../workspace/sessions/validity.ts'
import { type ChangePosition, cursorExpired, type Reader, readCursor, writeCursor } from './change-cursor.ts'
import type { Followers } from './followers.ts'
import { numberChanges } from './number-changes.ts'
import { readChanges } from './read-changes.ts'
import { readCopy } from './read-copy.ts'
import { type Change, type ChangeKind, changeKinds } from './schemas.ts'

export type FollowDeps = { db: Db; clock: Clock; followers: Followers; retentionDays: number }

/** @param kinds  null for all, or for those of the cursor */
export type FollowRequest = { cursor: string | undefined; kinds: ChangeKind[] | null; size: number; waits: boolean }

export type FollowedPage = { data: Change[]; cursor: string; hasMore: boolean }

/**
 * @param over  aborted when the request need not wait any more
 * @throws {ApiError} 400 for a cursor that is not the caller's, 410 for one that is too old, 429
 */
export async function follow(
  deps: FollowDeps,
  caller: Caller,
  request: FollowRequest,
  over: AbortSignal,
): Promise<FollowedPage> {
  const start = await findPosition(deps, caller, request)
  const { page, position } = await readOrWait(deps, caller, start.position, request, over)
  // A clock that was put back must not make a cursor older than what it has read.
  const at = new Date(Math.max(deps.clock().getTime(), start.newest))
  return { ...page, cursor: writeCursor(position, at) }
}

async function readOrWait(
  deps: FollowDeps,
  caller: Caller,
  start: ChangePosition,
  { size, waits }: FollowRequest,
  over: AbortSignal,
): Promise<Read> {
  // A wait reads first.
  if (waits && start.copied === null) return waitForChanges(deps, caller, { position: start, size }, over)
  const read = await readPage(deps, caller, start, size)
  if (!waits || !isEmpty(read.page) || over.aborted) return read
  return waitForChanges(deps, caller, { position: read.position, size }, over)
}

type Page = Omit<FollowedPage, 'cursor'>
type Read = { page: Page; position: ChangePosition }

const nothing: Page = { data: [], hasMore: false }
const isEmpty = ({ data, hasMore }: Page) => data.length === 0 && !hasMore

/** Milliseconds by which the clocks of two processes may differ. */
const clocksDifferByMs = 60_000

/** @returns `newest`: when the workspace's last change was numbered, in milliseconds */
async function findPosition(deps: FollowDeps, caller: Caller, request: FollowRequest) {
  const reader: Reader = { workspaceId: caller.workspace.id, userId: caller.user.id, superAdmin: caller.superAdmin }
  if (request.cursor === undefined) {
    const { last, newest } = await numberChanges(deps, reader.workspaceId)
    const kinds = request.kinds ?? [...changeKinds]
    return { position: { reader, kinds, number: last, copied: 'start' } satisfies ChangePosition, newest }
  }
  const expired = new Date(deps.clock().getTime() - deps.retentionDays * 86_400_000)
  const { position, givenAt } = readCursor(request.cursor, reader, expired)
  if (request.kinds && String(request.kinds) !== String(position.kinds))
    throw invalid('query.kinds', `must be those of the cursor, ${position.kinds.join(',')}, or be left out`)
  const { last, forgotten, newest, newestRead } = await numberChanges(deps, reader.workspaceId, position.number)
  // A cursor of before the database was restored from a backup has a number beyond the last, or one that was given anew since.
  const isOfLostTime = position.number > last || newestRead > givenAt.getTime() + clocksDifferByMs
  if (position.number < forgotten || isOfLostTime) throw cursorExpired()
  return { position, newest }
}

function readPage({ db }: FollowDeps, caller: Caller, position: ChangePosition, size: number): Promise<Read> {
  return position.copied === null
    ? readChanged(db, caller, position, size)
    : readCopied(db, caller, position, size, position.copied)
}

async function readCopied(
  db: Db,
  caller: Caller,
  position: ChangePosition,
  size: number,
  copied: NonNullable<ChangePosition['copied']>,
): Promise<Read> {
  const after = copied === 'start' ? null : copied
  const found = await readCopy(db, caller, { kinds: position.kinds, after, size: size + 1 })
  const shown = found.slice(0, size)
  const data = shown.map(({ kind, id, updatedAt }) => ({ kind, id, change: 'changed' as const, at: utc(updatedAt) }))
  const hasMore = found.length > size
  if (hasMore) return { page: { data, hasMore }, position: { ...position, copied: shown.at(-1)! } }
  // What changed since the copy began follows at once.
  const rest = await readChanges(db, caller, { kinds: position.kinds, after: position.number, size: 1 })
  return {
    page: { data, hasMore: rest.changes.length > 0 || rest.hasMore },
    position: { ...position, copied: null },
  }
}

async function readChanged(db: Db, caller: Caller, position: ChangePosition, size: number): Promise<Read> {
  const { kinds, number: after } = position
  const { changes, number, hasMore } = await readChanges(db, caller, { kinds, after, size })
  const data = changes.map(({ kind, id, change, at }) => ({ kind, id, change, at: utc(at) }))
  return { page: { data, hasMore }, position: { ...position, number } }
}

/**
 * Reads, and again whenever something concerns the caller. It holds no connection meanwhile. What woke them is numbered
 * already, so they read it at once: a change that all followers see is read once by each.
 */
async function waitForChanges(
  deps: FollowDeps,
  caller: Caller,
  { position, size }: { position: ChangePosition; size: number },
  over: AbortSignal,
): Promise<Read> {
  for (;;) {
    const woken = new AbortController()
    const follower = { ...position.reader, number: position.number, wake: () => woken.abort() }
    await deps.followers.join(follower)
    try {
      // Again, because something may have changed before the follower had joined.
      await numberChanges(deps, position.reader.workspaceId)
      const read = await readPage(deps, caller, position, size)
      if (!isEmpty(read.page)) return read
      position = read.position
      await endOf(AbortSignal.any([woken.signal, over]))
    } finally {
      deps.followers.leave(follower)
    }
    // The next request hears why.
    if (!(await mayRead(deps, caller))) return { page: nothing, position }
    position = { ...position, number: Math.max(position.number, follower.number) }
    if (over.aborted) return { page: nothing, position }
    const read = await readPage(deps, caller, position, size)
    if (!isEmpty(read.page)) return read
    position = read.position
  }
}

function endOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** The caller's rights were judged when the request came; they may have been taken since. */
async function mayRead({ db, clock }: FollowDeps, { workspace, user, via, superAdmin }: Caller): Promise<boolean> {
  const acting = { workspaceId: sql`${workspace.id}`, userId: sql`${user.id}` }
  const isActive = sql<boolean>`exists (select from users person where person.workspace_id = workspace.id
    and person.id = ${user.id} and person.active)`
  const also = (reads: RawBuilder<boolean>) => (superAdmin ? sql<boolean>`${isActive} and ${reads}` : isActive)
  const now = clock()
  const may =
    via.kind === 'key'
      ? keyActsFor({ ...acting, keyId: sql`${via.id}` }, 'read', now, also(actsAsSuperAdmin))
      : sessionActsFor({ ...acting, sessionId: sql`${via.id}` }, 'read', now, also(isElevated(now)))
  const { rows } = await sql<{ may: boolean }>`select ${may} as may`.execute(db)
  return rows[0]!.may
}
