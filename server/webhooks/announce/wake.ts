/** Wakes the workers when messages are due: PostgreSQL notifies them when the transaction commits. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'

export const messagesNotifyChannel = 'minutebook_messages'

export async function wakeWorkers(tx: Tx): Promise<void> {
  await sql`select pg_notify(${messagesNotifyChannel}, '')`.execute(tx)
}
