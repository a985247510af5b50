/** Exports recordings and uploads. */
import { sql } from 'kysely'
import type { AiNoteChange } from '../../../platform/postgres/column-types.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { utc, utcOrNull } from '../../../platform/time.ts'
import type { MediaFolder } from '../format/media-folder.ts'
import { printAiNotes, printTranscript } from '../format/recording-contents.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import { publicationsIn, sharesIn } from './export-shares.ts'
import { pages } from './pages.ts'

// A transcript of an hour is about 100 KB.
const recordingsInPage = 50

/** `db` sees what is deleted while the export runs, which its snapshot does not. */
type MediaTarget = { folder: MediaFolder; db: Db }

/** @param target  receives the media, if they are exported */
export async function* exportRecordings(db: Db, workspaceId: string, target: MediaTarget | null) {
  const recordings = pages(
    ['created_at', 'id'],
    ({ where, limit }) =>
      db
        .selectFrom('recordings')
        .select(['id', 'note_id', 'title', 'created_at', 'updated_at', 'started_at', 'ended_at', 'started_by'])
        .select(['transcript', 'words', 'ai_notes', 'facts'])
        .select([historyIn.as('history'), marksIn.as('marks')])
        .select([sharesIn('recordings').as('shared_with'), publicationsIn('recordings').as('published_to')])
        .where('workspace_id', '=', workspaceId)
        .where(where)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
    recordingsInPage,
  )
  for await (const page of recordings) {
    const media = target && (await exportMedia(db, workspaceId, page, target))
    yield page.map(({ id, note_id, title, started_by, ...row }) => ({
      id,
      note: note_id,
      title,
      created_at: utc(row.created_at),
      updated_at: utc(row.updated_at),
      started_at: utcOrNull(row.started_at),
      ended_at: utcOrNull(row.ended_at),
      started_by,
      transcript: row.transcript && printTranscript(row.transcript, row.words),
      ai_notes: row.ai_notes && printAiNotes(row.ai_notes),
      ...row.facts,
      ...(media?.has(id) && { media: media.get(id) }),
      ...(row.history && { history: row.history.map((entry) => ({ ...entry, at: utc(new Date(entry.at)) })) }),
      ...(row.marks && {
        marks: row.marks.map(({ created_at, ...mark }) => ({ ...mark, created_at: utc(new Date(created_at)) })),
      }),
      shared_with: row.shared_with,
      published_to: row.published_to,
    }))
  }
}

type HistoryEntry = { id: string; at: string; user: string | null; change: AiNoteChange }

/** The oldest entry first; null without changes. */
const historyIn = sql<HistoryEntry[] | null>`(
  select json_agg(json_build_object('id', entry.id, 'at', entry.at, 'user', entry.user_id, 'change', entry.change)
    order by entry.at, entry.id)
  from recording_changes entry
  where entry.workspace_id = recordings.workspace_id and entry.recording_id = recordings.id)`

type MarkEntry = { id: string; at: number; text: string | null; by: string; created_at: string }

/** In the order of the recording; null without marks. */
const marksIn = sql<MarkEntry[] | null>`(
  select json_agg(json_build_object('id', mark.id, 'at', mark.at, 'text', mark.text, 'by', mark.user_id,
    'created_at', mark.created_at) order by mark.at, mark.id)
  from marks mark where mark.workspace_id = recordings.workspace_id and mark.recording_id = recordings.id)`

/**
 * Copies the media of these recordings into the folder, without those that are deleted meanwhile.
 * @returns their descriptions, by recording
 * @throws {WorldError} the store lacks a file
 */
async function exportMedia(db: Db, workspaceId: string, page: { id: string }[], target: MediaTarget) {
  const rows = await db
    .selectFrom('recording_media')
    .select(['recording_id', 'file', 'content_type', 'file_name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`recording_id = any(${page.map(({ id }) => id)})`)
    .execute()
  const media = new Map<string, Doc<'recordings'>['media']>()
  for (const { recording_id, file, content_type, file_name: name } of rows) {
    const copy = await target.folder.put(file)
    if (copy !== null) media.set(recording_id, { file: copy, content_type, name })
    else if (await hasMedia(target.db, workspaceId, file))
      throw new WorldError('', `The media of recording ${recording_id} are missing: the store has no file ${file}.`)
  }
  return media
}

async function hasMedia(db: Db, workspaceId: string, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from recording_media where workspace_id = ${workspaceId} and file = ${file}`.execute(db)
  return rows.length > 0
}

export async function* exportUploads(db: Db, workspaceId: string) {
  const uploads = pages(['created_at', 'recording_id'], ({ where, limit }) =>
    db
      .selectFrom('uploads')
      .select(['recording_id', 'submitted_by', 'title', 'status', 'failure_reason'])
      .select(['event_guid as event', 'channel_id as channel', 'template_id as template', 'import_key'])
      .select(['created_at', 'updated_at'])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('created_at')
      .orderBy('recording_id')
      .limit(limit)
      .execute(),
  )
  for await (const page of uploads) {
    yield page.map((row) => ({ ...row, created_at: utc(row.created_at), updated_at: utc(row.updated_at) }))
  }
}
