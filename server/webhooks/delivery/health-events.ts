/** The bodies of `webhook.failing`, `webhook.failed` and `webhook.recovered`. *Pure.* */
import { utc } from '../../platform/time.ts'
import type { EventType, WebhookRow } from '../../tables.ts'

type HealthEventType = Extract<EventType, `webhook.${string}`>

/** A webhook that an attempt has shown to fail, to be failed, or to deliver again. */
export type HealthChange = Pick<WebhookRow, 'workspace_id' | 'id' | 'user_id' | 'scope' | 'url'> & {
  type: HealthEventType
  /** The first failure of the time that it has failed, or had failed. */
  failingSince: Date
  /** Of the attempt that showed it. */
  at: Date
  statusCode: number | null
  error: string | null
}

/** Nothing secret: the URL loses what mostly holds a token, and neither headers nor bodies nor answers are in it. */
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

/** A world may bring a URL in a form that the API would refuse. */
function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return ''
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}
