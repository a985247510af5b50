/** The body of Microsoft Graph's `POST /subscriptions` for transcripts and recordings of Teams. */
import { isText, oneOf, type Published } from './published.ts'

export const graphSubscription = {
  source: 'https://learn.microsoft.com/graph/teams-changenotifications-callrecording-and-calltranscript',
  read: '2026-11-26',
  required: ['changeType', 'notificationUrl', 'resource', 'expirationDateTime'],
  fields: {
    changeType: oneOf('created'),
    resource: oneOf(
      'communications/onlineMeetings/getAllTranscripts',
      'communications/onlineMeetings/getAllRecordings',
    ),
    notificationUrl: (value) => String(value).startsWith('https://'),
    expirationDateTime: (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)),
    clientState: (value) => isText(value) && String(value).length <= 128,
  },
} satisfies Published

/** The body of `POST /subscriptions` for the events of a person's calendar. */
export const graphEventSubscription = {
  source: 'https://learn.microsoft.com/graph/api/subscription-post-subscriptions',
  read: '2026-11-27',
  required: ['changeType', 'notificationUrl', 'resource', 'expirationDateTime'],
  fields: {
    changeType: oneOf('created,updated,deleted'),
    resource: oneOf('me/events'),
    notificationUrl: (value) => String(value).startsWith('https://'),
    lifecycleNotificationUrl: (value) => String(value).startsWith('https://'),
    expirationDateTime: (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)),
    clientState: (value) => isText(value) && String(value).length <= 128,
  },
} satisfies Published
