/** What a workspace does not keep any longer, some of it at a time (decision 51). What is under legal hold stays. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import { indexText } from '../../text-index/index-text.ts'
import { emptyMessages } from '../../webhooks/delivery/empty-messages.ts'
import { isHeld } from '../../workspace/legal-hold.ts'

/** Rows of one transaction. */
const batch = 100

/** Removes at most a batch of what is older than the moment. @returns how many */
export type RemoveOld = (tx: Tx, workspaceId: string, before: Date) => Promise<number>

/** AI notes stay, and `updated_at` too, as with zero-day retention (decision 29b). */
export const removeTranscripts: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ id: string }>`
    update recordings set transcript = null where workspace_id = ${workspaceId} and id in (
      select recording.id from recordings recording
      join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
      where recording.workspace_id = ${workspaceId} and recording.transcript is not null
        and recording.created_at < ${before} and not ${isHeld('note')}
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
      select recording.id from recording_media media
      join recordings recording on recording.workspace_id = media.workspace_id and recording.id = media.recording_id
      join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
      where media.workspace_id = ${workspaceId} and recording.created_at < ${before} and not ${isHeld('note')}
      order by recording.created_at limit ${sql.lit(batch)})
    returning recording_id`.execute(tx)
  return rows.length
}

/** With all that hangs on them. A note is as old as its event, its newest recording or itself, whatever is the youngest. */
export const removeNotes: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ id: string; recordings: string[] }>`
    select note.id, array(select id from recordings
      where workspace_id = note.workspace_id and note_id = note.id) as recordings
    from notes note
    where note.workspace_id = ${workspaceId} and note.created_at < ${before}
      and not exists (select from events event where event.workspace_id = note.workspace_id
        and event.guid = note.event_guid and event.ends_at >= ${before})
      and not exists (select from recordings recording where recording.workspace_id = note.workspace_id
        and recording.note_id = note.id and recording.created_at >= ${before})
      and not ${isHeld('note')}
    order by note.created_at, note.id limit ${sql.lit(batch)}`.execute(tx)
  const notes = rows.map(({ id }) => id)
  const recordings = rows.flatMap((row) => row.recordings)
  if (notes.length === 0) return 0
  await sql`delete from uploads where workspace_id = ${workspaceId} and recording_id = any(${recordings})`.execute(tx)
  await sql`delete from notes where workspace_id = ${workspaceId} and id = any(${notes})`.execute(tx)
  await emptyMessages(tx, workspaceId, 'note_id', notes)
  await emptyMessages(tx, workspaceId, 'recording_id', recordings)
  return notes.length
}

/** Items without a note, by their last change; those of a note go with it. */
export const removeItems: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ id: string }>`
    delete from action_items where workspace_id = ${workspaceId} and id in (
      select item.id from action_items item
      where item.workspace_id = ${workspaceId} and item.note_id is null and item.updated_at < ${before}
        and not exists (select from users held where held.workspace_id = item.workspace_id
          and held.legal_hold is not null and (held.id = item.created_by or exists (
            select from action_item_assignees assignee where assignee.workspace_id = item.workspace_id
              and assignee.item_id = item.id and assignee.user_id = held.id)))
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

/** Uploads that failed; those that are under way are nobody's past. */
export const removeUploads: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql`
    delete from uploads where workspace_id = ${workspaceId} and recording_id in (
      select upload.recording_id from uploads upload
      where upload.workspace_id = ${workspaceId} and upload.status = 'FAILED' and upload.created_at < ${before}
        and not exists (select from users held where held.workspace_id = upload.workspace_id
          and held.id = upload.submitted_by and held.legal_hold is not null)
      order by upload.created_at limit ${sql.lit(batch)})
    returning recording_id`.execute(tx)
  return rows.length
}

/** Past meetings that have no note any more. */
export const removeEvents: RemoveOld = async (tx, workspaceId, before) => {
  const { rows } = await sql<{ guid: string }>`
    select event.guid from events event
    where event.workspace_id = ${workspaceId} and event.ends_at < ${before}
      and not exists (select from notes where workspace_id = event.workspace_id and event_guid = event.guid)
      and not exists (select from uploads upload where upload.workspace_id = event.workspace_id
        and upload.event_guid = event.guid and upload.status = 'PENDING')
      and not exists (select from event_attendees attendee
        join users held on held.workspace_id = attendee.workspace_id and held.email_folded = attendee.email_folded
        where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid
          and held.legal_hold is not null)
    order by event.guid limit ${sql.lit(batch)}`.execute(tx)
  const guids = rows.map(({ guid }) => guid)
  if (guids.length === 0) return 0
  await sql`update uploads set event_guid = null where workspace_id = ${workspaceId} and event_guid = any(${guids})`.execute(
    tx,
  )
  await sql`delete from events where workspace_id = ${workspaceId} and guid = any(${guids})`.execute(tx)
  return guids.length
}
