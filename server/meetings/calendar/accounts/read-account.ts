/** Reads a connected account for the job of its feed (decisions 60 and 69): what changed, and once a day everything. */
import { type RawBuilder, sql } from 'kysely'
import { lockActive } from '../../../people/sign-in/tokens.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import type { CalendarFeedRow } from '../../../platform/postgres/tables.ts'
import { recordPause, recordProblems, updateFeed } from '../feeds/feed-schedule.ts'
import { applyCalendar, around, type ImportResult } from '../importing/import-calendar.ts'
import type { Around, Importer } from '../importing/import-types.ts'
import type { CaldavCalendar } from '../vendors/caldav.ts'
import { AccessWithdrawn, type CalendarReading, type ProviderChange, Throttled } from '../vendors/provider.ts'
import { type Account, withAccess, withPassword } from './account-access.ts'
import { replaceTokens, withdrawnAccount } from './accounts.ts'
import { contentOfChanges, type HeldEvent } from './content-of-changes.ts'
import { type Changes, readChanges } from './read-changes.ts'
import { keepWatch, type WatchDeps } from './watch.ts'

export type AccountFeed = Account &
  Pick<CalendarFeedRow, 'sync_cursor' | 'full_read_at' | 'window_days' | 'full_due_at'>

export type AccountDeps = Pick<Context, 'jobs'> & WatchDeps & { windowDays: number; caldav: CaldavCalendar }

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/**
 * @returns null if the feed was removed, connected anew or read by another job in the meantime
 * @throws as `CalendarProvider.readChanges`
 */
export async function readAccount(
  deps: AccountDeps,
  importer: Importer,
  feed: AccountFeed,
): Promise<ImportResult | null> {
  const when = around(deps.clock(), deps.windowDays)
  const span = { from: new Date(when.window.from), to: new Date(when.window.to) }
  const covered = coveredBy(feed)
  const wanted = {
    span,
    cursor: covered && feed.sync_cursor,
    isFullDue: feed.full_due_at === null || feed.full_due_at <= when.now,
    clock: deps.clock,
  }
  const all = await open(deps, feed, async (provider, token) => {
    const first = await readChanges(provider, token, wanted)
    // Not after a full read that failed just now.
    const mayLack = !first.isFull && first.problem === null
    const lacks =
      mayLack && (first.changes.some(mayHaveCopy) || (await lacksOccurrences(deps.db, feed, first, when.now)))
    return lacks ? readChanges(provider, token, { ...wanted, isFullDue: true }) : first
  })
  // Where not everything could be read, the full read that follows in an hour tells what is gone.
  const read = { ...all, changes: all.changes.filter((change) => all.isFull || !mayHaveCopy(change)) }
  const { window } = read.isFull ? when : covered!
  const result = await storeRead(deps.db, importer, feed, {
    read,
    when: { window, now: when.now },
    windowDays: deps.windowDays,
  })
  if (result && feed.provider !== 'caldav') await keepWatch(deps, feed, read.isFull)
  return result
}

const mayHaveCopy = (change: ProviderChange) => 'mayHaveCopy' in change && change.mayHaveCopy === true

const open = <Result>(
  deps: AccountDeps,
  feed: AccountFeed,
  use: (calendar: CalendarReading, accessToken: string) => Promise<Result>,
): Promise<Result> => (feed.provider === 'caldav' ? withPassword(deps, feed, use) : withAccess(deps, feed, use))

/** `when` has the window that was read. */
type Read = { read: Changes; when: Around; windowDays: number }

/** Most reads tell nothing. These need not wait for the workspace's lock. */
async function storeRead(db: Db, importer: Importer, feed: AccountFeed, given: Read): Promise<ImportResult | null> {
  const { read, when, windowDays } = given
  const held = read.changes.length > 0 ? await findHeld(db, feed, read, when.now) : []
  const { content, ids, gone } = contentOfChanges(read, held, when.window)
  return applyCalendar(db, content, importer, when, {
    source: { feedId: feed.id, gone: read.isFull ? null : gone, ids },
    begin: async (tx) => Boolean(await lockActive(tx, importer.workspaceId, importer.user.id)) && lockUnread(tx, feed),
    async finish(tx, result) {
      const state = { sync_cursor: read.cursor, last_read_at: when.now, last_error: null, failures: 0 }
      await updateFeed(tx, feed.workspaceId, feed.id, { ...state, ...fullRead(read, when.now, windowDays) })
      const problems = read.problem === null ? result.problems : [...result.problems, read.problem]
      await recordProblems(tx, feed.workspaceId, feed.id, problems, read.isFull)
    },
  })
}

