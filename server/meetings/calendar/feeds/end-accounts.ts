/** Sends the jobs that end what vendors keep of accounts which are removed here. */
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { ProviderName, VendorName, Watch } from '../vendors/provider.ts'

/** The job that ends what the vendor keeps of an account. */
export const endAccountJob = 'end-calendar-account'

export type EndAccountJob = {
  workspaceId: string
  id: string
  provider: VendorName
  /** Sealed, as base64. */
  tokens: string
  watch: (Omit<Watch, 'until'> & { until: string }) | null
}

export const removedAccount = [
  ...(['workspace_id', 'id', 'provider', 'tokens', 'watch_id', 'watch_resource', 'watch_until'] as const),
] as const

type Removed = {
  workspace_id: string
  id: string
  provider: ProviderName | null
  tokens: Buffer | null
  watch_id: string | null
  watch_resource: string | null
  watch_until: Date | null
}

/** Called in the transaction that removes the feeds; addresses and passwords among them have nothing to end. */
export async function endAccounts(tx: Tx, jobs: Pick<Jobs, 'send'>, removed: Removed[]): Promise<void> {
  for (const { workspace_id: workspaceId, id, provider, tokens, watch_id, watch_resource, watch_until } of removed) {
    if (!provider || !tokens || provider === 'caldav') continue
    const watch = watch_id !== null && watch_until ? watchOf(watch_id, watch_resource, watch_until) : null
    const job: EndAccountJob = { workspaceId, id, provider, tokens: tokens.toString('base64'), watch }
    await jobs.send(tx, endAccountJob, job)
  }
}

const watchOf = (id: string, resource: string | null, until: Date) => ({ id, resource, until: until.toISOString() })
