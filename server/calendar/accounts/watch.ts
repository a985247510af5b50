/**
 * Asks the vendor to notify us of changes, where it can reach us. Without that, accounts are read every few minutes all
 * the same, so a failure here is only logged.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { hashSecret } from '../../workspace/keys.ts'
import { addressOf } from '../../workspace/origin.ts'
import { type AccessDeps, type Account, withAccess } from './account-access.ts'
import { type CalendarProvider, ProviderError, type Watch } from './provider.ts'

/** `publicUrl` is PUBLIC_URL. */
export type WatchDeps = AccessDeps & { log: Pick<Logger, 'info' | 'error'>; publicUrl: string | null }

/** It is looked at once a day. */
const minLeftMs = 2 * 86_400_000

export const pushPath = '/api/v1/calendar/push'

/**
 * Prolongs a watch that ends soon, or makes one.
 * @param isDaily  after another read only one that the vendor wants to have prolonged
 */
export async function keepWatch(deps: WatchDeps, account: Account, isDaily: boolean): Promise<void> {
  const { publicUrl } = deps
  if (!publicUrl?.startsWith('https:')) return
  const { subdomain, ...known } = await readWatch(deps, account)
  const leftMs = known.watch_until ? known.watch_until.getTime() - deps.clock().getTime() : null
  if (isDaily ? leftMs !== null && leftMs > minLeftMs : leftMs === null || leftMs > 0) return
  const address = `${addressOf(publicUrl, subdomain)}${pushPath}/${account.provider}`
  try {
    await withAccess(deps, account, async (provider, token) => {
      const before = asWatch(known)
      const kept = before && (await provider.prolong(token, before))
      if (kept) await storeWatch(deps, account, kept)
      else await beginWatch(deps, account, provider, token, address)
      if (before && !kept) await provider.unwatch(token, before)
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
    watch_resource: null,
    watch_until: null,
  }
  await updateFeed(deps, account).set(begun).execute()
  const watch = await provider.watch(token, wanted).catch(async (error) => {
    await updateFeed(deps, account).set(noWatch).execute()
    throw error
  })
  await storeWatch(deps, account, watch)
}

const noWatch = { watch_id: null, watch_secret: null, watch_resource: null, watch_until: null }

const storeWatch = (deps: WatchDeps, account: Account, { id, resource, until }: Watch) =>
  updateFeed(deps, account).set({ watch_id: id, watch_resource: resource, watch_until: until }).execute()

/** Only while the account is connected: its end would not know of a later watch. */
const updateFeed = ({ db }: WatchDeps, { workspaceId, id }: Account) =>
  db
    .updateTable('calendar_feeds')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('tokens', 'is not', null)

type Known = { watch_id: string | null; watch_resource: string | null; watch_until: Date | null }

const asWatch = ({ watch_id: id, watch_resource: resource, watch_until: until }: Known): Watch | null =>
  id !== null && until !== null ? { id, resource, until } : null

async function readWatch({ db }: WatchDeps, { workspaceId, id }: Account): Promise<Known & { subdomain: string }> {
  return db
    .selectFrom('calendar_feeds as feed')
    .innerJoin('workspaces as workspace', 'workspace.id', 'feed.workspace_id')
    .select(['feed.watch_id', 'feed.watch_resource', 'feed.watch_until', 'workspace.subdomain'])
    .where('feed.workspace_id', '=', workspaceId)
    .where('feed.id', '=', id)
    .executeTakeFirstOrThrow()
}