/** A vendor tells changes only of the window that the last full read named. */
const coveredBy = ({ full_read_at, window_days }: AccountFeed) =>
  full_read_at && window_days !== null ? around(full_read_at, window_days) : null

/** A full read that failed is tried again in an hour: it costs much, and the changes come all the same. */
function fullRead({ isFull, problem }: Changes, now: Date, window_days: number) {
  const full_due_at = new Date(now.getTime() + (isFull ? dayMs : hourMs))
  if (isFull) return { full_read_at: now, full_due_at, window_days }
  return problem === null ? {} : { full_due_at }
}

/** Two reads of one account at once: the second to come here knows less than what is stored. */
async function lockUnread(tx: Tx, { workspaceId, id, sync_cursor }: AccountFeed): Promise<boolean> {
  const { rows } = await sql`
    select from calendar_feeds
    where workspace_id = ${workspaceId} and id = ${id} and tokens is not null
      and sync_cursor is not distinct from ${sync_cursor}
    for no key update`.execute(tx)
  return rows.length > 0
}

/**
 * Whether a series came again without some of its upcoming meetings. They may have been called off, or the vendor did not
 * repeat what stayed as it was: only a read of everything tells.
 */
async function lacksOccurrences(
  db: Db,
  { workspaceId, id }: AccountFeed,
  { changes, wholeSeries }: Changes,
  now: Date,
): Promise<boolean> {
  if (wholeSeries.size === 0) return false
  const named = changes.map((change) => change.id)
  const isOfSeries = sql`provider_series_id = any(${[...wholeSeries]}::text[]) and provider_id <> all(${named}::text[])`
  return (await readHeld(db, workspaceId, ofFeed(workspaceId, id, isOfSeries), now)).length > 0
}

/**
 * Upcoming events of this account by the ids in what was read, with the others of their series. What has begun stays, as
 * with every feed.
 */
function findHeld(db: Db, { workspaceId, id }: Account, { changes }: Changes, now: Date): Promise<HeldEvent[]> {
  const named = changes.map((change) => change.id)
  const series = changes.map((change) => ('meeting' in change && change.meeting?.seriesId) || change.id)
  const isNamed = ofFeed(workspaceId, id, sql`provider_id = any(${named}::text[])`)
  const isOfSeries = ofFeed(workspaceId, id, sql`provider_series_id = any(${[...new Set(series)]}::text[])`)
  return readHeld(db, workspaceId, sql`${isNamed} union ${isOfSeries}`, now)
}

async function readHeld(db: Db, workspaceId: string, held: RawBuilder<unknown>, now: Date): Promise<HeldEvent[]> {
  const { rows } = await sql<HeldEvent>`
    select held.event_guid, held.provider_id, held.provider_series_id
    from (${held}) held
    join events event on event.workspace_id = ${workspaceId} and event.guid = held.event_guid
    where event.starts_at >= ${now}`.execute(db)
  return rows
}

const ofFeed = (workspaceId: string, id: string, isNamed: RawBuilder<unknown>) => sql`
  select event_guid, provider_id, provider_series_id from calendar_feed_events
  where workspace_id = ${workspaceId} and feed_id = ${id} and ${isNamed}`

/**
 * Stores what only an account can say: its consent was withdrawn, or its vendor asks for a pause.
 * @returns false for any other error
 */
export async function recordRefusal(deps: AccountDeps, feed: AccountFeed, error: unknown): Promise<boolean> {
  const { db, clock, jobs } = deps
  if (error instanceof AccessWithdrawn) {
    await replaceTokens(db, feed, feed.tokens, { ...withdrawnAccount, last_error: error.message })
    return true
  }
  if (!(error instanceof Throttled)) return false
  const pause = { pauseMs: error.retryAfterMs, last_error: error.message }
  await db.transaction().execute((tx) => recordPause(tx, { jobs, now: clock() }, feed.workspaceId, feed.id, pause))
  return true
}
