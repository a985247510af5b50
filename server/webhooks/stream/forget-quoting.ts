/** Deletes the stream events that quote text that an erasure removes (decision 50). */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'

/** Bodies that are in memory at once. */
const batch = 20

/**
 * @param mayQuote  a condition over `stream_events`: which events are read
 * @param quotes    whether a body quotes such text
 */
export async function forgetQuoting(
  tx: Tx,
  workspaceId: string,
  mayQuote: RawBuilder<boolean>,
  quotes: (body: string) => boolean,
): Promise<void> {
  let last = { user_id: '', event_key: '' }
  for (;;) {
    const { rows } = await sql<{ user_id: string; event_key: string; body: string }>`
      select user_id, event_key, body from stream_events
      where workspace_id = ${workspaceId} and (user_id, event_key) > (${last.user_id}, ${last.event_key}) and ${mayQuote}
      order by user_id, event_key limit ${sql.lit(batch)}`.execute(tx)
    for (const { user_id, event_key, body } of rows) {
      if (!quotes(body)) continue
      await sql`
        delete from stream_events where workspace_id = ${workspaceId} and user_id = ${user_id} and event_key = ${event_key}`.execute(
        tx,
      )
    }
    if (rows.length < batch) return
    last = rows.at(-1)!
  }
}
