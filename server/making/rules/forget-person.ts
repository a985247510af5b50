import { sql } from 'kysely'
import type { Erasure } from '../../people/privacy/erasure.ts'
import type { Tx } from '../../platform/postgres/db.ts'

/** Takes an erased person out of whom others' rules share with (decision 50); their own rules are deleted. */
export async function forgetInShares(tx: Tx, { workspaceId, userId, now }: Erasure): Promise<void> {
  await sql`
    update rules set updated_at = greatest(created_at, ${now}::timestamptz),
      does = jsonb_set(does, '{share}', (
        select coalesce(jsonb_agg(person), '[]') from jsonb_array_elements(does -> 'share') person
        where person ->> 'user' <> ${userId}))
    where workspace_id = ${workspaceId} and does -> 'share' @> ${JSON.stringify([{ user: userId }])}::jsonb`.execute(tx)
}
