import { invalid } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { getWebhook } from './access.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook, type WebhookDeps } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import * as operations from './operations.ts'
import { presentWebhook } from './present-webhook.ts'
import { requireFeature, requireWebhooks } from './switches.ts'

export function webhookRoutes(api: Api, deps: WebhookDeps) {
  const { db } = deps

  api.post(
    '/api/v1/webhook',
    { config: { scope: 'webhooks', bodyRequired: true, requires: requireWebhooks }, schema: operations.createWebhook },
    async (request) => {
      const { webhook, secret } = await createWebhook(deps, request, request.body)
      return { webhook: { ...presentWebhook(webhook), secret } }
    },
  )

  api.get(
    '/api/v1/webhooks',
    {
      config: { scope: 'webhooks', jsonQuery: ['filters'], requires: requireWebhooks },
      schema: operations.listWebhooks,
    },
    async ({ caller, query }) => {
      const page = await listWebhooks(db, caller, query.filters ?? {}, readPageRequest('webhooks', query))
      return { webhooks: { page_info: page.info, data: page.rows.map(presentWebhook) } }
    },
  )

  api.get(
    '/api/v1/webhook/:webhook_id',
    { config: { scope: 'webhooks', requires: requireWebhooks }, schema: operations.getWebhook },
    async ({ caller, params }) => ({ webhook: presentWebhook(await getWebhook(db, caller, params.webhook_id)) }),
  )

  api.patch(
    '/api/v1/webhook/:webhook_id',
    { config: { scope: 'webhooks', requires: requireWebhooks }, schema: operations.updateWebhook },
    async (request) => {
      const { params, body } = request
      if (Object.hasOwn(body, 'scope')) throw invalid('body.scope', 'is fixed when the webhook is created')
      return { webhook: presentWebhook(await changeWebhook(deps, request, params.webhook_id, body)) }
    },
  )

  api.delete(
    '/api/v1/webhook/:webhook_id',
    { config: { scope: 'webhooks', requires: requireFeature }, schema: operations.deleteWebhook },
    async (request) => {
      const { webhook_id } = request.params
      await deleteWebhook(deps, request, webhook_id)
      return { webhook_id, deleted: true as const }
    },
  )
}
