/** Recordings and uploads, as a world prints them. */
import type { Db } from '../platform/db.ts'
import { utc, utcOrNull } from '../platform/time.ts'
import { publicationsIn, sharesIn } from './export-shares.ts'
import { pages } from './pages.ts'
import { printAiNotes, printTranscript } from './recap.ts'

// A transcript of an hour is about 100 KB.
const recordingsInPage = 50

export async function* exportRecordings(db: Db, workspaceId: string) {
  const recordings = pages(
    ['created_at', 'id'],
    ({ where, limit }) =>
      db
        .selectFrom('recordings')
        .select(['id', 'note_id', 'title', 'created_at', 'updated_at', 'started_at', 'ended_at', 'started_by'])
        .select(['transcript', 'ai_notes'])
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
    yield page.map(({ id, note_id, title, started_by, ...row }) => ({
      ...{ id, note: note_id, title, created_at: utc(row.created_at), updated_at: utc(row.updated_at) },
      ...{ started_at: utcOrNull(row.started_at), ended_at: utcOrNull(row.ended_at), started_by },
      transcript: row.transcript && printTranscript(row.transcript),
      ai_notes: row.ai_notes && printAiNotes(row.ai_notes),
      ...{ shared_with: row.shared_with, published_to: row.published_to },
    }))
  }
}

export async function* exportUploads(db: Db, workspaceId: string) {
  const uploads = pages(['created_at', 'recording_id'], ({ where, limit }) =>
    db
      .selectFrom('uploads')
      .select(['recording_id', 'submitted_by', 'title', 'status', 'failure_reason'])
      .select(['event_guid as event', 'channel_id as channel', 'created_at', 'updated_at'])
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
