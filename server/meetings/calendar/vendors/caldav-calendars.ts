/** The calendars of an account by CalDAV, and what is read of them. @see RFC 4791, 6578 */
import type { DavClient } from '../../../platform/dav/dav-client.ts'
import type { DavHome } from '../../../platform/dav/discover.ts'
import { type DavResponse, holds, hrefsIn, type Multistatus, propertyOf } from '../../../platform/dav/multistatus.ts'
import { readComponents } from '../icalendar/components.ts'
import { CalendarError } from '../icalendar/errors.ts'
import { textOf } from '../icalendar/property.ts'
import { ProviderError, type ReadSpan } from './provider.ts'

export type DavCalendar = {
  url: string
  /** What people call it; null unless it was asked for. */
  name: string | null
  /** Of somebody else, who shares it. */
  isForeign: boolean
  /** Of times without a zone. */
  zone: string | null
  /** Up to where it was changed, if the server tells changes by it (RFC 6578). */
  syncToken: string | null
  /** Another one after each change; null if the server has none. */
  tag: string | null
}

/** What a page of a server names, by its address. */
export type ListedObject = { href: string; etag: string }

export const maxCalendars = 50

/** What tells whether it is a calendar; servers have it at once. */
export const kinds = '<D:resourcetype/><C:supported-calendar-component-set/>'
/** Also what people call it. */
export const names = `${kinds}<D:owner/><D:displayname/>`
/** Also what tells whether something changed. */
export const versions = `${kinds}<D:owner/><D:sync-token/><D:supported-report-set/><S:getctag/><C:calendar-timezone/>`

/** What a calendar may hold: meetings, or things to do. */
export type DavComponent = 'VEVENT' | 'VTODO'

const propfindOf = (properties: string) =>
  '<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/">' +
  `<D:prop>${properties}</D:prop></D:propfind>`

/**
 * Those that hold meetings, or things to do, the person's own first.
 * @param properties  `kinds`, `names` or `versions`
 * @throws {ProviderError} there is none: an ill server must not call off what was read before
 */
export async function listCalendars(
  client: DavClient,
  { homes, principal }: DavHome,
  properties: string,
  component: DavComponent = 'VEVENT',
): Promise<DavCalendar[]> {
  const found = new Map<string, DavCalendar>()
  for (const home of homes) {
    const url = client.admit(home, client.named)
    if (!url) continue
    const { responses, url: base } = await client.list(url, {
      method: 'PROPFIND',
      depth: '1',
      body: propfindOf(properties),
    })
    for (const response of responses) {
      const own = within(response.href, base)
      if (own && isCalendar(response, own, component)) found.set(own.href, calendarOf(response, own, principal))
    }
  }
  if (found.size === 0) throw new ProviderError(`The account has no ${whatHolds[component]}`)
  if (found.size > maxCalendars) throw new ProviderError(`The account has more than ${maxCalendars} calendars`)
  return [...found.values()].sort((one, other) => Number(one.isForeign) - Number(other.isForeign))
}

const whatHolds: Record<DavComponent, string> = {
  VEVENT: 'calendar that holds meetings',
  VTODO: 'list that holds things to do',
}

/**
 * One of them, as it is now.
 * @throws {ProviderError} it is no calendar any more
 */
export async function readCalendar(client: DavClient, url: URL, principal: string): Promise<DavCalendar> {
  const { responses } = await client.listIn(url, { method: 'PROPFIND', depth: '0', body: propfindOf(versions) })
  const [response] = responses
  if (!response) throw new ProviderError('The calendar server gave an answer that cannot be read')
  return calendarOf(response, url, principal)
}

/** Not a subscription to another calendar, nor one that was deleted, nor the birthdays that Nextcloud makes of contacts. */
function isCalendar(response: DavResponse, url: URL, component: DavComponent): boolean {
  const types = propertyOf(response, 'resourcetype')?.children.map(({ name }) => name) ?? []
  const components = propertyOf(response, 'supported-calendar-component-set')
  const takesThem = !components || components.children.some(({ attributes }) => attributes.name === component)
  const isLeftOut = types.includes('deleted-calendar') || url.pathname.endsWith('/contact_birthdays/')
  return types.includes('calendar') && takesThem && !isLeftOut
}

