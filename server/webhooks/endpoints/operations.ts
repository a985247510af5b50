/** Webhooks, as openapi.json describes them (spec 4.8 to 4.13; decisions 30 on event types to 33 on DNS). */
import Type from 'typebox'
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
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

const common = { tag: 'Webhooks', failures: [502] as [502] }

const tooMany = 'You have 25 webhooks, and a person may have 25 (MAX_WEBHOOKS_PER_PERSON); delete one first'

export const createWebhook = operation({
  ...common,
  id: 'create_webhook',
  summary: 'Create a webhook',
  description:
    'Calls the endpoint first: it must send back, as plain text, the `challenge` that it receives. A person may have ' +
    '25 user webhooks and a workspace 100 workspace webhooks, unless the service is set otherwise: one more is a 409.',
  own: { 409: failure('The limit is reached.', tooMany) },
  body: CreateWebhook,
  answer: Type.Object({ webhook: CreatedWebhook }),
  example: { webhook: { ...webhookExample, secret: 'whsec_d2hhdCBvbmx5IHRoZSB0d28gb2YgdXMgbWF5IGtub3cu' } },
})

export const listWebhooks = operation({
  ...common,
  id: 'list_webhooks',
  summary: 'List webhooks',
  description: "The caller's own user webhooks, newest first; a super admin key lists all, of both scopes.",
  querystring: WebhookQuery,
  answer: Type.Object({ webhooks: PageOf(Webhook) }),
  example: { webhooks: { page_info: { cursor: null, page_size: 20 }, data: [webhookExample] } },
})

export const getWebhook = operation({
  ...common,
  id: 'get_webhook',
  summary: 'Get a webhook',
  description: 'One webhook, without its secret.',
  params: WebhookId,
  answer: Type.Object({ webhook: Webhook }),
  example: { webhook: webhookExample },
})

export const updateWebhook = operation({
  ...common,
  id: 'update_webhook',
  summary: 'Change a webhook',
  description: 'Changes the given fields; a new URL is verified first.',
  params: WebhookId,
  body: ChangeWebhook,
  answer: Type.Object({ webhook: Webhook }),
  example: { webhook: { ...webhookExample, status: 'inactive' } },
})

export const deleteWebhook = operation({
  ...common,
  id: 'delete_webhook',
  summary: 'Delete a webhook',
  description: 'Deletes the webhook with its deliveries; messages that still wait are not sent.',
  params: WebhookId,
  answer: WebhookDeleted,
  example: { webhook_id: 'wh_1', deleted: true },
})
