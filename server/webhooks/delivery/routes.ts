/** The deliveries of a webhook, and ways to send them again (decision 39; extensions of the specification). */
import Type from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { PageOf, readPageRequest } from '../../platform/http/page.ts'
import { OneOf, operation } from '../../platform/http/schema.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Caller } from '../../workspace/caller.ts'
import { getChangeable, getWebhook } from '../endpoints/access.ts'
import type { WebhookDeps } from '../endpoints/create-webhook.ts'
import { presentWebhook } from '../endpoints/present-webhook.ts'
import { rotateSecret } from '../endpoints/rotate-secret.ts'
import { CreatedWebhook, WebhookId, webhookExample } from '../endpoints/schemas.ts'
import { requireWebhooks, requireWorkspaceWebhooks } from '../endpoints/switches.ts'
import { type EventCatalog, eventTypes } from '../events/event-types.ts'
import { getDelivery, listDeliveries } from './deliveries.ts'
import { presentDelivery, presentDeliveryWithLog } from './present-delivery.ts'
import { recover } from './recover.ts'
import { resend, sendTest } from './repair.ts'
import {
  Delivery,
  DeliveryId,
  DeliveryQuery,
  DeliveryWithLog,
  deliveryExample,
  deliveryWithLogExample,
  Recover,
  RotateSecret,
  TestEvent,
} from './schemas.ts'

const tag = 'Webhooks'
const common = { tag, extension: true, failures: [502] as (400 | 502)[] }
const oneDelivery = { answer: Type.Object({ delivery: Delivery }), example: { delivery: deliveryExample } }

export function deliveryRoutes(api: Api, deps: WebhookDeps & { jobs: Pick<Jobs, 'send'>; catalog: EventCatalog }) {
  const { db, clock, catalog } = deps
  const config = { scope: 'webhooks' as const, requires: requireWebhooks }
  const changeable = async (caller: Caller, id: string) => {
    const webhook = await getChangeable(db, caller, id)
    if (webhook.scope === 'workspace') requireWorkspaceWebhooks(caller)
    return webhook
  }

  api.get(
    '/api/v1/webhook/:webhook_id/deliveries',
    {
      config: { ...config, jsonQuery: ['filters'] },
      schema: operation({
        ...common,
        id: 'list_deliveries',
        summary: 'List deliveries',
        description: 'What was told to the webhook and what became of it, newest first.',
        params: WebhookId,
        querystring: DeliveryQuery,
        answer: Type.Object({ deliveries: PageOf(Delivery) }),
        example: { deliveries: { page_info: { cursor: null, page_size: 20 }, data: [deliveryExample] } },
      }),
    },
    async ({ caller, params, query }) => {
      const webhook = await getWebhook(db, caller, params.webhook_id)
      const page = await listDeliveries(db, clock(), webhook, query.filters ?? {}, readPageRequest('deliveries', query))
      return { deliveries: { page_info: page.info, data: page.rows.map(presentDelivery) } }
    },
  )

  api.get(
    '/api/v1/webhook/:webhook_id/delivery/:hook_id',
    {
      config,
      schema: operation({
        ...common,
        id: 'get_delivery',
        summary: 'Get a delivery',
        description: 'One message with the payload as it is sent, and every attempt.',
        params: DeliveryId,
        answer: Type.Object({ delivery: DeliveryWithLog }),
        example: { delivery: deliveryWithLogExample },
      }),
    },
    async ({ caller, params }) => {
      const webhook = await getWebhook(db, caller, params.webhook_id)
      return { delivery: presentDeliveryWithLog(await getDelivery(db, clock(), webhook, params.hook_id)) }
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/delivery/:hook_id/resend',
    {
      config,
      schema: operation({
        ...common,
        ...oneDelivery,
        id: 'resend_delivery',
        status: 202,
        summary: 'Send again',
        description: 'Makes one attempt now, out of turn, with the same `hook-id` and the same bytes.',
        params: DeliveryId,
        failures: [400, 502],
      }),
    },
    async ({ caller, params }, reply) => {
      const webhook = await changeable(caller, params.webhook_id)
      await resend(db, webhook, params.hook_id, clock())
      return reply
        .code(202)
        .send({ delivery: presentDelivery(await getDelivery(db, clock(), webhook, params.hook_id)) })
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/recover',
    {
      config: { ...config, bodyRequired: true },
      schema: operation({
        ...common,
        id: 'recover_deliveries',
        status: 202,
        summary: 'Recover deliveries',
        description:
          'Sends what failed, was skipped or is held since a time; its schedule begins anew. The first 1,000 are queued with the answer, the others by a worker, soon after.',
        params: WebhookId,
        body: Recover,
        answer: Type.Object({ recovered: Type.Integer({ description: 'How many there are.' }) }),
        example: { recovered: 3 },
      }),
    },
    async ({ caller, params, body }, reply) => {
      const webhook = await changeable(caller, params.webhook_id)
      return reply.code(202).send({ recovered: await recover(deps, webhook, body, clock()) })
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/test',
    {
      config: { ...config, bodyRequired: true },
      schema: operation({
        ...common,
        ...oneDelivery,
        id: 'test_webhook',
        status: 202,
        summary: 'Send a test event',
        description: 'Sends an example of the event, marked `"test": true`, whatever the webhook subscribes to.',
        params: WebhookId,
        body: TestEvent,
      }),
    },
    async ({ caller, params, body }, reply) => {
      const webhook = await changeable(caller, params.webhook_id)
      const id = await sendTest(db, webhook, body.event_type, catalog, clock())
      return reply.code(202).send({ delivery: presentDelivery(await getDelivery(db, clock(), webhook, id)) })
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/rotate_secret',
    {
      config,
      schema: operation({
        ...common,
        id: 'rotate_secret',
        summary: 'Rotate the secret',
        description:
          'Makes a new secret; for a while requests carry the signatures of both, the newest first. At most 5 earlier secrets are valid at a time.',
        params: WebhookId,
        body: RotateSecret,
        answer: Type.Object({ webhook: CreatedWebhook }),
        example: { webhook: { ...webhookExample, secret: 'whsec_d2hhdCBvbmx5IHRoZSB0d28gb2YgdXMgbWF5IGtub3cu' } },
      }),
    },
    async (request) => {
      const { caller, params, body } = request
      const webhook = await changeable(caller, params.webhook_id)
      const rotated = await rotateSecret(deps, request, webhook, body.overlap_seconds ?? 86_400)
      return { webhook: { ...presentWebhook(rotated.webhook), secret: rotated.secret } }
    },
  )

  const PayloadDescription = Type.Object({
    schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema.' }),
    example: Type.Object({}, { additionalProperties: true }),
  })
  const events = eventTypes.map((event_type) => ({ event_type, ...catalog[event_type] }))

  api.get(
    '/api/v1/event_types',
    {
      config,
      schema: operation({
        ...common,
        id: 'list_event_types',
        summary: 'List event types',
        description: 'What webhooks are told of, with a JSON Schema and an example of each payload.',
        answer: Type.Object({
          event_types: Type.Array(
            Type.Object({
              event_type: OneOf([...eventTypes]),
              description: Type.String(),
              user: PayloadDescription,
              workspace: PayloadDescription,
            }),
          ),
        }),
        example: { event_types: events },
      }),
    },
    async () => ({ event_types: events }),
  )
}
