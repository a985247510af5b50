/** A vendor's notification that a calendar changed: it only brings the next read forward. */

import { freezeOf, requireChanges, requireServed } from '../../../people/caller/frozen.ts'
import { hashSecret } from '../../../people/caller/keys.ts'
import type { Context } from '../../../platform/context/context.ts'
import { type ApiError, notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isSameSecret } from '../../../platform/secrets.ts'
import { isStorable } from '../../../platform/text.ts'
import { readSoon } from '../feeds/feed-schedule.ts'
import type { CalendarProvider, NotificationKind, ReadNotification } from '../vendors/provider.ts'
import { type Accounts, noWatch } from './accounts.ts'

export type PushRequest = {
  provider: string
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: Buffer
}

/** A request tells of a few calendars; more are not looked up. */
export const maxNotifications = 100

/**
 * @returns what proves our address to the vendor, if it asks; otherwise null
 * @throws {ApiError} 404 unless a notification is of a known watch and has its secret
 */
export async function receivePush(
  deps: Pick<Context, 'db' | 'clock' | 'jobs'> & { accounts: Accounts },
  request: PushRequest,
): Promise<string | null> {
  const vendor = [...deps.accounts.values()].find(({ provider }) => provider.name === request.provider)
  if (!vendor) throw unknown()
  const proof = vendor.provider.answerAddressCheck(request.query)
  if (proof !== null) return proof
  const notifications = vendor.provider
    .readNotifications(request.headers, request.body)
    .filter(({ watchId }) => isStorable(watchId))
    .slice(0, maxNotifications)
  const genuine = await findGenuine(deps.db, vendor.provider, notifications)
  if (genuine.size === 0) throw unknown()
  let refused: unknown = null
  // One workspace that takes no changes for the moment must not hold up the others.
  for (const changed of genuine.values())
    await bringForward(deps, changed).catch((error: unknown) => {
      refused = error
    })
  if (refused !== null) throw refused
  return null
}

const unknown = (): ApiError => notFound('Calendar')

type ChangedFeed = { workspaceId: string; id: string; kinds: Set<NotificationKind> }

/** Each feed once. The secret is compared also for an unknown watch, so that the time tells nothing. */
async function findGenuine(
  db: Db,
  { name }: CalendarProvider,
  notifications: ReadNotification[],
): Promise<Map<string, ChangedFeed>> {
  const found = new Map<string, ChangedFeed>()
  if (notifications.length === 0) return found
  const rows = await db
    .selectFrom('calendar_feeds')
    .select(['workspace_id', 'id', 'watch_id', 'watch_secret'])
    .where('watch_id', 'in', [...new Set(notifications.map(({ watchId }) => watchId))])
    .where('provider', '=', name)
    .execute()
  const byWatch = new Map(rows.map((row) => [row.watch_id, row]))
  for (const { watchId, secret, kind } of notifications) {
    const row = byWatch.get(watchId)
    if (!isSameSecret(hashSecret(secret), row?.watch_secret ?? noHash) || !row) continue
    const key = `${row.workspace_id} ${row.id}`
    const changed = found.get(key) ?? { workspaceId: row.workspace_id, id: row.id, kinds: new Set() }
    changed.kinds.add(kind)
    found.set(key, changed)
  }
  return found
}

const noHash = Buffer.alloc(32)

const lost = { full_due_at: null, ...noWatch }

/** The next read prolongs a watch that ends. It reads everything after a lost one, and makes a new one. */
async function bringForward(
  { db, clock, jobs }: Pick<Context, 'db' | 'clock' | 'jobs'>,
  { workspaceId, id, kinds }: ChangedFeed,
): Promise<void> {
  const state = await freezeOf(db, workspaceId)
  requireServed(state)
  requireChanges(state)
  const now = clock()
  const changes = kinds.has('watch-lost') ? lost : kinds.has('watch-ends') ? { watch_until: now } : null
  if (!changes && !kinds.has('changed')) return
  await db.transaction().execute(async (tx) => {
    if (changes)
      await tx
        .updateTable('calendar_feeds')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
    await readSoon(tx, { jobs, now }, workspaceId, id)
  })
}