function calendarOf(response: DavResponse, url: URL, principal: string): DavCalendar {
  const text = (name: string) => propertyOf(response, name)?.text.trim() || null
  const owner = hrefsIn(propertyOf(response, 'owner'))[0]
  const isSynced = holds(propertyOf(response, 'supported-report-set'), 'sync-collection')
  return {
    url: url.href,
    name: text('displayname'),
    isForeign: owner !== undefined && pathOf(owner, principal) !== pathOf(principal, principal),
    zone: zoneIn(text('calendar-timezone')),
    syncToken: isSynced ? text('sync-token') : null,
    tag: text('getctag'),
  }
}

const pathOf = (href: string, base: string) => URL.parse(href, base)?.pathname.replace(/\/?$/, '/')

/** The name of the zone that a calendar of one VTIMEZONE describes. */
function zoneIn(text: string | null): string | null {
  if (text === null) return null
  try {
    const zones = readComponents(Buffer.from(text)).flatMap(({ parts }) => parts)
    const zone = zones.find(({ name }) => name === 'VTIMEZONE')
    return zone ? textOf(zone, 'TZID') || null : null
  } catch (error) {
    if (error instanceof CalendarError) return null
    throw error
  }
}

/** @returns null for an address that is not below the collection */
function within(href: string, collection: URL): URL | null {
  const url = URL.parse(href, collection)
  const isBelow = url?.origin === collection.origin && url.pathname.startsWith(collection.pathname.replace(/\/?$/, '/'))
  return isBelow ? url : null
}

/** What of the calendar may be in the span; all of it if the server finds nothing by time. */
export async function listObjects(client: DavClient, calendar: DavCalendar, span: ReadSpan): Promise<ListedObject[]> {
  const url = new URL(calendar.url)
  const found = await client.listIn(url, { method: 'REPORT', depth: '1', body: queryOf(span) }).catch((error) => {
    if (![403, 405, 415, 501].includes(error.status)) throw error
    return null
  })
  return found ? objectsIn(found, url) : listAll(client, url)
}

/** All that is in a collection. */
export async function listAll(client: DavClient, url: URL): Promise<ListedObject[]> {
  return objectsIn(await client.listIn(url, { method: 'PROPFIND', depth: '1', body: propfindOf('<D:getetag/>') }), url)
}

const objectsIn = ({ responses }: Multistatus, url: URL) =>
  responses.filter(({ status }) => status !== 404).flatMap((each) => listed(each, url))

/** Times without a zone are placed by the server, so a day more on both sides. */
const queryOf = ({ from, to }: ReadSpan) =>
  '<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop><C:filter>' +
  '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">' +
  `<C:time-range start="${stampOf(from.getTime() - dayMs)}" end="${stampOf(to.getTime() + dayMs)}"/>` +
  '</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>'

const dayMs = 86_400_000
const stampOf = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')

function listed(response: DavResponse, collection: URL): ListedObject[] {
  const url = within(response.href, collection)
  if (!url || url.pathname === collection.pathname) return []
  return [{ href: response.href, etag: propertyOf(response, 'getetag')?.text.trim() ?? '' }]
}

export type CalendarChanges = { changed: ListedObject[]; gone: string[]; token: string; isPart: boolean }

/** What changed since the token. `isPart`: the server told some of it, and the next token tells on (507). */
export async function readSync(
  client: DavClient,
  calendar: Pick<DavCalendar, 'url'>,
  token: string,
): Promise<CalendarChanges> {
  const url = new URL(calendar.url)
  const body =
    '<D:sync-collection xmlns:D="DAV:">' +
    `<D:sync-token>${escaped(token)}</D:sync-token><D:sync-level>1</D:sync-level>` +
    '<D:prop><D:getetag/></D:prop></D:sync-collection>'
  const { responses, syncToken } = await client.listIn(url, { method: 'REPORT', depth: '0', body })
  if (syncToken === null) throw new ProviderError('The calendar server did not say how to read on')
  const isPart = responses.some(({ status, href }) => status === 507 && within(href, url)?.pathname === url.pathname)
  const isGone = ({ status }: DavResponse) => status === 404
  return {
    changed: responses.filter((each) => !isGone(each)).flatMap((each) => listed(each, url)),
    gone: responses.filter((each) => isGone(each) && listed(each, url).length > 0).map(({ href }) => href),
    token: syncToken,
    isPart,
  }
}

/** @param hrefs  as the server wrote them */
export function multigetOf(hrefs: string[]): string {
  const named = hrefs.map((href) => `<D:href>${escaped(href)}</D:href>`).join('')
  return (
    '<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">' +
    `<D:prop><D:getetag/><C:calendar-data/></D:prop>${named}</C:calendar-multiget>`
  )
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign]!)
