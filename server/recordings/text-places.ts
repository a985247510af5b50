/** Where texts of people stand in this room beside recordings themselves, which search finds by their words (decision 50). */
import { sql } from 'kysely'
import type { TextPlace } from '../workspace/text-places.ts'

export const recordingTexts: TextPlace[] = [
  {
    ...{ table: 'recordings', key: ['id'], texts: [], json: { participants: 'json' } },
    where: sql`participants::text <> '[]'`,
  },
  { table: 'recording_changes', key: ['id'], texts: [], json: { change: 'jsonb' }, batch: 50 },
  { table: 'note_templates', key: ['workspace_id'], texts: [], json: { document: 'jsonb' } },
  { table: 'recording_media', key: ['recording_id'], texts: ['file_name'] },
  {
    ...{ table: 'uploads', key: ['recording_id'], texts: ['title', 'failure_reason'] },
    folded: { title: 'title_folded' },
    tookPart: (userId) => sql`submitted_by = ${userId}`,
  },
  {
    ...{ table: 'upload_sources', key: ['recording_id'], texts: ['media_name'] },
    json: { transcript: 'json', written_notes: 'json', participants: 'json' },
    // They would spell the name word by word.
    forgets: ['words'],
    // Transcripts of uploads that wait.
    batch: 3,
  },
  {
    // A world may have sections that say more than the Markdown, whose words search knows.
    ...{ table: 'recordings', key: ['id'], texts: [], json: { ai_notes: 'json' }, moves: 'updated_at', batch: 50 },
    where: sql`ai_notes is not null`,
  },
]
