/** The log of deliveries, as openapi.json describes it (decision 39; extensions of the specification). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import { CreatedWebhook, WebhookId, webhookExample } from '../endpoints/schemas.ts'
import { type EventDescription, eventTypes } from '../events/event-types.ts'
import {
  Delivery,
  DeliveryId,
  DeliveryQuery,
  DeliveryWithLog,
  deliveryExample,
  deliveryWithLogExample,
  Recover,
  RotateSecret,
  Statistics,
  StatisticsQuery,
  TestEvent,
} from './schemas.ts'

const common = { tag: 'Webhooks', extension: true, failures: [502] as (400 | 502)[] }

const oneDelivery = { answer: Type.Object({ delivery: Delivery }), example: { delivery: deliveryExample } }

export const listDeliveries = operation({
  ...common,
  id: 'list_deliveries',
  summary: 'List deliveries',
  description: 'The messages of the webhook and their results, newest first.',
  params: WebhookId,
  querystring: DeliveryQuery,
  answer: Type.Object({ deliveries: PageOf(Delivery) }),
  example: { deliveries: { page_info: { cursor: null, page_size: 20 }, data: [deliveryExample] } },
})

export const getDelivery = operation({
  ...common,
  id: 'get_delivery',
  summary: 'Get a delivery',
  description: 'One message with the payload as it is sent, and every attempt.',
  params: DeliveryId,
  answer: Type.Object({ delivery: DeliveryWithLog }),
  example: { delivery: deliveryWithLogExample },
})

export const getStatistics = operation({
  ...common,
  id: 'get_webhook_statistics',
  summary: 'Get statistics',
  description:
    'How many messages were delivered, failed, were skipped or still wait, and how long requests took, by hour or by day.',
  params: WebhookId,
  querystring: StatisticsQuery,
  answer: Type.Object({ statistics: Statistics }),
  example: {
    statistics: {
      buckets: [
        {
          start: '2026-01-05T09:00:00.000Z',
          delivered: 41,
          failed: 1,
          skipped: 0,
          pending: 2,
          p50_ms: 120,
          p99_ms: 900,
        },
      ],
    },
  },
})

export const resendDelivery = operation({
  ...common,
  ...oneDelivery,
  id: 'resend_delivery',
  status: 202,
  summary: 'Send again',
  description: 'Makes one attempt now, outside the schedule, with the same `hook-id` and the same bytes.',
  params: DeliveryId,
  failures: [400, 502],
})

export const recoverDeliveries = operation({
  ...common,
  id: 'recover_deliveries',
  status: 202,
  summary: 'Recover deliveries',
  description:
    'Sends messages again that failed, were skipped or are held, from `since` on; their retry schedule starts again. The first 1,000 are queued with the answer, the others soon after by a worker.',
  params: WebhookId,
  body: Recover,
  answer: Type.Object({ recovered: Type.Integer({ description: 'How many messages are recovered.' }) }),
  example: { recovered: 3 },
})

export const testWebhook = operation({
  ...common,
  ...oneDelivery,
  id: 'test_webhook',
  status: 202,
  summary: 'Send a test event',
  description: 'Sends an example of the event, marked `"test": true`, whatever the webhook subscribes to.',
  params: WebhookId,
  body: TestEvent,
})

export const rotateSecret = operation({
  ...common,
  id: 'rotate_secret',
  summary: 'Rotate the secret',
  description:
    'Makes a new secret; for a while requests carry the signatures of both, the newest first. At most 5 earlier secrets are valid at a time.',
  params: WebhookId,
  body: RotateSecret,
  answer: Type.Object({ webhook: CreatedWebhook }),
  example: { webhook: { ...webhookExample, secret: 'whsec_d2hhdCBvbmx5IHRoZSB0d28gb2YgdXMgbWF5IGtub3cu' } },
})

const PayloadDescription = Type.Object({
  schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema.' }),
  example: Type.Object({}, { additionalProperties: true }),
})

/** @param events  the catalogue, which the composition root hands in */
export const listEventTypes = (events: ({ event_type: EventType } & EventDescription)[]) =>
  operation({
    ...common,
    id: 'list_event_types',
    summary: 'List event types',
    description: 'The events that webhooks receive, with a JSON Schema and an example of each payload.',
    answer: Type.Object({
      event_types: Type.Array(
        Type.Object({
          event_type: OneOf([...eventTypes]),
          description: Type.String(),
          user: Type.Optional({
            ...PayloadDescription,
            description: 'Absent if only workspace webhooks receive the event.',
          }),
          workspace: PayloadDescription,
        }),
      ),
    }),
    // Each has two schemas, so one of them shows enough.
    example: { event_types: events.slice(0, 1) },
  })
