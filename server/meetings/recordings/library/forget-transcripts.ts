/** Zero-day retention stores no transcripts; switching it on deletes the existing ones (decision 29b). */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres/db.ts'
import { emptyMessages } from '../../../webhooks/delivery/empty-messages.ts'
import { indexText } from '../../text-index/index-text.ts'

/**
 * Deletes the transcripts and media of a workspace's recordings, and stored payloads that quote them. AI notes stay.
 * `updated_at` stays too: it is the time of new content (decision 16 on recording fields), and copies need not fetch
 * every recording again.
 */
export async function forgetTranscripts(tx: Tx, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update recordings set transcript = null
    where workspace_id = ${workspaceId} and transcript is not null returning id`.execute(tx)
  await emptyMessages(
    tx,
    workspaceId,
    'recording_id',
    rows.map(({ id }) => id),
  )
  await indexText(tx)
  await tx.deleteFrom('recording_media').where('workspace_id', '=', workspaceId).execute()
}
