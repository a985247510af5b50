/** Stored feeds: add, list and remove them (decision 29g on calendars). */
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../../platform/http/page.ts'
import { newId } from '../../../platform/id.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { allKeys, open, type SecretKey, seal } from '../../../platform/secrets.ts'
import { isStorable } from '../../../platform/text.ts'
import type { Clock } from '../../../platform/time.ts'
import type { Importer } from '../importing/import-types.ts'
import type { ProviderName } from '../vendors/provider.ts'
import { endAccounts, removedAccount } from './end-accounts.ts'

/** Maximum number of feeds of one person. */
export const maxFeeds = 20

export type FeedView = {
  id: string
  host: string
  provider: ProviderName | null
  account: string | null
  needs_consent: boolean
  problems: string[]
  user_id: string
  created_at: Date
  last_read_at: Date | null
  next_read_at: Date | null
  last_error: string | null
}

export type FeedKey = { workspaceId: string; id: string }

/** What a sealed address is bound to: it can be opened only for this feed. */
export const addressOwner = ({ workspaceId, id }: FeedKey) => `${workspaceId}/${id}`

/** Encrypts a feed's address; `key` is SECRET_KEY. It can be decrypted only for the row that it was sealed for. */
export function sealAddress(key: SecretKey, feed: FeedKey, url: string) {
  return { url: seal(key, url, addressOwner(feed)), host: new URL(url).host }
}

/** @throws {SecretError} sealed with another key or for another feed, or changed */
export function openAddress(key: SecretKey, feed: FeedKey, url: Buffer): string {
  return open(key, url, addressOwner(feed))
}

type FeedOwner = { workspaceId: string; userId: string }

/** Identifies the same address of the same person. */
export const addressKey = (key: SecretKey, owner: FeedOwner, url: string) => addressKeys(key, owner, url)[0]!

/** One value for each secret key, the current one first: a feed is stored with one of them. */
function addressKeys(key: SecretKey, { workspaceId, userId }: FeedOwner, url: string): Buffer[] {
  const text = `${workspaceId}/${userId}/${url}`
  return allKeys(key).map((each) => createHmac('sha256', each).update(text).digest())
}

/**
 * Stores a feed; the same address of the same person is the same feed.
 * @returns its id
 * @throws {ApiError} 400 beyond the number that a person may have
 */
export async function keepFeed(
  tx: Tx,
  { workspaceId, user }: Importer,
  { url, secretKey, now }: { url: string; secretKey: SecretKey; now: Date },
): Promise<string> {
  const own = { workspace_id: workspaceId, user_id: user.id }
  const known = await lockFeedsOf(tx, workspaceId, user.id)
  const keys = addressKeys(secretKey, { workspaceId, userId: user.id }, url)
  const same = known.find((feed) => keys.some((key) => feed.url_key?.equals(key)))
  if (same) return same.id
  if (!hasRoom(known)) throw tooManyFeeds()
  const id = newId('cal', now)
  const address = sealAddress(secretKey, { workspaceId, id }, url)
  const feed = { ...own, id, ...address, url_key: keys[0]!, next_read_at: now, created_at: now }
  await tx.insertInto('calendar_feeds').values(feed).execute()
  return id
}

/** The feeds of a person, serialized: two requests at once cannot exceed the limit. */
export async function lockFeedsOf(tx: Tx, workspaceId: string, userId: string) {
  await tx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
  return tx
    .selectFrom('calendar_feeds')
    .select(['id', 'url_key', 'provider', 'account', 'subject'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

export const tooManyFeeds = () => new ApiError(400, `You have ${maxFeeds} calendar feeds; remove one first`)

export const hasRoom = (feeds: unknown[]) => feeds.length < maxFeeds

const selectFeeds = (db: Db | Tx, workspaceId: string) =>
  db
    .selectFrom('calendar_feeds')
    .select(['id', 'host', 'provider', 'account', 'user_id', 'created_at', 'last_read_at', 'next_read_at'])
    .select(['last_error', 'problems', sql<boolean>`provider is not null and tokens is null`.as('needs_consent')])
    .where('workspace_id', '=', workspaceId)

export const readFeedView = (tx: Tx, { workspaceId, id }: FeedKey): Promise<FeedView> =>
  selectFeeds(tx, workspaceId).where('id', '=', id).executeTakeFirstOrThrow()

/** The caller's feeds, newest first; a super admin key lists all of its workspace. */
export async function listFeeds(db: Db, caller: Caller, page: PageRequest): Promise<Page<FeedView>> {
  let query = selectFeeds(db, caller.workspace.id)
  if (!caller.superAdmin) query = query.where('user_id', '=', caller.user.id)
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('calendar_feeds', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/**
 * Stops reading a feed; its events and notes stay. Of an account, a job ends what the vendor keeps.
 * @throws {ApiError} 404 for a feed of another person, unless the key is super admin
 */
export async function removeFeed(
  { db, clock, jobs }: { db: Db; clock: Clock; jobs: Context['jobs'] },
  request: FastifyRequest,
  id: string,
): Promise<void> {
  const { caller } = request
  if (!isStorable(id)) throw notFound('Feed')
  await db.transaction().execute(async (tx) => {
    let query = tx.deleteFrom('calendar_feeds').where('workspace_id', '=', caller.workspace.id).where('id', '=', id)
    if (!caller.superAdmin) query = query.where('user_id', '=', caller.user.id)
    const removed = await query.returning(removedAccount).executeTakeFirst()
    if (!removed) throw notFound('Feed')
    if (!removed.provider) return
    await endAccounts(tx, jobs, [removed])
    const details = { feed_id: id, provider: removed.provider }
    await recordAction(tx, clock(), request, { action: 'calendar.disconnect', details })
  })
}
