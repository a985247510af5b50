/** The calendar: files and feeds (decision 29g; extensions of the specification). */

import type { Caller } from '../../people/caller/caller.ts'
import { invalid } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { listFeeds, removeFeed } from './feeds/feeds.ts'
import { presentFeed } from './feeds/present-feed.ts'
import { around, importCalendar } from './importing/import-calendar.ts'
import type { Importer } from './importing/import-types.ts'
import * as operations from './operations.ts'
import { addFeed, type FeedDeps } from './read-feed.ts'
import { calendarExample } from './schemas.ts'

export function calendarRoutes(api: Api, deps: FeedDeps) {
  const { db, clock, windowDays } = deps
  api.post(
    '/api/v1/calendar/import',
    {
      config: {
        scope: 'write',
        bodyRequired: true,
        maxBodyBytes: Infinity,
        otherBodies: {
          'text/calendar': { description: 'An iCalendar file (RFC 5545).', example: calendarExample, minLength: 1 },
        },
      },
      schema: operations.importCalendar,
    },
    async ({ caller, body, otherBody, sharer }) => {
      const importer = asImporter(caller)
      if (otherBody) return importCalendar(deps, otherBody, importer, around(clock(), windowDays), sharer)
      if (body.url == null) throw invalid('body.url', 'is required')
      return addFeed(deps, importer, body.url, sharer)
    },
  )

  api.get(
    '/api/v1/calendar/feeds',
    { config: { scope: 'read' }, schema: operations.listCalendarFeeds },
    async ({ caller, query }) => {
      const page = await listFeeds(db, caller, readPageRequest('calendar_feeds', query))
      return { page_info: page.info, data: page.rows.map(presentFeed) }
    },
  )

  api.delete(
    '/api/v1/calendar/feed/:feed_id',
    { config: { scope: 'write' }, schema: operations.removeCalendarFeed },
    async (request) => {
      const { params } = request
      await removeFeed(deps, request, params.feed_id)
      return { feed_id: params.feed_id, deleted: true as const }
    },
  )
}

const asImporter = ({ workspace, user, superAdmin }: Caller): Importer => ({
  workspaceId: workspace.id,
  user,
  superAdmin,
})
