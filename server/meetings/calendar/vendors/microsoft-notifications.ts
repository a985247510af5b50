/**
 * Subscriptions to changes of a calendar, and what Microsoft sends to their address. *Pure.*
 * @see https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
 * @see https://learn.microsoft.com/graph/change-notifications-lifecycle-events
 */
import { readMoment, utc } from '../../../platform/time.ts'
import { type GraphEvent, listOf, objectOf, textOf } from './microsoft-meeting.ts'
import {
  type NotificationKind,
  ProviderError,
  type ReadNotification,
  type WantedWatch,
  type Watch,
} from './provider.ts'

/** Microsoft allows 4,230 minutes for events. */
const lifetimeMs = 4_200 * 60_000

export const endOfWatch = (now: Date) => new Date(now.getTime() + lifetimeMs)

/** The body of a request for a new subscription. Both kinds of notification come to one address. */
export const subscriptionTo = ({ address, secret }: WantedWatch, now: Date) => ({
  changeType: 'created,updated,deleted',
  resource: 'me/events',
  notificationUrl: address,
  lifecycleNotificationUrl: address,
  clientState: secret,
  expirationDateTime: utc(endOfWatch(now)),
})

/** @throws {ProviderError} it is no subscription */
export function readWatch({ id, expirationDateTime, resource }: GraphEvent): Watch {
  const until = readMoment(textOf(expirationDateTime))
  if (textOf(id) === '' || until === null) throw new ProviderError('Microsoft gave no subscription')
  return { id: textOf(id), resource: textOf(resource) || null, until }
}

const lifecycleKinds = new Map<unknown, NotificationKind>([
  ['reauthorizationRequired', 'watch-ends'],
  ['subscriptionRemoved', 'watch-lost'],
  // The next read by the cursor has what was not delivered.
  ['missed', 'changed'],
])

/** One body may have notifications of several subscriptions. */
export function readNotifications(body: Buffer): ReadNotification[] {
  return listOf(objectOf(parse(body)).value).flatMap(({ subscriptionId, clientState, lifecycleEvent }) => {
    const [watchId, secret] = [textOf(subscriptionId), textOf(clientState)]
    const kind = lifecycleEvent == null ? 'changed' : lifecycleKinds.get(lifecycleEvent)
    return watchId === '' || secret === '' || kind === undefined ? [] : [{ watchId, secret, kind }]
  })
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
