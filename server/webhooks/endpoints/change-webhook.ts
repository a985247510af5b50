/** Changes the given fields of a webhook, all of them or none (spec 4.11, decision 32). */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../platform/errors.ts'
import { readEventTypes } from '../events/event-types.ts'
import { getChangeable, lockChangeable, viewColumns, type WebhookView } from './access.ts'
import { recordWebhookAction } from './audit-webhook.ts'
import { checkUrl, verifyEndpoint } from './challenge.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { type Headers, isElsewhere, mergeHeaders, openHeaders, readHeaders, sealHeaders } from './custom-headers.ts'
import type { ChangeWebhook } from './schemas.ts'
import { requireWorkspaceWebhooks } from './switches.ts'

/**
 * A new URL is verified first; the same one, and a change of status alone, is not. A verification may take long, so the
 * change is checked against and applied to the webhook and its key as they are after it.
 * @throws {ApiError} 404, 403, then 400 for the key and the events, 503, 400 for the URL and its endpoint
 */
export async function changeWebhook(
  deps: WebhookDeps,
  request: FastifyRequest,
  id: string,
  given: ChangeWebhook,
): Promise<WebhookView> {
  const { db, clock, outbound, secretKey, verifyTimeoutSeconds, headerPrefixes } = deps
  const { caller } = request
  const before = await getChangeable(db, caller, id)
  const enabledEvents = given.enabled_events && readEventTypes(given.enabled_events, before.scope)
  const plan = planHeaders(given, headerPrefixes)
  if (before.scope === 'workspace') requireWorkspaceWebhooks(caller)
  const url = given.url == null || given.url === before.url ? before.url : checkUrl(outbound, given.url)
  if (url !== before.url) {
    const stored = isElsewhere(url, before.url) ? {} : await readStored(deps, before)
    const sent = plan ? plan(stored) : stored
    await verifyEndpoint(outbound, url, verifyTimeoutSeconds, sent)
  }

  const changed = await db.transaction().execute(async (tx) => {
    const webhook = await lockChangeable(tx, caller, id)
    // The request keeps the old URL, but another one was set meanwhile: it is a change of URL and must be verified.
    if (given.url != null && url === before.url && url !== webhook.url) return null
    const changes = differing(webhook, {
      url: given.url == null ? webhook.url : url,
      enabled_events: enabledEvents ?? webhook.enabled_events,
      description: given.description ?? webhook.description,
      status: given.status ?? webhook.status,
    })
    const moves = isElsewhere(changes.after.url ?? webhook.url, webhook.url)
    const stored = moves || !plan ? {} : await readStored({ db: tx, secretKey }, webhook)
    const own = plan ? plan(stored) : moves ? stored : undefined
    const changesHeaders = own !== undefined && !(Object.keys(own).length === 0 && webhook.header_names.length === 0)
    if (Object.keys(changes.after).length === 0 && !changesHeaders) return webhook
    const now = clock()
    const names = changesHeaders && { header_names: Object.keys(own) }
    await recordWebhookAction(tx, now, request, webhook, {
      action: 'webhook.change',
      details: { ...changes, ...names },
    })
    return tx
      .updateTable('webhooks')
      .set({ ...(changesHeaders && sealHeaders(secretKey, own, webhook)) })
      .set({ ...changes.after, ...(resetsFailing(changes.after) && { failing_since: null }), updated_at: now })
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', webhook.id)
      .returning(viewColumns)
      .executeTakeFirstOrThrow()
  })
  return changed ?? changeWebhook(deps, request, id, given)
}

/**
 * @returns a function that applies the request to the stored headers; undefined if the request does not name any
 * @throws {ApiError} 400 with an entry for each that may not be sent
 */
function planHeaders(
  { headers, change_headers: changes }: ChangeWebhook,
  prefixes: readonly string[],
): ((stored: Headers) => Headers) | undefined {
  if (changes != null && Object.keys(changes).length > 0) {
    if (headers !== undefined) throw invalid('body.change_headers', 'cannot be sent beside headers')
    // Reports errors that do not depend on the stored headers before the endpoint is called.
    mergeHeaders({}, changes, prefixes)
    return (stored) => mergeHeaders(stored, changes, prefixes)
  }
  if (headers === undefined) return undefined
  // null removes them.
  const all = readHeaders(headers ?? {}, prefixes)
  return () => all
}

async function readStored(
  { db, secretKey }: Pick<WebhookDeps, 'db' | 'secretKey'>,
  webhook: WebhookView,
): Promise<Headers> {
  const row = await db
    .selectFrom('webhooks')
    .select('sealed_headers')
    .where('workspace_id', '=', webhook.workspace_id)
    .where('id', '=', webhook.id)
    .executeTakeFirst()
  return openHeaders(secretKey, row?.sealed_headers ?? null, webhook)
}

/** After a new URL or a reactivation earlier failures do not count (decision 36 on failed webhooks). */
const resetsFailing = ({ url, status }: Partial<Values>) => url !== undefined || status === 'active'

type Values = Pick<WebhookView, 'url' | 'enabled_events' | 'description' | 'status'>

/** The fields that change, with the old and the new values. */
function differing(webhook: Values, wanted: Values): { before: Partial<Values>; after: Partial<Values> } {
  const names = (Object.keys(wanted) as (keyof Values)[]).filter(
    (name) => !isDeepStrictEqual(wanted[name], webhook[name]),
  )
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(webhook), after: pick(wanted) }
}
