/** Webhooks: create, list, get, change, delete (spec 4.8 to 4.13; decisions 30 to 33). */
import Type from 'typebox'
import { invalid } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { PageOf, readPageRequest } from '../../platform/http/page.ts'
import { failure, operation } from '../../platform/http/schema.ts'
import { getWebhook } from './access.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook, type WebhookDeps } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { presentWebhook } from './present-webhook.ts'
import {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  Webhook,
  WebhookDeleted,
  WebhookId,
  WebhookQuery,
  webhookExample,
} from './schemas.ts'
import { requireFeature, requireWebhooks } from './switches.ts'

const tag = 'Webhooks'
const failures: [502] = [502]
const tooMany = 'You have 25 webhooks, and a person may have 25 (MAX_WEBHOOKS_PER_PERSON); delete one first'

export function webhookRoutes(api: Api, deps: WebhookDeps) {
  const { db } = deps

  api.post(
    '/api/v1/webhook',
    {
      config: { scope: 'webhooks', bodyRequired: true, requires: requireWebhooks },
      schema: operation({
        ...{ id: 'create_webhook', tag, failures },
        summary: 'Create a webhook',
        description:
          'Asks the endpoint first: it must send back, as plain text, the `challenge` that it is sent. A person may have ' +
          '25 user webhooks and a workspace 100 workspace webhooks, unless the service is set otherwise: one more is a 409.',
        own: { 409: failure('There are as many as there may be.', tooMany) },
        body: CreateWebhook,
        answer: Type.Object({ webhook: CreatedWebhook }),
        example: { webhook: { ...webhookExample, secret: 'whsec_d2hhdCBvbmx5IHRoZSB0d28gb2YgdXMgbWF5IGtub3cu' } },
      }),
    },
    async (request) => {
      const { webhook, secret } = await createWebhook(deps, request, request.body)
      return { webhook: { ...presentWebhook(webhook), secret } }
    },
  )

  api.get(
    '/api/v1/webhooks',
    {
      config: { scope: 'webhooks', jsonQuery: ['filters'], requires: requireWebhooks },
      schema: operation({
        ...{ id: 'list_webhooks', tag, failures },
        summary: 'List webhooks',
        description: "The caller's own user webhooks, newest first; a super admin key lists all, of both scopes.",
        querystring: WebhookQuery,
        answer: Type.Object({ webhooks: PageOf(Webhook) }),
        example: { webhooks: { page_info: { cursor: null, page_size: 20 }, data: [webhookExample] } },
      }),
    },
    async ({ caller, query }) => {
      const page = await listWebhooks(db, caller, query.filters ?? {}, readPageRequest('webhooks', query))
      return { webhooks: { page_info: page.info, data: page.rows.map(presentWebhook) } }
    },
  )

  api.get(
    '/api/v1/webhook/:webhook_id',
    {
      config: { scope: 'webhooks', requires: requireWebhooks },
      schema: operation({
        ...{ id: 'get_webhook', tag, failures },
        summary: 'Get a webhook',
        description: 'One webhook, without its secret.',
        params: WebhookId,
        answer: Type.Object({ webhook: Webhook }),
        example: { webhook: webhookExample },
      }),
    },
    async ({ caller, params }) => ({ webhook: presentWebhook(await getWebhook(db, caller, params.webhook_id)) }),
  )

  api.patch(
    '/api/v1/webhook/:webhook_id',
    {
      config: { scope: 'webhooks', requires: requireWebhooks },
      schema: operation({
        ...{ id: 'update_webhook', tag, failures },
        summary: 'Change a webhook',
        description: 'Changes what is given; a new URL is verified first.',
        params: WebhookId,
        body: ChangeWebhook,
        answer: Type.Object({ webhook: Webhook }),
        example: { webhook: { ...webhookExample, status: 'inactive' } },
      }),
    },
    async (request) => {
      const { params, body } = request
      if (Object.hasOwn(body, 'scope')) throw invalid('body.scope', 'is fixed when the webhook is created')
      return { webhook: presentWebhook(await changeWebhook(deps, request, params.webhook_id, body)) }
    },
  )

  api.delete(
    '/api/v1/webhook/:webhook_id',
    {
      config: { scope: 'webhooks', requires: requireFeature },
      schema: operation({
        ...{ id: 'delete_webhook', tag, failures },
        summary: 'Delete a webhook',
        description: 'Deletes it with its deliveries; what still waits is not sent.',
        params: WebhookId,
        answer: WebhookDeleted,
        example: { webhook_id: 'wh_1', deleted: true },
      }),
    },
    async (request) => {
      const { webhook_id } = request.params
      await deleteWebhook(deps, request, webhook_id)
      return { webhook_id, deleted: true as const }
    },
  )
}
