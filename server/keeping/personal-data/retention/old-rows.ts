/**
 * Rows that are older than a moment and not under a person's legal hold, as the rest of a statement after `from`.
 * Removal and counting share this rule (decision 51 on retention and holds). Administrators see the counts before they set
 * retention.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { requireSuperAdmin } from '../../../people/caller/require-super-admin.ts'
import { isHeld, isItemHeld } from '../../../people/privacy/legal-hold.ts'
import type { RetentionDays } from '../../../platform/postgres/column-types.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { daysBefore } from '../../../platform/time.ts'

type OldRows = (workspaceId: string, before: Date) => RawBuilder<unknown>

/** The names of the counts, in the audit log and in the API. */
export type OldKind = 'notes' | 'action_items' | 'uploads' | 'events' | 'transcripts' | 'media'

/** The setting that limits how long each kind is kept. */
export const keptFor: Record<OldKind, keyof RetentionDays> = {
  notes: 'everything',
  action_items: 'everything',
  uploads: 'everything',
  events: 'everything',
  transcripts: 'transcripts',
  media: 'media',
}

const oldRows: Record<OldKind, OldRows> = {
  /** A note counts as old as the newest of: its event, its recordings, itself. */
  notes: (workspaceId, before) => sql`notes note
    where note.workspace_id = ${workspaceId} and note.created_at < ${before}
      and not exists (select from events event where event.workspace_id = note.workspace_id
        and event.guid = note.event_guid and event.ends_at >= ${before})
      and not exists (select from recordings recording where recording.workspace_id = note.workspace_id
        and recording.note_id = note.id and recording.created_at >= ${before})
      and not ${isHeld('note')}`,

  /** Items without a note, by their last change; a note's items are deleted with it. */
  action_items: (workspaceId, before) => sql`action_items item
    where item.workspace_id = ${workspaceId} and item.note_id is null and item.updated_at < ${before}
      and not ${isItemHeld('item')}`,

  /** Only failed uploads: a successful one is kept with its recording, and a pending one is not old. */
  uploads: (workspaceId, before) => sql`uploads upload
    where upload.workspace_id = ${workspaceId} and upload.status = 'FAILED' and upload.created_at < ${before}
      and not exists (select from users held where held.workspace_id = upload.workspace_id
        and held.id = upload.submitted_by and held.legal_hold is not null)`,

  /** Past meetings that have no note any more. */
  events: (workspaceId, before) => sql`events event
    where event.workspace_id = ${workspaceId} and event.starts_at < ${before} and event.ends_at < ${before}
      and not exists (select from notes where workspace_id = event.workspace_id and event_guid = event.guid)
      and not exists (select from uploads upload where upload.workspace_id = event.workspace_id
        and upload.event_guid = event.guid and upload.status = 'PENDING')
      and not exists (select from event_people attendee
        join users held on held.workspace_id = attendee.workspace_id and held.id = attendee.user_id
        where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid
          and held.legal_hold is not null)`,

  transcripts: (workspaceId, before) => sql`recordings recording
    join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
    where recording.workspace_id = ${workspaceId} and recording.transcript is not null
      and recording.created_at < ${before} and not ${isHeld('note')}`,

  media: (workspaceId, before) => sql`recording_media media
    join recordings recording on recording.workspace_id = media.workspace_id and recording.id = media.recording_id
    join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
    where media.workspace_id = ${workspaceId} and recording.created_at < ${before} and not ${isHeld('note')}`,
}

/** The order of removal: a moment, and what tells rows of the same moment apart. */
const keys: Record<OldKind, [at: string, id: string]> = {
  notes: ['note.created_at', 'note.id'],
  action_items: ['item.updated_at', 'item.id'],
  uploads: ['upload.created_at', 'upload.recording_id'],
  events: ['event.starts_at', 'event.guid'],
  transcripts: ['recording.created_at', 'recording.id'],
  media: ['recording.created_at', 'recording.id'],
}

/** `id` of transcripts and media is the recording's, of events the guid. */
export type OldRow = { at: Date; id: string }

/** @param after  the last row of the batch before */
export async function findOld(
  db: Db,
  kind: OldKind,
  workspaceId: string,
  before: Date,
  { after, limit }: { after?: OldRow; limit: number },
): Promise<OldRow[]> {
  const [at, id] = keys[kind].map((column) => sql.ref(column))
  const { rows } = await sql<OldRow>`
    select ${at} as at, ${id} as id from ${oldRows[kind](workspaceId, before)}
      and ${after ? sql`(${at}, ${id}) > (${after.at}, ${after.id})` : sql`true`}
    order by 1, 2 limit ${limit}`.execute(db)
  return rows
}

export type OldCounts = Record<OldKind | 'media_bytes', number>

/**
 * Counts what retention would delete, each kind separately. The cost grows with the number of old rows.
 * @param days  whole days; for an absent setting the counts are 0
 * @throws {ApiError} 403 for others than super admins
 */
export async function countOld(
  db: Db,
  caller: Caller,
  now: Date,
  days: { [By in keyof RetentionDays]?: number },
): Promise<OldCounts> {
  requireSuperAdmin(caller)
  const { id } = caller.workspace
  const counts = { notes: 0, action_items: 0, uploads: 0, events: 0, transcripts: 0, media: 0, media_bytes: 0 }
  if (await isUnderHold(db, id)) return counts
  for (const kind of Object.keys(oldRows) as OldKind[]) {
    const kept = days[keptFor[kind]]
    if (kept === undefined) continue
    const rows = oldRows[kind](id, daysBefore(now, kept))
    counts[kind] = await read(db, sql`count(*)`, rows)
    if (kind === 'media') counts.media_bytes = await read(db, sql`coalesce(sum(media.media_bytes), 0)`, rows)
  }
  return counts
}

async function isUnderHold(db: Db, workspaceId: string): Promise<boolean> {
  const { legal_hold } = await db
    .selectFrom('workspaces')
    .select('legal_hold')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return legal_hold !== null
}

async function read(db: Db, what: RawBuilder<unknown>, old: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ number: string }>`select ${what} as number from ${old}`.execute(db)
  return Number(rows[0]!.number)
}
