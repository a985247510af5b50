/** The calendar: files and feeds (decision 29g; extensions of the specification). */

import { invalid } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { PageOf, readPageRequest } from '../platform/http/page.ts'
import { operation } from '../platform/http/schema.ts'
import { utc, utcOrNull } from '../platform/time.ts'
import type { Caller } from '../workspace/caller.ts'
import { type FeedView, listFeeds, removeFeed } from './feeds.ts'
import { around, importCalendar } from './import-calendar.ts'
import { addFeed, type FeedDeps } from './read-feed.ts'
import {
  CalendarImported,
  calendarExample,
  Feed,
  FeedId,
  FeedQuery,
  FeedRemoved,
  feedExample,
  ImportCalendar,
  importExample,
} from './schemas.ts'
import type { Importer } from './stored-event.ts'

export function calendarRoutes(api: Api, deps: FeedDeps) {
  const { db, clock, windowDays } = deps
  api.post(
    '/api/v1/calendar/import',
    {
      config: {
        scope: 'write',
        bodyRequired: true,
        mostBodyBytes: Infinity,
        otherBodies: {
          'text/calendar': { description: 'An iCalendar file (RFC 5545).', example: calendarExample, minLength: 1 },
        },
      },
      schema: operation({
        id: 'import_calendar',
        tag: 'Calendar',
        summary: 'Import a calendar',
        description:
          'Makes events, series and notes of a calendar file, or of a feed that is read again every 15 minutes. ' +
          'An event that is known is changed only if you are among its attendees; only its organizer, the person whose import ' +
          'first brought it and a super admin key take people out of it or call it off. The same calendar again changes nothing.',
        extension: true,
        body: ImportCalendar,
        answer: CalendarImported,
        example: importExample,
      }),
    },
    async ({ caller, body, otherBody, sharer }) => {
      const importer = asImporter(caller)
      if (otherBody) return importCalendar(deps, otherBody, importer, around(clock(), windowDays), sharer)
      if (body.url == null) throw invalid('body.url', 'is required')
      return addFeed(deps, importer, body.url)
    },
  )

  api.get(
    '/api/v1/calendar/feeds',
    {
      config: { scope: 'read' },
      schema: operation({
        id: 'list_calendar_feeds',
        tag: 'Calendar',
        summary: 'List calendar feeds',
        description: 'The feeds that the caller added, newest first; a super admin key lists all of the workspace.',
        extension: true,
        querystring: FeedQuery,
        answer: PageOf(Feed),
        example: { page_info: { cursor: null, page_size: 20 }, data: [feedExample] },
      }),
    },
    async ({ caller, query }) => {
      const page = await listFeeds(db, caller, readPageRequest('calendar_feeds', query))
      return { page_info: page.info, data: page.rows.map(presentFeed) }
    },
  )

  api.delete(
    '/api/v1/calendar/feed/:feed_id',
    {
      config: { scope: 'write' },
      schema: operation({
        id: 'remove_calendar_feed',
        tag: 'Calendar',
        summary: 'Remove a calendar feed',
        description: 'It is read no more; its events and notes stay. One’s own, or any with a super admin key.',
        extension: true,
        params: FeedId,
        answer: FeedRemoved,
        example: { feed_id: 'cal_1', deleted: true },
      }),
    },
    async ({ caller, params }) => {
      await removeFeed(db, caller, params.feed_id)
      return { feed_id: params.feed_id, deleted: true as const }
    },
  )
}

const presentFeed = ({ created_at, last_read_at, next_read_at, ...feed }: FeedView) => ({
  ...feed,
  created_at: utc(created_at),
  last_read_at: utcOrNull(last_read_at),
  next_read_at: utcOrNull(next_read_at),
})

const asImporter = ({ workspace, user, superAdmin }: Caller): Importer => ({
  workspaceId: workspace.id,
  user,
  superAdmin,
})
