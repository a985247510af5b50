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

/**
 * @param copies  whether it begins with everything that is there, if there is no cursor
 * @param kinds  null for all, or for those of the cursor
 */
export type FollowRequest = {
  cursor: string | undefined
  copies: boolean
  kinds: ChangeKind[] | null
  size: number
  waits: boolean
}

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
  const start = findStart(deps, caller, request)
  const { page, position, newest } = await readOrWait(deps, caller, start, request, over)
  // A clock that was put back must not make a cursor older than what it has read.
  const at = new Date(Math.max(deps.clock().getTime(), newest))
  return { ...page, cursor: writeCursor(position, at) }
}

async function readOrWait(
  deps: FollowDeps,
  caller: Caller,
  start: Start,
  { size, waits }: FollowRequest,
  over: AbortSignal,
): Promise<Read & { newest: number }> {
  // A wait reads first.
  if (waits && start.givenAt && start.position.copied === null) return waitForChanges(deps, caller, start, size, over)
  const { position, newest } = await settleStart(deps, start)
  const read = await readPage(deps, caller, position, size)
  if (!waits || !isEmpty(read.page) || over.aborted) return { ...read, newest }
  const settled = { position: read.position, givenAt: start.givenAt ?? deps.clock() }
  return waitForChanges(deps, caller, settled, size, over)
}

type Page = Omit<FollowedPage, 'cursor'>
type Read = { page: Page; position: ChangePosition }

const nothing: Page = { data: [], hasMore: false }
const isEmpty = ({ data, hasMore }: Page) => data.length === 0 && !hasMore

/** Milliseconds by which the clocks of two processes may differ. */
const clocksDifferByMs = 60_000

/** Where a request begins. `givenAt`: when its cursor was given out, null without one: then it begins with what is there now. */
type Start = { position: ChangePosition; givenAt: Date | null }

/** @throws {ApiError} 400, 410 for a cursor that cannot be of this caller, or is too old, whatever has changed since */
function findStart(deps: FollowDeps, caller: Caller, request: FollowRequest): Start {
  const reader: Reader = { workspaceId: caller.workspace.id, userId: caller.user.id, superAdmin: caller.superAdmin }
  if (request.cursor === undefined) {
    const kinds = request.kinds ?? [...changeKinds]
    return { position: { reader, kinds, number: 0, copied: request.copies ? 'start' : null }, givenAt: null }
  }
  const expired = new Date(deps.clock().getTime() - deps.retentionDays * 86_400_000)
  const start = readCursor(request.cursor, reader, expired)
  const { kinds } = start.position
  if (request.kinds && String(request.kinds) !== String(kinds))
    throw invalid('query.kinds', `must be those of the cursor, ${kinds.join(',')}, or be left out`)
  return start
}

/**
 * Numbers what has changed, and holds the position against it.
 * @returns `last`: the number of the workspace's last change; `newest`: when it was numbered, in milliseconds
 * @throws {ApiError} 410 if changes after the position are forgotten, or were lost with a database
 */
async function settleStart(deps: FollowDeps, { position, givenAt }: Start) {
  const { workspaceId } = position.reader
  const { last, forgotten, newest, newestRead } = await numberChanges(deps, workspaceId, position.number)
  if (givenAt === null) return { position: { ...position, number: last }, newest, last }
  // A cursor of before the database was restored from a backup has a number beyond the last, or one that was given anew since.
  const isOfLostTime = position.number > last || newestRead > givenAt.getTime() + clocksDifferByMs
  if (position.number < forgotten || isOfLostTime) throw cursorExpired()
  return { position, newest, last }
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
  { position, givenAt }: Start,
  size: number,
  over: AbortSignal,
): Promise<Read & { newest: number }> {
  for (;;) {
    const woken = new AbortController()
    const follower = { ...position.reader, number: position.number, wake: () => woken.abort() }
    // Before anything is read, so that no change falls between.
    await deps.followers.join(follower)
    let newest: number
    try {
      const start = await settleStart(deps, { position, givenAt })
      newest = start.newest
      if (start.last > position.number) {
        const read = await readPage(deps, caller, position, size)
        if (!isEmpty(read.page)) return { ...read, newest }
        position = read.position
      }
      await endOf(AbortSignal.any([woken.signal, over]))
    } finally {
      deps.followers.leave(follower)
    }
    // The next request hears why.
    if (!(await mayRead(deps, caller))) return { page: nothing, position, newest }
    position = { ...position, number: Math.max(position.number, follower.number) }
    if (over.aborted) return { page: nothing, position, newest }
    const read = await readPage(deps, caller, position, size)
    if (!isEmpty(read.page)) return { ...read, newest }
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
