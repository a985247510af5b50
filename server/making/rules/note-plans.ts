/** What people change for single meetings, each in a row of their own: what they add is done with their rights (decision 64). */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Once } from './plan-meeting.ts'

type NoteOf = { workspaceId: string; noteId: string }

/** Writes what differs; the calling code holds the lock of the note. */
export async function storeOnce(tx: Tx, now: Date, of: NoteOf, before: Once[], after: Once[]): Promise<void> {
  for (const each of after) {
    if (before.some((old) => isDeepStrictEqual(old, each))) continue
    if (isEmpty(each)) await plansOf(tx, of).where('user_id', '=', each.userId).execute()
    else await store(tx, now, of, each)
  }
}

const isEmpty = ({ record, templateId, added, dropped }: Once) =>
  record === null && templateId === null && added.length === 0 && dropped.length === 0

const plansOf = (tx: Tx, { workspaceId, noteId }: NoteOf) =>
  tx.deleteFrom('note_plans').where('workspace_id', '=', workspaceId).where('note_id', '=', noteId)

async function store(tx: Tx, now: Date, of: NoteOf, { userId, record, templateId, added, dropped }: Once) {
  const change = { record, template_id: templateId, added_channels: added, dropped_channels: dropped, changed_at: now }
  await upsert(tx, of, userId, change)
}

type Change = { record: Once['record']; changed_at: Date; template_id?: string | null; added_channels?: string[] }

async function upsert(tx: Tx, { workspaceId, noteId }: NoteOf, userId: string, change: Change): Promise<void> {
  await tx
    .insertInto('note_plans')
    .values({ workspace_id: workspaceId, note_id: noteId, user_id: userId, ...change })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'note_id', 'user_id']).doUpdateSet(change))
    .execute()
}

/** `storeOnce` writes what it read before, also of others. */
async function lockNoteRow(tx: Tx, { workspaceId, noteId }: NoteOf): Promise<void> {
  await sql`select from notes where workspace_id = ${workspaceId} and id = ${noteId} for no key update`.execute(tx)
}

/** Somebody took the bot back: no rule sends another into this meeting. */
export async function refuseRecording(
  tx: Tx,
  now: Date,
  { userId, ...of }: NoteOf & { userId: string },
): Promise<void> {
  await lockNoteRow(tx, of)
  await upsert(tx, of, userId, { record: 'never', changed_at: now })
}

/**
 * Somebody sends a bot by hand: what they took back before is over, and so is what people took back who do not attend any
 * more. Of others who attend it stays, and no rule sends another.
 */
export async function allowRecording(
  tx: Tx,
  { workspaceId, noteId, userId }: NoteOf & { userId: string },
): Promise<void> {
  await lockNoteRow(tx, { workspaceId, noteId })
  await tx
    .updateTable('note_plans')
    .set({ record: null })
    .where('workspace_id', '=', workspaceId)
    .where('note_id', '=', noteId)
    .where('record', '=', 'never')
    .where(sql<boolean>`(user_id = ${userId} or not exists (select from note_attendees attendee
      join users person on person.workspace_id = attendee.workspace_id and person.id = attendee.user_id and person.active
      where attendee.workspace_id = ${workspaceId} and attendee.note_id = ${noteId}
        and attendee.user_id = note_plans.user_id))`)
    .execute()
}
