/** Registers a webhook, once its endpoint is verified (spec 4.8). */
import type { FastifyRequest } from 'fastify'
import { SuperAdminRequired } from '../../people/caller/require-super-admin.ts'
import type { Context } from '../../platform/context/context.ts'
import { newId } from '../../platform/id.ts'
import { lockKey } from '../../platform/postgres/db.ts'
import { readEventTypes } from '../events/event-types.ts'
import type { WebhookView } from './access.ts'
import { recordWebhookAction } from './audit-webhook.ts'
import { checkUrl, verifyEndpoint } from './challenge.ts'
import { readHeaders, sealHeaders } from './custom-headers.ts'
import { requireFewer, type WebhookLimits, webhookLimits } from './limits.ts'
import type { CreateWebhook } from './schemas.ts'
import { newSigningSecret, sealSigningSecret } from './signing-secret.ts'
import { requireWorkspaceWebhooks } from './switches.ts'

export type WebhookDeps = Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey'> & {
  verifyTimeoutSeconds: number
  limits: WebhookLimits
  /** Prefixes of the signature headers. */
  headerPrefixes: readonly string[]
}

export const webhookOptions = (settings: Context['settings']) => ({
  verifyTimeoutSeconds: settings.webhookVerifyTimeoutSeconds,
  limits: webhookLimits(settings),
  headerPrefixes: settings.webhookHeaderPrefixes,
})

/**
 * @returns the webhook, and its secret, which is never returned again
 * @throws {ApiError} in the order of decision 31: 403, 400 for the events, 503, 400 for the URL, 409 beyond the limit,
 *   400 for the endpoint
 */
export async function createWebhook(
  { db, clock, outbound, secretKey, verifyTimeoutSeconds, limits, headerPrefixes }: WebhookDeps,
  request: FastifyRequest,
  wanted: CreateWebhook,
): Promise<{ webhook: WebhookView; secret: string }> {
  const { caller } = request
  const scope = wanted.scope ?? 'user'
  if (scope === 'workspace' && !caller.superAdmin) {
    throw new SuperAdminRequired('Creating a workspace webhook requires super admin privileges')
  }
  const enabledEvents = readEventTypes(wanted.enabled_events, scope)
  const headers = readHeaders(wanted.headers ?? {}, headerPrefixes)
  if (scope === 'workspace') requireWorkspaceWebhooks(caller)
  const url = checkUrl(outbound, wanted.url)
  // Checked before the request to the endpoint, and again below, because others may create webhooks meanwhile.
  await requireFewer(db, caller, scope, limits)
  await verifyEndpoint(outbound, url, verifyTimeoutSeconds, headers)

  const now = clock()
  const webhook: WebhookView = {
    workspace_id: caller.workspace.id,
    id: newId('wh', now),
    user_id: caller.user.id,
    api_key_id: caller.via.keyId,
    scope,
    url,
    description: wanted.description ?? '',
    status: wanted.status ?? 'active',
    enabled_events: enabledEvents,
    header_names: Object.keys(headers),
    chat: null,
    created_at: now,
    updated_at: now,
  }
  const secret = newSigningSecret()
  const sealed = { secret: sealSigningSecret(secretKey, secret, webhook), ...sealHeaders(secretKey, headers, webhook) }
  const row = { ...webhook, ...sealed }
  await db.transaction().execute(async (tx) => {
    await lockKey(tx, `webhooks of ${caller.workspace.id} ${scope === 'user' ? caller.user.id : ''}`)
    await requireFewer(tx, caller, scope, limits)
    await tx.insertInto('webhooks').values(row).execute()
    const details = { url, enabled_events: enabledEvents, status: webhook.status }
    await recordWebhookAction(tx, now, request, webhook, { action: 'webhook.create', details })
  })
  return { webhook, secret }
}
