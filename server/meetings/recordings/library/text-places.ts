/**
 * Where this room stores people's texts, besides the parts of recordings that the search index covers (decision 50 on
 * erasure).
 */
import { sql } from 'kysely'
import type { TextPlace } from '../../../people/privacy/text-places.ts'

export const recordingTexts: TextPlace[] = [
  { table: 'recordings', key: ['id'], texts: [], json: { facts: 'json' }, where: sql`facts::text <> '{}'` },
  { table: 'recording_media', key: ['recording_id'], texts: ['file_name'] },
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
