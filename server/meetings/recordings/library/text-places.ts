/**
 * Where this room stores people's texts, besides the parts of recordings that the search index covers (decision 50 on
 * erasure).
 */
import { sql } from 'kysely'
import type { TextPlace } from '../../../people/privacy/text-places.ts'

export const recordingTexts: TextPlace[] = [
  { table: 'recordings', key: ['id'], texts: [], json: { facts: 'json' }, where: sql`facts::text <> '{}'` },
  { table: 'recording_changes', key: ['id'], texts: [], json: { change: 'jsonb' }, batch: 50 },
  { table: 'note_templates', key: ['workspace_id'], texts: [], json: { document: 'jsonb' } },
  { table: 'recording_media', key: ['recording_id'], texts: ['file_name'] },
  {
    table: 'uploads',
    key: ['recording_id'],
    texts: ['title', 'failure_reason'],
    folded: { title: 'title_folded' },
    tookPart: (userId) => sql`submitted_by = ${userId}`,
  },
  {
    table: 'upload_sources',
    key: ['recording_id'],
    texts: ['media_name'],
    json: { transcript: 'json', written_notes: 'json', facts: 'json' },
    // Deleted, because they contain the name word by word.
    forgets: ['words'],
    // Waiting uploads have whole transcripts.
    batch: 3,
  },
  {
    // Only the Markdown is in the search index; sections of an imported world may contain more.
    table: 'recordings',
    key: ['id'],
    texts: [],
    json: { ai_notes: 'json' },
    moves: 'updated_at',
    batch: 50,
    where: sql`ai_notes is not null`,
  },
]
