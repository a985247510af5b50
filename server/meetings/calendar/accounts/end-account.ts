/** Ends what the vendor keeps of an account that is no longer connected: its watch, and our consent. */
import type { Context } from '../../../platform/context/context.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { SecretError } from '../../../platform/secrets.ts'
import type { EndAccountJob } from '../feeds/end-accounts.ts'
import { ProviderError, Unavailable, type VendorName } from '../vendors/provider.ts'
import type { Accounts } from './accounts.ts'
import { openTokens, type SealedTokens } from './accounts.ts'

/**
 * The account is removed here already. What the vendor refuses for good is only logged.
 * @throws {Error} the vendor is away, for example: the queue tries again for about a day
 */
export async function endAccount(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'secretKey'> & { accounts: Accounts },
  job: EndAccountJob,
): Promise<void> {
  if (!deps.accounts.has(job.provider)) return
  const failures: unknown[] = []
  for (const [what, end] of Object.entries({ watch: endWatch, access: endConsent })) {
    await end(deps, job).catch((error: Error) => {
      deps.log.info({ feed: job.id, reason: error.message }, `The ${what} of a calendar could not be ended`)
      if (!isFinal(error)) failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}

const isFinal = (error: Error) =>
  error instanceof SecretError || (error instanceof ProviderError && !(error instanceof Unavailable))

async function endWatch(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'secretKey'> & { accounts: Accounts },
  job: EndAccountJob,
): Promise<void> {
  if (!job.watch) return
  const { provider, client } = deps.accounts.get(job.provider)!
  const kept = tokensOf(deps, job)
  const { access } = kept.until > deps.clock().getTime() ? kept : await client.refresh(kept)
  await provider.unwatch(access, { ...job.watch, until: new Date(job.watch.until) })
}

/** A vendor withdraws the consent of the account as a whole, so others of its feeds would end too. */
async function endConsent(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'secretKey'> & { accounts: Accounts },
  job: EndAccountJob,
): Promise<void> {
  const kept = tokensOf(deps, job)
  if (!(await isConnected(deps.db, job.provider, kept.subject)))
    await deps.accounts.get(job.provider)!.client.revoke(kept)
}

const tokensOf = (
  { secretKey }: Pick<Context, 'secretKey'>,
  { workspaceId, id, tokens }: EndAccountJob,
): SealedTokens => openTokens(secretKey, { workspaceId, id }, Buffer.from(tokens, 'base64'))

async function isConnected(db: Db, provider: VendorName, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('tokens', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
