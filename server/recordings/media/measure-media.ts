/** Measures media that were stored before sizes were recorded, each once (migrations/0005_recordings.sql). */
import type { Db } from '../../platform/postgres/db.ts'
import { notFrozen } from '../../workspace/frozen.ts'
import type { MediaStore } from './media-store.ts'

const batchSize = 100

export async function measureMedia(db: Db, store: Pick<MediaStore, 'size'>): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('recording_media')
      .select('file')
      .where('media_bytes', 'is', null)
      .where(notFrozen('recording_media.workspace_id'))
      .limit(batchSize)
      .execute()
    for (const { file } of rows) {
      // A missing file has size 0.
      const media_bytes = (await store.size(file)) ?? 0
      await db.updateTable('recording_media').set({ media_bytes }).where('file', '=', file).execute()
    }
    if (rows.length < batchSize) return
  }
}
