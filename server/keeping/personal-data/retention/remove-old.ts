/** Removes what is past a workspace's retention, a batch at a time (decision 51). */
import { sql } from 'kysely'
import { announceDeletions } from '../../../meetings/notes/announce-things.ts'
import { indexText } from '../../../meetings/text-index/index-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { emptyMessages } from '../../../webhooks/delivery/empty-messages.ts'
import { oldRows } from './old-rows.ts'

/** Rows per transaction. */
const batch = 100

/** Removes at most a batch of what is older than `before`. @returns how many */
export type RemoveOld = (tx: Tx, workspaceId: string, before: Date, now: Date) => Promise<number>

/** AI notes stay, and `updated_at` too, as with zero-day retention (decision 29b). */
export const removeTranscripts: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ id: string }>`
    update recordings set transcript = null where workspace_id = ${workspaceId} and id in (
      select recording.id from ${oldRows.transcripts(workspaceId, before)}
      order by recording.created_at limit ${sql.lit(batch)})
    returning id`.execute(tx)
  await emptyMessages(
    tx,
    workspaceId,
    'recording_id',
    rows.map(({ id }) => id),
  )
  await indexText(tx)
  return rows.length
}

export const removeMedia: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql`
    delete from recording_media where workspace_id = ${workspaceId} and recording_id in (
      select recording.id from ${oldRows.media(workspaceId, before)}
      order by recording.created_at limit ${sql.lit(batch)})
    returning recording_id`.execute(tx)
  return rows.length
}

/** Removes notes with everything that belongs to them. */
export const removeNotes: RemoveOld = async (tx, workspaceId, before, now) => {
  const { rows } = await sql<{ id: string; recordings: string[] }>`
    select note.id, array(select id from recordings
      where workspace_id = note.workspace_id and note_id = note.id) as recordings
    from ${oldRows.notes(workspaceId, before)}
    order by note.created_at, note.id limit ${sql.lit(batch)}`.execute(tx)
  const notes = rows.map(({ id }) => id)
  const recordings = rows.flatMap((row) => row.recordings)
  if (notes.length === 0) return 0
  await announceDeletions(tx, now, workspaceId, { recordings })
  await sql`delete from uploads where workspace_id = ${workspaceId} and recording_id = any(${recordings})`.execute(tx)
  await sql`delete from notes where workspace_id = ${workspaceId} and id = any(${notes})`.execute(tx)
  await emptyMessages(tx, workspaceId, 'note_id', notes)
  await emptyMessages(tx, workspaceId, 'recording_id', recordings)
  return notes.length
}

export const removeItems: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ id: string }>`
    delete from action_items where workspace_id = ${workspaceId} and id in (
      select item.id from ${oldRows.action_items(workspaceId, before)}
      order by item.updated_at limit ${sql.lit(batch)})
    returning id`.execute(tx)
  await emptyMessages(
    tx,
    workspaceId,
    'item_id',
    rows.map(({ id }) => id),
  )
  return rows.length
}

export const removeUploads: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ recording_id: string }>`
    delete from uploads where workspace_id = ${workspaceId} and recording_id in (
      select upload.recording_id from ${oldRows.uploads(workspaceId, before)}
      order by upload.created_at limit ${sql.lit(batch)})
    returning recording_id`.execute(tx)
  const ids = rows.map(({ recording_id }) => recording_id)
  await emptyMessages(tx, workspaceId, 'recording_id', ids)
  return rows.length
}

export const removeEvents: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ guid: string }>`
    select event.guid from ${oldRows.events(workspaceId, before)}
    order by event.guid limit ${sql.lit(batch)}`.execute(tx)
  const guids = rows.map(({ guid }) => guid)
  if (guids.length === 0) return 0
  await sql`update uploads set event_guid = null where workspace_id = ${workspaceId} and event_guid = any(${guids})`.execute(
    tx,
  )
  await sql`delete from events where workspace_id = ${workspaceId} and guid = any(${guids})`.execute(tx)
  return guids.length
}
