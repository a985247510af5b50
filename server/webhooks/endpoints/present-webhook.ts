/** A webhook as the API prints it (spec 2.8). *Pure.* */
import type { Static } from 'typebox'
import { utc } from '../../platform/time.ts'
import type { WebhookView } from './access.ts'
import type { Webhook } from './schemas.ts'

export function presentWebhook(webhook: WebhookView): Static<typeof Webhook> {
  const { id, url, description, status, enabled_events, scope, header_names, created_at, updated_at } = webhook
  const times = { created_at: utc(created_at), updated_at: utc(updated_at) }
  const own = { id, url, description, status, enabled_events, scope }
  return { ...own, ...(header_names.length > 0 && { header_names }), ...times }
}
