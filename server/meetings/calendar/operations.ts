/** Calendars and feeds, as openapi.json describes them (decision 29g; extensions of the specification). */

import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { Feed, feedExample } from './feeds/schemas.ts'
import { CalendarImported, FeedId, FeedQuery, FeedRemoved, ImportCalendar, importExample } from './schemas.ts'

export const importCalendar = operation({
  id: 'import_calendar',
  tag: 'Calendar',
  summary: 'Import a calendar',
  description:
    'Creates events, series and notes from a calendar file, or from a feed that is read again every 15 minutes. ' +
    'A known event is changed only if you are among its attendees; only its organizer, the person whose import first ' +
    'brought it and a super admin key may remove people from it or cancel it. Importing the same calendar again changes nothing.',
  extension: true,
  body: ImportCalendar,
  answer: CalendarImported,
  example: importExample,
})

export const listCalendarFeeds = operation({
  id: 'list_calendar_feeds',
  tag: 'Calendar',
  summary: 'List calendar feeds',
  description:
    'The feeds that the caller added and the accounts that they connected, newest first; a super admin key lists all of ' +
    'the workspace.',
  extension: true,
  querystring: FeedQuery,
  answer: PageOf(Feed),
  example: { page_info: { cursor: null, page_size: 20 }, data: [feedExample] },
})

export const removeCalendarFeed = operation({
  id: 'remove_calendar_feed',
  tag: 'Calendar',
  summary: 'Remove a calendar feed',
  description:
    'The feed is no longer read; its events and notes stay. Of a connected account the access that its provider gave is ' +
    'ended too. Your own feed, or any with a super admin key.',
  extension: true,
  params: FeedId,
  answer: FeedRemoved,
  example: { feed_id: 'cal_1', deleted: true },
})
