/** When feeds are read. `next_read_at` in the feed's row is the time; a job starts the read at that time. */
import { type NotNull, sql } from 'kysely'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'
import { notFrozen } from '../workspace/frozen.ts'
import type { Version } from './fetch-feed.ts'

/** The job that reads one feed. */
export const readFeedJob = 'read-calendar-feed'

/** `at` is the `next_read_at` of this job: if the row has another value now, another job exists for it. */
export type FeedJob = { workspaceId: string; id: string; at: string }

export type Schedule = { jobs: Jobs; now: Date }

const minutesBetween = 15
const longestMinutes = 24 * 60

/**
 * Takes a feed for reading, and plans its next read.
 * @returns the feed, or null if the job is outdated or the owner is not active
 */
export function claimFeed(db: Db, { jobs, now }: Schedule, { workspaceId, id, at }: FeedJob) {
  return db.transaction().execute(async (tx) => {
    const feed = await tx
      .selectFrom('calendar_feeds as feed')
      .innerJoin('users as owner', (join) =>
        join.onRef('owner.workspace_id', '=', 'feed.workspace_id').onRef('owner.id', '=', 'feed.user_id'),
      )
      .select(['feed.id', 'feed.url', 'feed.etag', 'feed.last_modified', 'feed.full_read_at', 'feed.failures'])
      .select(['owner.id as user_id', 'owner.email', 'owner.full_name', 'owner.active'])
      .where('feed.workspace_id', '=', workspaceId)
      .where('feed.id', '=', id)
      .where('feed.next_read_at', '=', new Date(at))
      // Only feeds with an address have `next_read_at`.
      .$narrowType<{ url: NotNull }>()
      .forUpdate('feed')
      .executeTakeFirst()
    if (!feed) return null
    await scheduleRead(tx, { jobs, now }, workspaceId, id, minutesBetween)
    return feed.active ? feed : null
  })
}

/** @param minutes  from now */
export async function scheduleRead(
  tx: Tx,
  { jobs, now }: Schedule,
  workspaceId: string,
  id: string,
  minutes = minutesBetween,
): Promise<void> {
  const next_read_at = new Date(now.getTime() + minutes * 60_000)
  await update(tx, workspaceId, id, { next_read_at })
  const job: FeedJob = { workspaceId, id, at: next_read_at.toISOString() }
  await jobs.send(tx, readFeedJob, job, { at: next_read_at })
}

/**
 * @param version  of the content; null if it has not changed
 * @returns false if the feed was removed in the meantime
 */
export async function recordRead(
  tx: Tx,
  workspaceId: string,
  id: string,
  now: Date,
  version: Version | null,
): Promise<boolean> {
  const content = version && { ...version, full_read_at: now }
  return update(tx, workspaceId, id, { last_read_at: now, last_error: null, failures: 0, ...content })
}

/** The wait doubles with each error in a row, up to a day. */
export async function recordFailedRead(
  tx: Tx,
  schedule: Schedule,
  workspaceId: string,
  id: string,
  { failures, last_error }: { failures: number; last_error: string },
): Promise<void> {
  await update(tx, workspaceId, id, { failures, last_error })
  await scheduleRead(
    tx,
    schedule,
    workspaceId,
    id,
    Math.min(minutesBetween * 2 ** Math.min(failures, 10), longestMinutes),
  )
}

const forgottenMs = 3_600_000

/** A feed with this `next_read_at` and without a job is found by the next `wakeForgotten`. */
export const forgottenAt = (now: Date) => new Date(now.getTime() - forgottenMs)

/** Sends jobs for feeds that should have been read an hour ago. Their job was lost, for example by a restore. */
export async function wakeForgotten(db: Db, { jobs, now }: Schedule): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; id: string; next_read_at: Date }>`
    select workspace_id, id, next_read_at from calendar_feeds
    where next_read_at < ${forgottenAt(now)} and ${notFrozen('calendar_feeds.workspace_id')} order by next_read_at limit 1000`.execute(
    db,
  )
  const data = rows.map(({ workspace_id, id, next_read_at }): FeedJob => {
    return { workspaceId: workspace_id, id, at: next_read_at.toISOString() }
  })
  await db.transaction().execute((tx) =>
    jobs.sendAll(
      tx,
      readFeedJob,
      data.map((job) => ({ data: job })),
    ),
  )
}

async function update(tx: Tx, workspaceId: string, id: string, changes: object): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calendar_feeds')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
