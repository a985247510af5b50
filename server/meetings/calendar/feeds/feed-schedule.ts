/** When feeds are read. `next_read_at` in the feed's row is the time; a job starts the read at that time. */
import { sql } from 'kysely'
import { notFrozen } from '../../../people/caller/frozen.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import type { ProviderName } from '../vendors/provider.ts'
import type { Version } from './fetch-feed.ts'

/** The job that reads one feed. */
export const readFeedJob = 'read-calendar-feed'

/** `at` is the `next_read_at` of this job: if the row has another value now, another job exists for it. */
export type FeedJob = { workspaceId: string; id: string; at: string }

export type Schedule = { jobs: Context['jobs']; now: Date }

/** An account costs little: it tells only what changed. */
const minutesBetween = (provider: ProviderName | null) => (provider === null ? 15 : 5)
const longestMinutes = 24 * 60

/** A read has a limit of time (calendar/accounts/read-changes.ts); only one whose process died lasts until then. */
const longestReadMs = 30 * 60_000
const busyMinutes = 1

/**
 * Takes a feed for reading, and plans its next read. `recordEnd` gives it back.
 * @returns the feed, or null if the job is outdated, the feed is being read, or the owner is not active
 */
export function claimFeed(db: Db, { jobs, now }: Schedule, { workspaceId, id, at }: FeedJob) {
  return db.transaction().execute(async (tx) => {
    const feed = await tx
      .selectFrom('calendar_feeds as feed')
      .innerJoin('users as owner', (join) =>
        join.onRef('owner.workspace_id', '=', 'feed.workspace_id').onRef('owner.id', '=', 'feed.user_id'),
      )
      .select(['feed.id', 'feed.url', 'feed.etag', 'feed.last_modified', 'feed.full_read_at', 'feed.failures'])
      .select([
        'feed.provider',
        'feed.account',
        'feed.tokens',
        'feed.sync_cursor',
        'feed.window_days',
        'feed.full_due_at',
      ])
      .select('feed.reading_until')
      .select(['owner.id as user_id', 'owner.email', 'owner.full_name', 'owner.active'])
      .where('feed.workspace_id', '=', workspaceId)
      .where('feed.id', '=', id)
      .where('feed.next_read_at', '=', new Date(at))
      .forUpdate('feed')
      .executeTakeFirst()
    if (!feed) return null
    const isBusy = feed.reading_until !== null && feed.reading_until > now
    await scheduleRead(tx, { jobs, now }, workspaceId, id, isBusy ? busyMinutes : minutesBetween(feed.provider))
    if (isBusy || !feed.active) return null
    await updateFeed(tx, workspaceId, id, { reading_until: new Date(now.getTime() + longestReadMs) })
    return feed
  })
}

/** The read that `claimFeed` began is over. */
export const recordEnd = (db: Db, { workspaceId, id }: FeedJob) =>
  db.transaction().execute((tx) => updateFeed(tx, workspaceId, id, { reading_until: null }))

/** @param minutes  from now */
export async function scheduleRead(
  tx: Tx,
  { jobs, now }: Schedule,
  workspaceId: string,
  id: string,
  minutes = minutesBetween(null),
): Promise<void> {
  const next_read_at = new Date(now.getTime() + minutes * 60_000)
  await updateFeed(tx, workspaceId, id, { next_read_at })
  const job: FeedJob = { workspaceId, id, at: next_read_at.toISOString() }
  await jobs.send(tx, readFeedJob, job, { at: next_read_at })
}

/** After a notification. Many of them, as for a changed series, are one read. */
const soonMs = 10_000

/** Does nothing to a feed with an error: it is read as late as that error says. */
export async function readSoon(tx: Tx, schedule: Schedule, workspaceId: string, id: string): Promise<void> {
  const feed = await tx
    .selectFrom('calendar_feeds')
    .select(['next_read_at', 'last_error'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!feed?.next_read_at || feed.last_error !== null) return
  if (feed.next_read_at.getTime() <= schedule.now.getTime() + soonMs) return
  await scheduleRead(tx, schedule, workspaceId, id, soonMs / 60_000)
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
  return updateFeed(tx, workspaceId, id, { last_read_at: now, last_error: null, failures: 0, ...content })
}

/**
 * What a read did not take, for the feed's owner to see. Those of a part of a feed are added to the ones before, since
 * that part is not told again; none is there twice.
 */
export async function recordProblems(
  tx: Tx,
  workspaceId: string,
  id: string,
  problems: string[],
  isWhole: boolean,
): Promise<void> {
  const more = sql<string>`${JSON.stringify([...new Set(problems)])}::jsonb`
  const joined = sql<string>`(select coalesce(jsonb_agg(problem order by number), '[]') from (
    select problem, min(number) as number from jsonb_array_elements(problems || ${more}) with ordinality named (problem, number)
    group by problem order by number limit ${maxProblems}) kept)`
  if (isWhole || problems.length > 0) await updateFeed(tx, workspaceId, id, { problems: isWhole ? more : joined })
}

/** As many as an import answers with. */
const maxProblems = 101

/** Waits for a read that writes the same feed. @returns false if the feed was removed */
export async function lockFeed(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from calendar_feeds where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
  return rows.length > 0
}

export type FailedRead = {
  provider: ProviderName | null
  /** In a row, this one included. */
  failures: number
  last_error: string
}

/** The wait doubles with each error in a row, up to a day. */
export async function recordFailedRead(
  tx: Tx,
  schedule: Schedule,
  workspaceId: string,
  id: string,
  { provider, failures, last_error }: FailedRead,
): Promise<void> {
  await updateFeed(tx, workspaceId, id, { failures, last_error })
  const minutes = minutesBetween(provider) * 2 ** Math.min(failures, 10)
  await scheduleRead(tx, schedule, workspaceId, id, Math.min(minutes, longestMinutes))
}

/** The vendor asked for a pause, which is no failure. */
export async function recordPause(
  tx: Tx,
  schedule: Schedule,
  workspaceId: string,
  id: string,
  { pauseMs, last_error }: { pauseMs: number; last_error: string },
): Promise<void> {
  await updateFeed(tx, workspaceId, id, { last_error })
  const minutes = Math.max(pauseMs / 60_000, minutesBetween('google'))
  await scheduleRead(tx, schedule, workspaceId, id, Math.min(minutes, longestMinutes))
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

export async function updateFeed(tx: Tx, workspaceId: string, id: string, changes: object): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calendar_feeds')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
