/** When SECRET_KEY changes, encrypts the addresses of feeds again and updates the keys that identify them. */
import { sql } from 'kysely'
import type { SealedKind } from '../platform/key-check.ts'
import { reseal } from '../platform/secrets.ts'
import { addressKey, addressOwner, openAddress } from './feeds.ts'

export const sealedAddresses: SealedKind = {
  name: 'addresses of calendar feeds',
  values: sql`select workspace_id, id, url as sealed from calendar_feeds where url is not null`,

  async reseal(tx, key, rows) {
    let sealed = 0
    for (const { workspace_id: workspaceId, id } of rows) {
      const own = tx.selectFrom('calendar_feeds').select(['user_id', 'url'])
      const feed = await own
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!feed?.url) continue
      const url_key = addressKey(
        key,
        { workspaceId, userId: feed.user_id },
        openAddress(key, { workspaceId, id }, feed.url),
      )
      await tx
        .updateTable('calendar_feeds')
        .set({ url: reseal(key, feed.url, addressOwner({ workspaceId, id })), url_key })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
      sealed++
    }
    return sealed
  },
}
