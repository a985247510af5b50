/** Reads feeds: immediately when one is added, and later by jobs (decision 29g on calendars). */

import { sharerOf } from '../../people/caller/caller.ts'
import { lockActive } from '../../people/sign-in/tokens.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { SecretError } from '../../platform/secrets.ts'
import { toStorable } from '../../platform/text.ts'
import { type AccountDeps, readAccount, recordRefusal } from './accounts/read-account.ts'
import {
  claimFeed,
  type FeedJob,
  lockFeed,
  recordEnd,
  recordFailedRead,
  recordProblems,
  recordRead,
  scheduleRead,
} from './feeds/feed-schedule.ts'
import { keepFeed, openAddress } from './feeds/feeds.ts'
import { FeedError, feedUrl, fetchFeed, type Version } from './feeds/fetch-feed.ts'
import type { CalendarReader } from './icalendar/calendar-reader.ts'
import { CalendarError } from './icalendar/errors.ts'
import type { CalendarContent } from './icalendar/read-calendar.ts'
import {
  applyCalendar,
  around,
  type ImportResult,
  noChange,
  readOrRefuse,
  requireActive,
  wholeFeed,
} from './importing/import-calendar.ts'
import type { Around, Importer } from './importing/import-types.ts'
import { ProviderError } from './vendors/provider.ts'

export type FeedDeps = Pick<Context, 'db' | 'clock' | 'jobs' | 'outbound' | 'secretKey'> & {
  readCalendar: CalendarReader
  windowDays: number
  /** Maximum size of a feed. */
  maxBytes: number
}

/**
 * Reads a feed and stores it.
 * @throws {ApiError} 400 if it cannot be read or stored; nothing has been changed then
 */
export async function addFeed(deps: FeedDeps, importer: Importer, text: string, sharer: string): Promise<ImportResult> {
  const { db, clock, jobs, outbound, readCalendar, secretKey, maxBytes } = deps
  const url = feedUrl(text)
  const read = await fetchFeed(outbound, url, null, maxBytes).catch((error: unknown) => {
    throw error instanceof FeedError ? new ApiError(400, error.message) : error
  })
  const when = around(clock(), deps.windowDays)
  const content = await readOrRefuse(readCalendar, read!.bytes, when.window, sharer)
  const { workspaceId } = importer
  const id = await db.transaction().execute(async (tx) => {
    // It locks the person's row. After a weaker lock, two new feeds at once would wait for each other.
    const id = await keepFeed(tx, importer, { url, secretKey, now: when.now })
    await requireActive(tx, importer)
    await scheduleRead(tx, { jobs, now: when.now }, workspaceId, id)
    return id
  })
  const isThere = (tx: Tx) => requireActive(tx, importer).then(() => true)
  const result = await applyFeed(db, content, importer, when, { id, isThere, version: read!.version })
  return result ?? noChange
}

type FeedOf = { id: string; version: Version; isThere(tx: Tx): Promise<boolean> }

/** The feed is read, and its version known, when all of it is written. */
function applyFeed(
  db: Db,
  content: CalendarContent,
  importer: Importer,
  when: Around,
  { id, version, isThere }: FeedOf,
): Promise<ImportResult | null> {
  const { workspaceId } = importer
  return applyCalendar(db, content, importer, when, {
    source: wholeFeed(id),
    begin: async (tx) => (await isThere(tx)) && lockFeed(tx, workspaceId, id),
    async finish(tx, { problems }) {
      await recordRead(tx, workspaceId, id, when.now, version)
      await recordProblems(tx, workspaceId, id, problems, true)
    },
  })
}

/** Reads a feed for its job, if the job is not outdated. It acts as the owner, without super admin rights. */
export async function readFeed(deps: FeedDeps & AccountDeps, job: FeedJob): Promise<void> {
  const { db, clock, jobs } = deps
  const feed = await claimFeed(db, { jobs, now: clock() }, job)
  if (!feed) return
  await readClaimed(deps, job, feed).finally(() => recordEnd(db, job))
}

type ClaimedFeed = NonNullable<Awaited<ReturnType<typeof claimFeed>>>

async function readClaimed(
  deps: FeedDeps & AccountDeps,
  { workspaceId, id }: FeedJob,
  feed: ClaimedFeed,
): Promise<void> {
  const { db, clock, jobs, log } = deps
  const { user_id, email, full_name, provider } = feed
  const importer = { workspaceId, user: { id: user_id, email, full_name }, superAdmin: false, account: addressOf(feed) }
  const account = provider && feed.tokens && { ...feed, workspaceId, provider, tokens: feed.tokens }
  try {
    const result = await (account ? readAccount(deps, importer, account) : readAddress(deps, importer, feed))
    log.info({ feed: id, ...result, problems: result?.problems.length }, 'A calendar feed was read')
  } catch (error) {
    const last_error = sentenceOf(error)
    if (isOfCalendar(error)) log.info({ feed: id, reason: last_error }, 'A calendar feed could not be read')
    else log.error({ feed: id, err: error }, 'A calendar feed could not be read')
    if (account && (await recordRefusal(deps, account, error))) return
    const failed = { provider, failures: feed.failures + 1, last_error }
    await db.transaction().execute((tx) => recordFailedRead(tx, { jobs, now: clock() }, workspaceId, id, failed))
  }
}

/** A user name without an address is the owner's: what names addresses must name one of theirs. */
const addressOf = ({ account, email }: ClaimedFeed) => (account === null || account.includes('@') ? account : email)

/** What the owner reads. Of an error that is not the calendar's own the log has the reason. */
function sentenceOf(error: unknown): string {
  if (!isOfCalendar(error))
    return 'The calendar could not be read: the operator of this service finds the reason in its log'
  const message = toStorable(error.message)
  return error instanceof CalendarError ? `The calendar cannot be read: ${message}` : message
}

/** The calendar's own errors, whose sentence its owner reads. */
function isOfCalendar(error: unknown): error is Error {
  return [FeedError, CalendarError, SecretError, ProviderError, OutboundError].some((kind) => error instanceof kind)
}

/** Reads unchanged content in full once a day, because the window moves on. */
function known(feed: Version & { full_read_at: Date | null }, now: Date): Version | null {
  const isRecent = feed.full_read_at !== null && now.getTime() - feed.full_read_at.getTime() < 86_400_000
  return isRecent && (feed.etag ?? feed.last_modified) !== null ? feed : null
}

async function readAddress(
  { db, clock, outbound, readCalendar, windowDays, maxBytes, secretKey }: FeedDeps,
  importer: Importer,
  feed: Version & { id: string; url: Buffer | null; full_read_at: Date | null },
): Promise<ImportResult | null> {
  const { id } = feed
  const { workspaceId, user } = importer
  const sharer = sharerOf(workspaceId, user.id)
  const url = openAddress(secretKey, { workspaceId, id }, feed.url!)
  const read = await fetchFeed(outbound, url, known(feed, clock()), maxBytes)
  const when = around(clock(), windowDays)
  const content = read && (await readCalendar(read.bytes, when.window, { sharer, isPatient: true }))
  const isThere = async (tx: Tx) => Boolean(await lockActive(tx, workspaceId, user.id))
  if (content) return applyFeed(db, content, importer, when, { id, isThere, version: read.version })
  await db.transaction().execute(async (tx) => {
    if (await isThere(tx)) await recordRead(tx, workspaceId, id, when.now, null)
  })
  return null
}
