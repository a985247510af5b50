/**
 * The main calendar of a person's Microsoft account, by Microsoft Graph.
 * @see https://learn.microsoft.com/graph/delta-query-events
 */
import type { Context } from '../../../platform/context/context.ts'
import { utc } from '../../../platform/time.ts'
import { isGraphLink, type MicrosoftCalendarAddresses, MicrosoftGraph } from './microsoft-graph.ts'
import { type GraphEvent, isUnplaced, textOf } from './microsoft-meeting.ts'
import { endOfWatch, readNotifications, readWatch, subscriptionTo } from './microsoft-notifications.ts'
import { changesOf, isRemoved, missingSeries, readPage, seriesIn, wholeSeriesOf } from './microsoft-page.ts'
import {
  type CalendarProvider,
  CursorRefused,
  type OAuthEndpoints,
  type ReadSpan,
  type ReadUnderWay,
} from './provider.ts'

export function microsoftCalendar(
  deps: Pick<Context, 'clock' | 'outbound'> & { addresses: MicrosoftCalendarAddresses; tenant: string },
): CalendarProvider {
  const openGraph = (token: string) => new MicrosoftGraph(deps, token)
  return {
    name: 'microsoft',
    title: 'Microsoft',
    get oauth() {
      return endpointsOf(deps)
    },
    async readChanges(token, { span, cursor, next, read }) {
      const graph = openGraph(token)
      const isOwnLink = (link: string) => isGraphLink(link, deps.addresses)
      // It was stored when the addresses were others.
      if (next === null && cursor !== null && !isOwnLink(cursor))
        throw new CursorRefused('What was read of this calendar is of another service')
      const { events: changed, ...links } = readPage(await graph.ask(next ?? cursor ?? viewOf(span)), isOwnLink)
      const events = await placeChanged(graph, changed, read)
      const series = await completeSeries(graph, events, read)
      return { changes: changesOf(events, series), wholeSeries: wholeSeriesOf(events), ...links }
    },
    async watch(token, wanted) {
      const body = subscriptionTo(wanted, deps.clock())
      return readWatch(await openGraph(token).ask('subscriptions', { method: 'POST', body }))
    },
    async prolong(token, watch) {
      const body = { expirationDateTime: utc(endOfWatch(deps.clock())) }
      const found = await openGraph(token).find(pathOf(watch), { method: 'PATCH', body })
      return found && readWatch({ ...watch, ...found })
    },
    async unwatch(token, watch) {
      await openGraph(token).find(pathOf(watch), { method: 'DELETE' })
    },
    answerAddressCheck: ({ validationToken }) => textOf(validationToken) || null,
    readNotifications: (_headers, body) => readNotifications(body),
  }
}

function endpointsOf({ addresses, tenant }: { addresses: MicrosoftCalendarAddresses; tenant: string }): OAuthEndpoints {
  const base = `${addresses.login}/${encodeURIComponent(tenant)}/oauth2/v2.0`
  return {
    issuer: `${addresses.login}/{tenantid}/v2.0`,
    authorization: `${base}/authorize`,
    token: `${base}/token`,
    revocation: null,
    // Calendars.ReadBasic has no texts, and no subscriptions.
    scope: 'openid email offline_access Calendars.Read',
    // Many people have an account at work and one at home.
    parameters: { prompt: 'select_account' },
  }
}

const viewOf = ({ from, to }: ReadSpan) =>
  `me/calendarView/delta?${new URLSearchParams({ startDateTime: utc(from), endDateTime: utc(to) })}`

const pathOf = ({ id }: { id: string }) => `subscriptions/${encodeURIComponent(id)}`

/** Single requests for a page, of each kind. A page has 100 meetings, so Microsoft never reaches it. */
const maxReads = 100

const seriesFields =
  'id,type,iCalUId,subject,isAllDay,isCancelled,organizer,isOrganizer,attendees,hideAttendees,location,onlineMeeting,onlineMeetingUrl,body'

/**
 * Reads the series that no page had so far, one after the other: Microsoft wants few requests at once for a mailbox.
 * @returns those of all pages up to this one
 */
async function completeSeries(graph: MicrosoftGraph, events: GraphEvent[], { requireTime, kept }: ReadUnderWay) {
  const series = kept as Map<string, GraphEvent | null>
  for (const [id, event] of seriesIn(events)) series.set(id, event)
  const missing = missingSeries(events).filter((id) => !series.has(id))
  for (const id of missing.slice(0, maxReads)) {
    requireTime()
    series.set(id, await graph.find(`me/events/${encodeURIComponent(id)}?$select=${seriesFields}`))
  }
  return series
}

const originalFields = 'originalStart,originalStartTimeZone'

/** Changed occurrences come without their original time, which tells which ones they are. */
async function placeChanged(graph: MicrosoftGraph, events: GraphEvent[], { requireTime }: ReadUnderWay) {
  const unplaced = events.filter((event) => isUnplaced(event) && !isRemoved(event)).slice(0, maxReads)
  const placed = new Map<GraphEvent, GraphEvent>()
  for (const event of unplaced) {
    requireTime()
    const found = await graph.find(`me/events/${encodeURIComponent(textOf(event.id))}?$select=${originalFields}`)
    if (!found) continue
    const { originalStart, originalStartTimeZone = event.originalStartTimeZone } = found
    placed.set(event, { ...event, originalStart, originalStartTimeZone })
  }
  return events.map((event) => placed.get(event) ?? event)
}
