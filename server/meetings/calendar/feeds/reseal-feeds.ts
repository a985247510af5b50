/**
 * When SECRET_KEY changes, encrypts the addresses of feeds and the tokens of accounts again, and updates the keys that
 * identify addresses.
 */
import { sql } from 'kysely'
import type { SealedKind } from '../../../platform/postgres/key-check.ts'
import { reseal } from '../../../platform/secrets.ts'
import { addressKey, addressOwner, openAddress } from './feeds.ts'

export const sealedFeeds: SealedKind = {
  name: 'addresses and accounts of calendar feeds',
  // A feed has one of them.
  values: sql`select workspace_id, id, coalesce(url, tokens) as sealed from calendar_feeds
    where coalesce(url, tokens) is not null`,

  async reseal(tx, key, rows) {
    let sealed = 0
    for (const { workspace_id: workspaceId, id } of rows) {
      const own = tx.selectFrom('calendar_feeds').select(['user_id', 'url', 'tokens'])
      const feed = await own
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!feed) continue
      const again = (value: Buffer) => reseal(key, value, addressOwner({ workspaceId, id }))
      const changes = {
        ...(feed.url && {
          url: again(feed.url),
          url_key: addressKey(
            key,
            { workspaceId, userId: feed.user_id },
            openAddress(key, { workspaceId, id }, feed.url),
          ),
        }),
        ...(feed.tokens && { tokens: again(feed.tokens) }),
      }
      if (!feed.url && !feed.tokens) continue
      await tx
        .updateTable('calendar_feeds')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
      sealed++
    }
    return sealed
  },
}
