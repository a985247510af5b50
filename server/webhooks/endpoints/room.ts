import { sql } from 'kysely'
import { ownTable } from '../../people/privacy/person-export.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { webhookOptions } from './create-webhook.ts'
import { sealedSecrets } from './reseal-secrets.ts'
import { webhookRoutes } from './routes.ts'
import { webhookTexts } from './text-places.ts'

type Webhooks = Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey' | 'settings'>

const webhooks = ownTable(
  'webhooks',
  'webhooks',
  sql`own.id, own.scope, own.url, own.description, own.status, own.enabled_events, own.created_at`,
)

export const endpointsRoom = {
  routes: (api: Api, context: Webhooks) => webhookRoutes(api, { ...context, ...webhookOptions(context.settings) }),
  sealed: [sealedSecrets],
  texts: webhookTexts,
  sections: [webhooks],
}
