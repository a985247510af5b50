/** Queues the mails of new recaps, in the transaction that makes them readable (decision 59). */
import { sql } from 'kysely'
import { isInSight } from '../../../people/sight/visible.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { RecapMailWishRow } from '../../../platform/postgres/tables.ts'
import { nextDigest } from './next-digest.ts'

/** A recording with AI notes; `sharedWith` and `sharedBy` if it was shared with one person. */
export type NewRecap = { recordingId: string; sharedWith?: string; sharedBy?: string }

/** For each person who wants recaps by mail and may read this one. Each recap comes to a person once. */
export async function queueRecapMails(tx: Tx, now: Date, workspaceId: string, recaps: NewRecap[]): Promise<void> {
  if (recaps.length === 0) return
  const rows = recaps.map((recap) => ({ id: recap.recordingId, with: recap.sharedWith, by: recap.sharedBy }))
  const recap = { workspaceId: sql.ref('wish.workspace_id'), id: sql.ref('recap.id') }
  const { rows: wanted } = await sql<WantedMail>`
    select wish.user_id, wish.recaps, wish.time_zone, recap.id as recording_id, recap.by as shared_by
    from recap_mail_wishes wish
    cross join json_to_recordset(${JSON.stringify(rows)}::json) as recap (id text, "with" text, by text)
    where wish.workspace_id = ${workspaceId} and wish.recaps <> 'none' and (recap.with is null or recap.with = wish.user_id)
      and ${isInSight('recording', { ...recap, person: sql.ref<string>('wish.user_id') })}
      and exists (select from recordings recording where recording.workspace_id = wish.workspace_id
        and recording.id = recap.id and recording.ai_notes is not null)`.execute(tx)
  if (wanted.length === 0) return
  const mails = wanted.map(({ recaps: pace, time_zone, ...mail }) => ({
    ...mail,
    due_at: pace === 'daily' ? nextDigest(now, time_zone) : now,
  }))
  // As JSON: an import may have more of them than a statement has parameters.
  await sql`
    insert into recap_mails (workspace_id, user_id, recording_id, shared_by, due_at)
    select ${workspaceId}, user_id, recording_id, shared_by, due_at from json_to_recordset(${JSON.stringify(mails)}::json)
      as mail (user_id text, recording_id text, shared_by text, due_at timestamptz)
    on conflict do nothing`.execute(tx)
}

/** For the person with whom somebody shared a note, if they want mails. Each note comes to a person once. */
export async function queueNoteMail(
  tx: Tx,
  now: Date,
  workspaceId: string,
  { noteId, sharedWith, sharedBy }: { noteId: string; sharedWith: string; sharedBy: string },
): Promise<void> {
  const wish = await tx
    .selectFrom('recap_mail_wishes')
    .select(['recaps', 'time_zone'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', sharedWith)
    .where('recaps', '<>', 'none')
    .executeTakeFirst()
  if (!wish) return
  const due_at = wish.recaps === 'daily' ? nextDigest(now, wish.time_zone) : now
  await tx
    .insertInto('recap_mails')
    .values({ workspace_id: workspaceId, user_id: sharedWith, note_id: noteId, shared_by: sharedBy, due_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type WantedMail = Pick<RecapMailWishRow, 'user_id' | 'recaps' | 'time_zone'> & {
  recording_id: string
  shared_by: string | null
}
