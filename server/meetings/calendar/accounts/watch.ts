/**
 * Asks the vendor to notify us of changes, where it can reach us. Without that, accounts are read every few minutes all
 * the same, so a failure here is only logged.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { hashSecret } from '../../../people/caller/keys.ts'
import { addressOf } from '../../../people/caller/origin.ts'
import type { Context } from '../../../platform/context/context.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { CalendarFeedRow } from '../../../platform/postgres/tables.ts'
import { type CalendarProvider, ProviderError, type Watch } from '../vendors/provider.ts'
import { type Account, withAccess } from './account-access.ts'
import type { Accounts } from './accounts.ts'
import { noWatch } from './accounts.ts'

/** `publicUrl` is PUBLIC_URL. */
export type WatchDeps = Pick<Context, 'db' | 'clock' | 'log' | 'secretKey'> & {
  publicUrl: string | null
  accounts: Accounts
}

/** It is looked at once a day. */
const minLeftMs = 2 * 86_400_000

export const pushPath = '/api/v1/calendar/push'

/**
 * Prolongs a watch that ends soon, or makes one; also if the vendor sends to an address that is no longer ours.
 * @param isDaily  after another read only one that the vendor wants to have prolonged
 */
export async function keepWatch(deps: WatchDeps, account: Account, isDaily: boolean): Promise<void> {
  const { publicUrl } = deps
  if (!publicUrl?.startsWith('https:')) return
  const { subdomain, ...known } = await readWatch(deps, account)
  const leftMs = known.watch_until ? known.watch_until.getTime() - deps.clock().getTime() : null
  const address = `${addressOf(publicUrl, subdomain)}${pushPath}/${account.provider}`
  const isMoved = known.watch_id !== null && known.watch_address !== address
  if (!isMoved && (isDaily ? leftMs !== null && leftMs > minLeftMs : leftMs === null || leftMs > 0)) return
  try {
    await withAccess(deps, account, async (provider, token) => {
      const before = asWatch(known)
      const kept = before && !isMoved && (await provider.prolong(token, before))
      if (kept) return void (await storeWatch(deps, account, kept))
      await beginWatch(deps, account, provider, token, address).finally(() => before && provider.unwatch(token, before))
    })
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof OutboundError)) throw error
    deps.log.info({ feed: account.id, reason: error.message }, 'A calendar sends no notifications')
  }
}

/** Stored first, because the vendor may notify us before it answers. */
async function beginWatch(
  deps: WatchDeps,
  account: Account,
  provider: CalendarProvider,
  token: string,
  address: string,
): Promise<void> {
  const wanted = { address, id: randomUUID(), secret: randomBytes(32).toString('base64url') }
  const begun = {
    watch_id: wanted.id,
    watch_secret: hashSecret(wanted.secret),
    watch_address: address,
    watch_resource: null,
    watch_until: null,
  }
  if (!(await updateFeed(deps, account, begun))) return
  const watch = await provider.watch(token, wanted).catch(async (error) => {
    await updateFeed(deps, account, noWatch)
    throw error
  })
  // The account was disconnected meanwhile: nobody else knows of this watch.
  if (!(await storeWatch(deps, account, watch))) await provider.unwatch(token, watch)
}

const storeWatch = (deps: WatchDeps, account: Account, { id, resource, until }: Watch) =>
  updateFeed(deps, account, { watch_id: id, watch_resource: resource, watch_until: until })

/** @returns false if the account is no longer connected: its end would not know of a later watch */
async function updateFeed({ db }: WatchDeps, { workspaceId, id }: Account, changes: object): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calendar_feeds')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('tokens', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type KnownWatch = Pick<CalendarFeedRow, 'watch_id' | 'watch_resource' | 'watch_until' | 'watch_address'>

const asWatch = ({ watch_id: id, watch_resource: resource, watch_until: until }: KnownWatch): Watch | null =>
  id !== null && until !== null ? { id, resource, until } : null

async function readWatch({ db }: WatchDeps, { workspaceId, id }: Account): Promise<KnownWatch & { subdomain: string }> {
  return db
    .selectFrom('calendar_feeds as feed')
    .innerJoin('workspaces as workspace', 'workspace.id', 'feed.workspace_id')
    .select(['feed.watch_id', 'feed.watch_resource', 'feed.watch_until', 'feed.watch_address', 'workspace.subdomain'])
    .where('feed.workspace_id', '=', workspaceId)
    .where('feed.id', '=', id)
    .executeTakeFirstOrThrow()
}
