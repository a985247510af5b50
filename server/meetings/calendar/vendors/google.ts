/**
 * The calendar that a person has at Google, as the API gives it: single meetings and occurrences of the primary calendar.
 * @see https://developers.google.com/workspace/calendar/api/guides/sync
 * @see https://developers.google.com/workspace/calendar/api/guides/push
 */
import type { Context } from '../../../platform/context/context.ts'
import { maxAttendees } from '../icalendar/attendees.ts'
import { askVendor, type VendorAnswer } from './ask-vendor.ts'
import { eventFields, readGoogleEvent } from './google-meeting.ts'
import { explainRefusal } from './google-refusals.ts'
import { type CalendarProvider, type NotificationKind, ProviderError, type ReadSpan, type Watch } from './provider.ts'

/** Google's base addresses. Tests use their own. */
export type GoogleCalendarAddresses = { issuer: string; authorization: string; oauth: string; calendar: string }
export const googleCalendarAddresses: GoogleCalendarAddresses = {
  issuer: 'https://accounts.google.com',
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  oauth: 'https://oauth2.googleapis.com',
  calendar: 'https://www.googleapis.com/calendar/v3',
}

/** A page may have 2,500 events. With a thousand attendees each it would not fit into memory. */
const pageSize = 250

const unchanging = {
  singleEvents: 'true',
  maxResults: String(pageSize),
  // Of an event with more of them only the person is given.
  maxAttendees: String(maxAttendees),
  fields: `nextPageToken,nextSyncToken,items(${eventFields})`,
}

export function googleCalendar(
  deps: Pick<Context, 'clock' | 'outbound'> & { addresses: GoogleCalendarAddresses },
): CalendarProvider {
  const { outbound, addresses } = deps
  const vendor = 'Google'

  const send = (token: string, path: string, body?: object) =>
    askVendor(outbound, `${addresses.calendar}/${path}`, {
      vendor,
      method: body ? 'POST' : 'GET',
      token,
      ...(body && { body }),
    })

  async function ask(token: string, path: string, body?: object, cursor = false): Promise<VendorAnswer> {
    const answer = await send(token, path, body)
    if (answer.status < 200 || answer.status > 299) throw explainRefusal(answer, cursor)
    return answer
  }

  return {
    name: 'google',
    title: 'Google',

    get oauth() {
      return {
        issuer: addresses.issuer,
        authorization: addresses.authorization,
        token: `${addresses.oauth}/token`,
        revocation: `${addresses.oauth}/revoke`,
        scope: 'openid email https://www.googleapis.com/auth/calendar.events.readonly',
        // Without `prompt` Google gives a refresh token only for the first consent.
        parameters: { access_type: 'offline', prompt: 'consent' },
      }
    },

    async readChanges(token, { span, cursor, next }) {
      const query = new URLSearchParams({
        ...unchanging,
        ...(cursor === null ? spanOf(span) : { syncToken: cursor }),
        ...(next !== null && { pageToken: next }),
      })
      const { json } = await ask(token, `calendars/primary/events?${query}`, undefined, cursor !== null)
      const items = Array.isArray(json.items) ? json.items : []
      const changes = items.map(readGoogleEvent).filter((change) => change !== null)
      const page = { changes, wholeSeries: [], next: textOf(json.nextPageToken), cursor: textOf(json.nextSyncToken) }
      if (page.next === null && page.cursor === null) throw new ProviderError('Google did not say how to read on')
      return page
    },

    async watch(token, { id, address, secret }) {
      const wanted = { id, type: 'web_hook', address, token: secret }
      const { json } = await ask(token, 'calendars/primary/events/watch', wanted)
      const until = new Date(Number(json.expiration))
      const resource = textOf(json.resourceId)
      if (resource === null || Number.isNaN(until.getTime())) throw new ProviderError('Google gave no watch')
      return { id, resource, until }
    },

    /** Google has no request for it: another watch follows the old one. */
    prolong: () => Promise.resolve(null),

    async unwatch(token, { id, resource }: Watch) {
      const answer = await send(token, 'channels/stop', { id, resourceId: resource })
      if (answer.status > 299 && answer.status !== 404) throw explainRefusal(answer, false)
    },

    answerAddressCheck: () => null,

    readNotifications(headers) {
      const [watchId, secret] = [textOf(headers['x-goog-channel-id']), textOf(headers['x-goog-channel-token'])]
      const kind = kinds.get(headers['x-goog-resource-state'])
      return watchId !== null && secret !== null && kind ? [{ watchId, secret, kind }] : []
    },
  }
}

/** The first message of a watch is `sync`. */
const kinds = new Map<unknown, NotificationKind>([
  ['sync', 'watch-confirmed'],
  ['exists', 'changed'],
  ['not_exists', 'changed'],
])

/** Of each meeting the end is compared with the first time, and the start with the last, which Google excludes. */
const spanOf = ({ from, to }: ReadSpan) => ({
  timeMin: from.toISOString(),
  timeMax: new Date(to.getTime() + 1_000).toISOString(),
})

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
