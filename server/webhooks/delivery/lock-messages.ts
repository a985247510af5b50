/** Locks on messages. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Tables } from '../../platform/postgres/tables.ts'

export type Locked = Pick<Selectable<Tables['messages']>, 'workspace_id' | 'id' | 'status' | 'claim'> & {
  emptied: boolean
}

/**
 * Locks messages until the end of the transaction. First their webhooks are locked, because deleting a webhook deletes its
 * messages, then the messages; each in the order of ids, so that no two transactions wait for each other.
 * @param condition  over `messages`
 * @returns the locked messages
 */
export async function lockMessages(tx: Tx, condition: RawBuilder<boolean>): Promise<Locked[]> {
  await sql`
    select from webhooks where (workspace_id, id) in (select workspace_id, webhook_id from messages where ${condition})
    order by workspace_id, id for key share`.execute(tx)
  const { rows } = await sql<Locked>`
    select workspace_id, id, status, claim, body is null as emptied from messages where ${condition}
    order by workspace_id, id for update`.execute(tx)
  return rows
}

/** In a query over `messages` or `webhooks`: true for these rows, of any workspaces. */
export const isAmong = (rows: { workspace_id: string; id: string }[]): RawBuilder<boolean> =>
  sql`(workspace_id, id) in (select * from unnest(${rows.map(({ workspace_id }) => workspace_id)}::text[],
    ${rows.map(({ id }) => id)}::text[]))`
