/** Removes what is past a workspace's retention, a batch at a time (decision 51). */
import { sql } from 'kysely'
import { announceDeletions } from '../../../meetings/notes/announce-things.ts'
import { indexText } from '../../../meetings/text-index/index-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { emptyMessages } from '../../../webhooks/delivery/empty-messages.ts'
import type { OldKind } from './old-rows.ts'

type Remove = (tx: Tx, workspaceId: string, ids: string[], now: Date) => Promise<unknown>

/** In this order: the transcripts and media of a deleted note need not be removed separately. */
export const removals: [kind: OldKind, remove: Remove][] = [
  ['notes', removeNotes],
  ['action_items', removeItems],
  ['uploads', removeUploads],
  ['events', removeEvents],
  ['transcripts', removeTranscripts],
  ['media', removeMedia],
]

/** AI notes stay, and `updated_at` too, as with zero-day retention (decision 29b). */
async function removeTranscripts(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  await sql`update recordings set transcript = null where workspace_id = ${workspaceId} and id = any(${ids})`.execute(
    tx,
  )
  await emptyMessages(tx, workspaceId, 'recording_id', ids)
  await indexText(tx)
}

async function removeMedia(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  await sql`delete from recording_media where workspace_id = ${workspaceId} and recording_id = any(${ids})`.execute(tx)
}

/** Removes notes with everything that belongs to them. */
async function removeNotes(tx: Tx, workspaceId: string, notes: string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from recordings where workspace_id = ${workspaceId} and note_id = any(${notes})`.execute(tx)
  const recordings = rows.map(({ id }) => id)
  await announceDeletions(tx, now, workspaceId, { recordings })
  await sql`delete from uploads where workspace_id = ${workspaceId} and recording_id = any(${recordings})`.execute(tx)
  await sql`delete from notes where workspace_id = ${workspaceId} and id = any(${notes})`.execute(tx)
  await emptyMessages(tx, workspaceId, 'note_id', notes)
  await emptyMessages(tx, workspaceId, 'recording_id', recordings)
}

async function removeItems(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  await sql`delete from action_items where workspace_id = ${workspaceId} and id = any(${ids})`.execute(tx)
  await emptyMessages(tx, workspaceId, 'item_id', ids)
}

async function removeUploads(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  await sql`delete from uploads where workspace_id = ${workspaceId} and recording_id = any(${ids})`.execute(tx)
  await emptyMessages(tx, workspaceId, 'recording_id', ids)
}

async function removeEvents(tx: Tx, workspaceId: string, guids: string[]): Promise<void> {
  await sql`update uploads set event_guid = null where workspace_id = ${workspaceId} and event_guid = any(${guids})`.execute(
    tx,
  )
  await sql`delete from events where workspace_id = ${workspaceId} and guid = any(${guids})`.execute(tx)
}
