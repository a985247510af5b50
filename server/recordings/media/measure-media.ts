/** Media that were kept before anybody asked how large they are: each is measured once (migrations/0023_room.sql). */
import type { Db } from '../../platform/postgres/db.ts'
import type { MediaStore } from './media-store.ts'

const batchSize = 100

export async function measureMedia(db: Db, store: Pick<MediaStore, 'size'>): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('recording_media')
      .select('file')
      .where('media_bytes', 'is', null)
      .limit(batchSize)
      .execute()
    for (const { file } of rows) {
      // What is not there takes nothing.
      const media_bytes = (await store.size(file)) ?? 0
      await db.updateTable('recording_media').set({ media_bytes }).where('file', '=', file).execute()
    }
    if (rows.length < batchSize) return
  }
}
