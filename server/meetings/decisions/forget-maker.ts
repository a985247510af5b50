import { sql } from 'kysely'
import type { Erasure } from '../../people/privacy/erasure.ts'
import type { Tx } from '../../platform/postgres/db.ts'

/** What an erased person decided or changed stays, and is nobody's. */
export async function forgetMaker(tx: Tx, { workspaceId, userId }: Erasure): Promise<void> {
  await sql`update decisions set made_by = null where workspace_id = ${workspaceId} and made_by = ${userId}`.execute(tx)
  await sql`update decision_changes set user_id = null where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(
    tx,
  )
}
