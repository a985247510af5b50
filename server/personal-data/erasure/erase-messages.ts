/** Payloads and answers of receivers that name the person, and are about nothing that was found before (decision 50). */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import { emptyThose } from '../../webhooks/delivery/empty-messages.ts'
import type { EraseTerms } from '../../workspace/erase-terms.ts'

/** Messages that one transaction reads. */
const batch = 500

/**
 * Reads the messages of a workspace in the order of their ids. At its end the stream events, which are half an hour old at most.
 * @param after  the last id that was read
 * @returns where to go on; null at the end
 */
export async function eraseMessages(
  tx: Tx,
  { workspaceId, names }: EraseTerms,
  after: string | null,
): Promise<string | null> {
  const spellings = [...names.names, ...names.emails].flatMap((name) => [name, JSON.stringify(name).slice(1, -1)])
  const named = (column: string) =>
    sql`exists (select from unnest(${spellings}::text[]) spelling where position(spelling in ${sql.ref(column)}) > 0)`
  const { rows } = await sql<{ id: string; names: boolean }>`
    select id, exists (select from unnest(${spellings}::text[]) spelling
        where position(convert_to(spelling, 'UTF8') in message.body) > 0)
      or exists (select from attempts attempt where attempt.workspace_id = message.workspace_id
        and attempt.message_id = message.id and ${named('attempt.response_body')}) as names
    from messages message where workspace_id = ${workspaceId} and id > ${after ?? ''}
    order by id limit ${sql.lit(batch)}`.execute(tx)
  const found = rows.flatMap((row) => (row.names ? row.id : []))
  if (found.length > 0) await emptyThose(tx, workspaceId, sql`id = any(${found})`)
  if (rows.length === batch) return rows.at(-1)!.id
  await sql`delete from told_events where workspace_id = ${workspaceId} and ${named('body')}`.execute(tx)
  return null
}
