/** Changes what is given of a webhook, all of it or nothing (spec 4.11, decision 32). */
import { isDeepStrictEqual } from 'node:util'
import { notFound } from '../platform/errors.ts'
import type { Caller } from '../workspace/caller.ts'
import { getChangeable, viewColumns, type WebhookView } from './access.ts'
import { checkUrl, verifyEndpoint } from './challenge.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { readEventTypes } from './event-types.ts'
import type { ChangeWebhook } from './schemas.ts'
import { requireWorkspaceWebhooks } from './switches.ts'

/**
 * A new URL is verified first; the same one, and a change of status alone, is not.
 * @throws {ApiError} 404, 403, then 400 for the key and the events, 503, 400 for the URL and its endpoint
 */
export async function changeWebhook(
  { db, clock, outbound, verifyTimeoutSeconds }: WebhookDeps,
  caller: Caller,
  id: string,
  given: ChangeWebhook,
): Promise<WebhookView> {
  const webhook = await getChangeable(db, caller, id)
  const enabledEvents = given.enabled_events && readEventTypes(given.enabled_events, webhook.scope)
  if (webhook.scope === 'workspace') requireWorkspaceWebhooks(caller)
  const isSameUrl = given.url == null || given.url === webhook.url
  const url = isSameUrl ? webhook.url : checkUrl(outbound, given.url!)
  if (url !== webhook.url) await verifyEndpoint(outbound, url, verifyTimeoutSeconds)

  const wanted = {
    url,
    enabled_events: enabledEvents ?? webhook.enabled_events,
    description: given.description ?? webhook.description,
    status: given.status ?? webhook.status,
  }
  const changes = differing(webhook, wanted)
  if (Object.keys(changes).length === 0) return webhook
  const changed = await db
    .updateTable('webhooks')
    .set({ ...changes, ...(startsAnew(changes) && { failing_since: null }), updated_at: clock() })
    .where('workspace_id', '=', webhook.workspace_id)
    .where('id', '=', webhook.id)
    .returning(viewColumns)
    .executeTakeFirst()
  if (!changed) throw notFound('Webhook')
  return changed
}

/** A new URL and a reactivation forgive what failed before (decision 36). */
const startsAnew = ({ url, status }: { url?: string; status?: string }) => url !== undefined || status === 'active'

/** What is as it was is left out, so that two who change different things at once both get what they want. */
function differing<Values extends object>(before: Values, wanted: Values): Partial<Values> {
  const isSame = (key: string) => isDeepStrictEqual(wanted[key as keyof Values], before[key as keyof Values])
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => !isSame(key))) as Partial<Values>
}
