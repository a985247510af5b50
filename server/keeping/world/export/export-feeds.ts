/** Exports calendar feeds. */

import { sql } from 'kysely'
import { openAddress } from '../../../meetings/calendar/feeds/feeds.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import { pages } from './pages.ts'

// A feed may hold 10,000 events.
const feedsInPage = 20

/** @param secretKey  decrypts the addresses, which are secrets; null leaves them out */
export async function* exportFeeds(db: Db, workspaceId: string, secretKey: SecretKey | null) {
  const events = sql<string[]>`array(select held.event_guid from calendar_feed_events held
    where held.workspace_id = calendar_feeds.workspace_id and held.feed_id = calendar_feeds.id order by held.event_guid)`
  const feeds = pages(
    ['created_at', 'id'],
    ({ where, limit }) =>
      db
        .selectFrom('calendar_feeds')
        .select(['id', 'user_id as owner', 'host', 'url', 'provider', 'account', events.as('events'), 'created_at'])
        .where('workspace_id', '=', workspaceId)
        .where(where)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
    feedsInPage,
  )
  for await (const page of feeds) {
    yield page.map((feed) => ({
      ...feed,
      url: secretKey && feed.url && openAddress(secretKey, { workspaceId, id: feed.id }, feed.url),
    }))
  }
}
