/** Ends what the vendor keeps of an account that is no longer connected: its watch, and our consent. */
import type { Logger } from 'pino'
import type { Db } from '../../platform/postgres/db.ts'
import type { AccessDeps } from './account-access.ts'
import { openTokens } from './accounts.ts'
import type { EndAccountJob } from './end-accounts.ts'
import type { ProviderName } from './provider.ts'

/** Once and as well as it can: the account is removed here, whatever the vendor says. */
export async function endAccount(
  deps: AccessDeps & { log: Pick<Logger, 'info'> },
  { workspaceId, id, provider: name, tokens, watch }: EndAccountJob,
): Promise<void> {
  const vendor = deps.accounts.get(name)
  if (!vendor) return
  const { provider, client } = vendor
  const attempt = async (what: string, task: () => Promise<void>) => {
    await task().catch((error: Error) => {
      deps.log.info({ feed: id, reason: error.message }, `The ${what} of a calendar could not be ended`)
    })
  }
  const sealed = Buffer.from(tokens, 'base64')
  await attempt('access', async () => {
    const kept = openTokens(deps.secretKey, { workspaceId, id }, sealed)
    if (watch) {
      const { access } = kept.until > deps.clock().getTime() ? kept : await client.refresh(kept)
      await attempt('watch', () => provider.unwatch(access, { ...watch, until: new Date(watch.until) }))
    }
    // A vendor withdraws the consent of the account as a whole, so others of its feeds would end too.
    if (!(await isConnected(deps.db, name, kept.account))) await client.revoke(kept)
  })
}

async function isConnected(db: Db, provider: ProviderName, account: string): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('id')
    .where('provider', '=', provider)
    .where('account', '=', account)
    .where('tokens', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
