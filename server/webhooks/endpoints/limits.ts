/** The limits of the number of webhooks (decision 29c on people and keys). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import type { Config } from '../../platform/context/config.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { WebhookRow } from '../../platform/postgres/tables.ts'

export type WebhookLimits = { perPerson: number; perWorkspace: number }

export const webhookLimits = (
  settings: Pick<Config, 'maxWebhooksPerPerson' | 'maxWorkspaceWebhooks'>,
): WebhookLimits => ({ perPerson: settings.maxWebhooksPerPerson, perWorkspace: settings.maxWorkspaceWebhooks })

/** A channel has at most one, so these have no limit of their own. */
type LimitedScope = Exclude<WebhookRow['scope'], 'channel'>

/** Counts a person's user webhooks, and the workspace webhooks. It reads two index ranges. */
export async function countWebhooks(db: Db, { workspace, user }: Caller): Promise<Record<LimitedScope, number>> {
  const { rows } = await sql<{ user: string; workspace: string }>`select
    (select count(*) from webhooks where workspace_id = ${workspace.id} and user_id = ${user.id} and scope = 'user') as "user",
    (select count(*) from webhooks where workspace_id = ${workspace.id} and scope = 'workspace') as workspace`.execute(
    db,
  )
  return { user: Number(rows[0]!.user), workspace: Number(rows[0]!.workspace) }
}

/** @throws {ApiError} 409 if one more would be too many */
export async function requireFewer(
  db: Db,
  caller: Caller,
  scope: LimitedScope,
  { perPerson, perWorkspace }: WebhookLimits,
): Promise<void> {
  const count = (await countWebhooks(db, caller))[scope]
  if (scope === 'user' && count >= perPerson) {
    const limit = `a person may have ${perPerson} (MAX_WEBHOOKS_PER_PERSON)`
    throw new ApiError(409, `You have ${count} webhooks, and ${limit}; delete one first`)
  }
  if (scope === 'workspace' && count >= perWorkspace) {
    const limit = `may have ${perWorkspace} (MAX_WORKSPACE_WEBHOOKS)`
    throw new ApiError(409, `The workspace has ${count} workspace webhooks, and ${limit}; delete one first`)
  }
}
