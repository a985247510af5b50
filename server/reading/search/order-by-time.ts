/** The order of documents by the time of their meeting, the latest first. */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { joinThings } from './join-things.ts'
import { indexOf, type RankedDocuments } from './rank-documents.ts'
import type { OrderedDocument } from './score-documents.ts'

/**
 * By the start of the event; without an event by the creation of the recording, item or note.
 * @param ranked  in the order of their numbers
 * @returns the latest that come after `after`
 */
export async function orderByTime(
  tx: Tx,
  caller: Caller,
  { ids, scores }: RankedDocuments,
  { most, after }: { most: number; after: { key: number; id: number } | null },
): Promise<OrderedDocument[]> {
  const comesAfter = after ? sql`(at, id) < (${new Date(after.key)}::timestamptz, ${after.id}::bigint)` : sql`true`
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, at from (
      select document.id, coalesce(event.starts_at, recording.created_at, item.created_at, note.created_at) as at
      from search_documents document
      ${joinThings(caller)}
      where document.workspace_id = ${caller.workspace.id} and document.id = any(${`{${ids.join(',')}}`}::bigint[])) timed
    where ${comesAfter} order by at desc, id desc limit ${most}::integer`.execute(tx)
  return rows.map(({ id, at }) => ({ id: Number(id), score: scores[indexOf(ids, Number(id))]!, key: at.getTime() }))
}
