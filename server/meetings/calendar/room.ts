import { sql } from 'kysely'
import { addressesOf } from '../../people/accounts/addresses.ts'
import { ownTable, type Section } from '../../people/privacy/person-export.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Accounts } from './accounts/accounts.ts'
import { readFeedJob, wakeForgotten } from './feeds/feed-schedule.ts'
import { sealedFeeds } from './feeds/reseal-feeds.ts'
import { calendarReader } from './icalendar/calendar-reader.ts'
import { readFeed } from './read-feed.ts'
import { calendarRoutes } from './routes.ts'
import { calendarTexts } from './text-places.ts'
import type { CaldavCalendar } from './vendors/caldav.ts'

type Calendar = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'outbound' | 'secretKey' | 'threads' | 'settings'> & {
  accounts: Accounts
  caldav: CaldavCalendar
}

/** What reading calendar feeds needs. */
export const feedDeps = (context: Calendar) => ({
  ...context,
  readCalendar: calendarReader(context.threads),
  windowDays: context.settings.calendarWindowDays,
  maxBytes: context.settings.bodyLimitBytes,
  publicUrl: context.settings.publicUrl,
})

const feeds = ownTable(
  'calendar_feeds',
  'calendar_feeds',
  sql`own.id, own.host, own.provider, own.account, own.created_at, own.last_read_at`,
)

const events: Section = {
  name: 'events',
  // Once for each of their addresses that is invited.
  key: sql`own.guid || ' ' || attendee.email_folded`,
  columns: sql`own.guid, own.title, own.starts_at, own.ends_at, attendee.email, attendee.name`,
  from: ({ workspaceId, userId }) => sql`events own join event_attendees attendee
    on attendee.workspace_id = own.workspace_id and attendee.event_guid = own.guid
    where attendee.email_folded in ${addressesOf(workspaceId, userId)}`,
}

export const calendarRoom = {
  routes: (api: Api, context: Calendar) => calendarRoutes(api, feedDeps(context)),
  jobs: (context: Calendar): JobDefinition[] => {
    const { db, jobs, clock } = context
    const deps = feedDeps(context)
    return [
      { name: readFeedJob, concurrency: 8, patienceSeconds: 1_800, run: (job) => readFeed(deps, job) },
      { name: 'wake-calendar-feeds', cron: '47 * * * *', run: () => wakeForgotten(db, { jobs, now: clock() }) },
    ]
  },
  sealed: [sealedFeeds],
  texts: calendarTexts,
  sections: [feeds, events],
}
