/** One request of a follower: the first copy, then what changed since (decision 45). */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { actsAsSuperAdmin, keyActsFor } from '../../people/caller/keys.ts'
import { isElevated, sessionActsFor } from '../../people/sessions/validity.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalid } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { utc } from '../../platform/time.ts'
import { type ChangePosition, cursorExpired, type Reader, readCursor, writeCursor } from './change-cursor.ts'
import type { Followers } from './followers.ts'
import { numberChanges } from './number-changes.ts'
import { readChanges } from './read-changes.ts'
import { readCopy } from './read-copy.ts'
import { type Change, type ChangeKind, changeKinds } from './schemas.ts'

export type Following = Pick<Context, 'db' | 'clock'> & { followers: Followers; retentionDays: number }

/**
 * `withCopy`: without a cursor, whether everything that is there comes first. `kinds`: null for all, or for those of the
 * cursor. `waits`: whether to wait while there is nothing new.
 */
export type FollowRequest = {
  cursor: string | undefined
  withCopy: boolean
  kinds: ChangeKind[] | null
  size: number
  waits: boolean
}

export type FollowedPage = { data: Change[]; cursor: string; hasMore: boolean }

/**
 * @param ended  aborted when the request need not wait any longer
 * @throws {ApiError} 400 for a cursor that is not the caller's, 410 for one that is too old, 429
 */
export async function follow(
  context: Following,
  caller: Caller,
  request: FollowRequest,
  ended: AbortSignal,
): Promise<FollowedPage> {
  const start = findStart(context, caller, request)
  const { page, position, newestAt } = await readOrWait(context, caller, start, request, ended)
  // If the clock was set back, the cursor must not be older than the changes that it has read.
  const at = new Date(Math.max(context.clock().getTime(), newestAt))
  return { ...page, cursor: writeCursor(position, at) }
}

async function readOrWait(
  context: Following,
  caller: Caller,
  start: Start,
  { size, waits }: FollowRequest,
  ended: AbortSignal,
): Promise<Read & { newestAt: number }> {
  // `waitForChanges` reads first.
  if (waits && start.givenAt && start.position.copied === null)
    return waitForChanges(context, caller, start, size, ended)
  const { position, newestAt } = await checkStart(context, start)
  const read = await readPage(context, caller, position, size)
  if (!waits || !isEmpty(read.page) || ended.aborted) return { ...read, newestAt }
  const settled = { position: read.position, givenAt: start.givenAt ?? context.clock() }
  return waitForChanges(context, caller, settled, size, ended)
}

type Page = Omit<FollowedPage, 'cursor'>
type Read = { page: Page; position: ChangePosition }

const nothing: Page = { data: [], hasMore: false }
const isEmpty = ({ data, hasMore }: Page) => data.length === 0 && !hasMore

/** How far the clocks of two processes may be apart, in milliseconds. */
const maxClockDifferenceMs = 60_000

/** Where a request begins. `givenAt`: when its cursor was given out; null without a cursor. */
type Start = { position: ChangePosition; givenAt: Date | null }

/** @throws {ApiError} 400 for a cursor that cannot be the caller's; 410 for one that is too old */
function findStart(context: Following, caller: Caller, request: FollowRequest): Start {
  const reader: Reader = { workspaceId: caller.workspace.id, userId: caller.user.id, superAdmin: caller.superAdmin }
  if (request.cursor === undefined) {
    const kinds = request.kinds ?? [...changeKinds]
    const copied = request.withCopy ? 'start' : null
    return { position: { reader, kinds, number: 0, expanded: null, copied }, givenAt: null }
  }
  const expired = new Date(context.clock().getTime() - context.retentionDays * 86_400_000)
  const start = readCursor(request.cursor, reader, expired)
  const { kinds } = start.position
  if (request.kinds && String(request.kinds) !== String(kinds))
    throw invalid('query.kinds', `must be those of the cursor, ${kinds.join(',')}, or be left out`)
  return start
}

