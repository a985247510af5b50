/** The payloads of this room's own events, as JSON Schema with an example each. *Pure.* */
import Type from 'typebox'
import { Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { type EventCatalog, payload } from '../events/event-types.ts'

const fields = {
  id: Type.String({ description: 'Webhook identifier.' }),
  url: Type.String({ description: 'Its address, without query.' }),
  webhook_scope: OneOf(['user', 'workspace'], { description: 'Its scope.' }),
  user_id: Type.String({ description: 'Its owner.' }),
  failing_since: Time('The first failure since its last success.'),
  at: Time('The end of the attempt that caused this event.'),
  last_status_code: Nullable(Type.Integer({ description: 'Status code of that attempt; null without an answer.' })),
  last_error: Nullable(Type.String({ description: 'Why there was no answer; null where there was one.' })),
  scope: Type.Literal('workspace'),
}

const example = {
  id: 'wh_1',
  url: 'https://hooks.example.com/minutebook',
  webhook_scope: 'user' as const,
  user_id: 'u_bo',
  failing_since: '2026-01-05T09:40:00.000Z',
  at: '2026-01-05T10:40:05.000Z',
  last_status_code: 503,
  last_error: null,
  scope: 'workspace' as const,
}
const failed = { ...example, at: '2026-01-10T09:40:00.000Z' }
const recovered = { ...example, at: '2026-01-05T12:15:05.000Z', last_status_code: 200 }

/** Only workspace webhooks that name these types receive them; a webhook never receives events about itself. */
export const healthEvents = {
  'webhook.failing': {
    description:
      'A webhook of the workspace has been failing for an hour, unless the service is set otherwise. Sent once each time that it starts to fail.',
    workspace: payload(
      { event_type: Type.Literal('webhook.failing'), ...fields },
      { event_type: 'webhook.failing' as const, ...example },
    ),
  },
  'webhook.failed': {
    description:
      'A webhook of the workspace was disabled, because it had failed for five days, unless the service is set otherwise.',
    workspace: payload(
      { event_type: Type.Literal('webhook.failed'), ...fields },
      { event_type: 'webhook.failed' as const, ...failed },
    ),
  },
  'webhook.recovered': {
    description: 'A webhook of the workspace that was reported as failing or failed delivers again.',
    workspace: payload(
      { event_type: Type.Literal('webhook.recovered'), ...fields },
      { event_type: 'webhook.recovered' as const, ...recovered },
    ),
  },
} satisfies Partial<EventCatalog>
