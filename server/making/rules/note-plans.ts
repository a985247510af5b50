import type { Tx } from '../../platform/postgres/db.ts'

/** Somebody took the bot back: no rule sends another into this meeting (decision 64). */
export async function refuseRecording(
  tx: Tx,
  now: Date,
  { workspaceId, noteId, userId }: { workspaceId: string; noteId: string; userId: string },
): Promise<void> {
  const change = { user_id: userId, record: 'never' as const, changed_at: now }
  await tx
    .insertInto('note_plans')
    .values({ workspace_id: workspaceId, note_id: noteId, ...change })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'note_id']).doUpdateSet(change))
    .execute()
}

/** Somebody sends a bot by hand: what they or others took back before is over, and its meeting is as the rules say. */
export async function allowRecording(
  tx: Tx,
  { workspaceId, noteId }: { workspaceId: string; noteId: string },
): Promise<void> {
  await tx
    .updateTable('note_plans')
    .set({ record: null })
    .where('workspace_id', '=', workspaceId)
    .where('note_id', '=', noteId)
    .where('record', '=', 'never')
    .execute()
}
