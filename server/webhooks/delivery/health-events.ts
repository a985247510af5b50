/** The bodies of `webhook.failing`, `webhook.failed` and `webhook.recovered`. *Pure.* */
import type { EventType } from '../../platform/postgres/column-types.ts'
import type { WebhookRow } from '../../platform/postgres/tables.ts'
import { utc } from '../../platform/time.ts'

type HealthEventType = Extract<EventType, `webhook.${string}`>

/** After an attempt a webhook is failing, was disabled, or delivers again. */
export type HealthChange = Pick<WebhookRow, 'workspace_id' | 'id' | 'user_id' | 'scope' | 'url'> & {
  type: HealthEventType
  /** The first failure after the last success before it. */
  failingSince: Date
  /** The end of the attempt that caused the change. */
  at: Date
  statusCode: number | null
  error: string | null
}

/**
 * Contains nothing secret: the URL loses its query, which often holds a token; headers, bodies and answers are left
 * out.
 */
export function healthBody({ type, id, user_id, scope, url, ...change }: HealthChange): object {
  return {
    event_type: type,
    id,
    url: withoutSecrets(url),
    webhook_scope: scope,
    user_id,
    failing_since: utc(change.failingSince),
    at: utc(change.at),
    last_status_code: change.statusCode,
    last_error: change.error,
    scope: 'workspace',
  }
}

/** An imported world may contain a URL that the API would reject. */
function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return ''
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}
