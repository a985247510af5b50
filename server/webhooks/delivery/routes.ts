import { addressOf } from '../../people/caller/origin.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { getChangeable, getSendable, getWebhook } from '../endpoints/access.ts'
import type { WebhookDeps } from '../endpoints/create-webhook.ts'
import { presentWebhook } from '../endpoints/present-webhook.ts'
import { rotateSecret } from '../endpoints/rotate-secret.ts'
import { requireWebhooks } from '../endpoints/switches.ts'
import { type EventCatalog, eventTypes } from '../events/event-types.ts'
import * as operations from './operations.ts'
import { presentDelivery, presentDeliveryWithLog } from './present-delivery.ts'
import { getDelivery, listDeliveries, readStatistics } from './read-deliveries.ts'
import { recover } from './recover.ts'
import { resend, sendTest } from './send-by-hand.ts'

export function deliveryRoutes(
  api: Api,
  deps: Pick<Context, 'jobs'> & WebhookDeps & { catalog: EventCatalog; publicUrl: string },
) {
  const { db, clock, catalog, publicUrl } = deps
  const config = { scope: 'webhooks' as const, requires: requireWebhooks }

  api.get(
    '/api/v1/webhook/:webhook_id/deliveries',
    { config: { ...config, jsonQuery: ['filters'] }, schema: operations.listDeliveries },
    async ({ caller, params, query }) => {
      const webhook = await getWebhook(db, caller, params.webhook_id)
      const page = await listDeliveries(db, clock(), webhook, query.filters ?? {}, readPageRequest('deliveries', query))
      return { deliveries: { page_info: page.info, data: page.rows.map(presentDelivery) } }
    },
  )

  api.get(
    '/api/v1/webhook/:webhook_id/delivery/:hook_id',
    { config, schema: operations.getDelivery },
    async ({ caller, params }) => {
      const webhook = await getWebhook(db, caller, params.webhook_id)
      return { delivery: presentDeliveryWithLog(await getDelivery(db, clock(), webhook, params.hook_id)) }
    },
  )

  api.get(
    '/api/v1/webhook/:webhook_id/statistics',
    { config, schema: operations.getStatistics },
    async ({ caller, params, query }) => {
      const webhook = await getWebhook(db, caller, params.webhook_id)
      return { statistics: { buckets: await readStatistics(db, clock(), webhook, query.hours ?? 24) } }
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/delivery/:hook_id/resend',
    { config, schema: operations.resendDelivery },
    async ({ caller, params }, reply) => {
      const webhook = await getSendable(db, caller, params.webhook_id)
      await resend(db, webhook, params.hook_id, clock())
      return reply
        .code(202)
        .send({ delivery: presentDelivery(await getDelivery(db, clock(), webhook, params.hook_id)) })
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/recover',
    { config: { ...config, bodyRequired: true }, schema: operations.recoverDeliveries },
    async ({ caller, params, body }, reply) => {
      const webhook = await getSendable(db, caller, params.webhook_id)
      return reply.code(202).send({ recovered: await recover(deps, webhook, body, clock()) })
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/test',
    { config: { ...config, bodyRequired: true }, schema: operations.testWebhook },
    async ({ caller, params, body }, reply) => {
      const webhook = await getSendable(db, caller, params.webhook_id)
      const address = addressOf(publicUrl, caller.workspace.subdomain)
      const id = await sendTest(db, webhook, body.event_type, { catalog, address }, clock())
      return reply.code(202).send({ delivery: presentDelivery(await getDelivery(db, clock(), webhook, id)) })
    },
  )

  api.post(
    '/api/v1/webhook/:webhook_id/rotate_secret',
    { config, schema: operations.rotateSecret },
    async (request) => {
      const { caller, params, body } = request
      const webhook = await getChangeable(db, caller, params.webhook_id)
      const rotated = await rotateSecret(deps, request, webhook, body.overlap_seconds ?? 86_400)
      return { webhook: { ...presentWebhook(rotated.webhook), secret: rotated.secret } }
    },
  )

  const events = eventTypes.map((event_type) => {
    const { channel: _, ...event } = catalog[event_type]
    return { event_type, ...event }
  })

  api.get('/api/v1/event_types', { config, schema: operations.listEventTypes(events) }, async () => ({
    event_types: events,
  }))
}
