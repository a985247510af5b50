/** A webhook as the API prints it (spec 2.8). *Pure.* */
import type { Static } from 'typebox'
import { utc } from '../../platform/time.ts'
import type { WebhookView } from './access.ts'
import type { Webhook } from './schemas.ts'

export function presentWebhook(webhook: WebhookView): Static<typeof Webhook> {
  const { id, url, description, status, enabled_events, scope, created_at, updated_at } = webhook
  const times = { created_at: utc(created_at), updated_at: utc(updated_at) }
  return { id, url, description, status, enabled_events, scope, ...times }
}