/**
 * Numbers what has changed, and checks that everything after the position can still be read.
 * @returns `last`: the number of the workspace's last change; `newestAt`: when it was numbered, in milliseconds
 * @throws {ApiError} 410 if changes after the position are forgotten, or were lost with a database
 */
async function checkStart(context: Following, { position, givenAt }: Start) {
  const { workspaceId } = position.reader
  const { last, forgotten, newestAt, newestReadAt } = await numberChanges(context, workspaceId, position.number)
  if (givenAt === null) return { position: { ...position, number: last }, newestAt, last }
  // Was the database restored from a backup after this cursor was given out? Then its number is beyond the last, or was
  // given to another change since.
  const isFromBeforeRestore = position.number > last || newestReadAt > givenAt.getTime() + maxClockDifferenceMs
  if (position.number < forgotten || isFromBeforeRestore) throw cursorExpired()
  return { position, newestAt, last }
}

function readPage({ db }: Pick<Context, 'db'>, caller: Caller, position: ChangePosition, size: number): Promise<Read> {
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
  // The changes since the copy began come next.
  const rest = await readChanges(db, caller, { kinds: position.kinds, after: position, size: 1 })
  return { page: { data, hasMore: rest.changes.length > 0 || rest.hasMore }, position: { ...position, copied: null } }
}

async function readChanged(db: Db, caller: Caller, position: ChangePosition, size: number): Promise<Read> {
  const {
    changes,
    position: read,
    hasMore,
  } = await readChanges(db, caller, { kinds: position.kinds, after: position, size })
  const data = changes.map(({ kind, id, change, at }) => ({ kind, id, change, at: utc(at) }))
  return { page: { data, hasMore }, position: { ...position, ...read } }
}

/**
 * Reads at once, and again each time that a change concerns the caller. In between it holds no connection to the database.
 * After a wake-up nothing needs to be numbered: the change that woke the request has its number.
 */
async function waitForChanges(
  context: Following,
  caller: Caller,
  start: Start,
  size: number,
  ended: AbortSignal,
): Promise<Read & { newestAt: number }> {
  let { position } = start
  for (;;) {
    const woken = new AbortController()
    const follower = { ...position.reader, number: position.number, wake: () => woken.abort() }
    // Joined before reading, so that no change is missed in between.
    await context.followers.join(follower)
    let newestAt: number
    try {
      // Checks the cursor of the request, not `position`: what this wait has read since is newer.
      const bounds = await checkStart(context, start)
      newestAt = bounds.newestAt
      if (bounds.last > position.number) {
        const read = await readPage(context, caller, position, size)
        if (!isEmpty(read.page)) return { ...read, newestAt }
        position = read.position
      }
      await untilAborted(AbortSignal.any([woken.signal, ended]))
    } finally {
      context.followers.leave(follower)
    }
    // The next request is rejected, with the reason.
    if (!(await mayRead(context, caller))) return { page: nothing, position, newestAt }
    position = { ...position, number: Math.max(position.number, follower.number) }
    if (ended.aborted) return { page: nothing, position, newestAt }
    const read = await readPage(context, caller, position, size)
    if (!isEmpty(read.page)) return { ...read, newestAt }
    position = read.position
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Whether the caller still has the rights that were checked when the request came. */
async function mayRead(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { workspace, user, via, superAdmin }: Caller,
): Promise<boolean> {
  const acting = { workspaceId: sql`${workspace.id}`, userId: sql`${user.id}` }
  const isActive = sql<boolean>`exists (select from users person where person.workspace_id = workspace.id
    and person.id = ${user.id} and person.active)`
  const andSuperAdmin = (reads: RawBuilder<boolean>) => (superAdmin ? sql<boolean>`${isActive} and ${reads}` : isActive)
  const now = clock()
  const may =
    via.kind === 'key'
      ? keyActsFor({ ...acting, keyId: sql`${via.id}` }, 'read', now, andSuperAdmin(actsAsSuperAdmin))
      : sessionActsFor({ ...acting, sessionId: sql`${via.id}` }, 'read', now, andSuperAdmin(isElevated(now)))
  const { rows } = await sql<{ may: boolean }>`select ${may} as may`.execute(db)
  return rows[0]!.may
}
