/** Registered webhooks, taken without the verification that the API asks for (spec 5.4). */
import { SecretError } from '../platform/secrets.ts'
import { newSigningSecret, openSigningSecret, sealSigningSecret } from '../webhooks/signing-secret.ts'
import { People } from './people.ts'
import { momentOr, readTimes } from './read-moment.ts'
import { fetchById, idsOf, type Row, saveRows } from './rows.ts'
import { type Changes, type Scope, settle } from './scope.ts'
import type { Staged } from './stage.ts'
import { WorldError } from './world-error.ts'

const columns = [
  ...(['id', 'user_id', 'api_key_id', 'scope', 'url', 'description', 'status', 'enabled_events', 'secret'] as const),
  ...(['previous_secret', 'previous_secret_until', 'created_at', 'updated_at'] as const),
] as const

type Stored = Pick<Row<'webhooks'>, (typeof columns)[number]>

export async function importWebhooks(scope: Scope, batch: Staged<'webhooks'>[]): Promise<Changes> {
  const stored = await fetchById(scope, 'webhooks', 'id', idsOf(batch), columns)
  const people = await People.find(
    scope,
    batch.map(({ doc }) => doc.owner),
  )
  const rows = batch.map((webhook): Stored => {
    const { id, doc, path } = webhook
    const before = stored.get(id)
    return {
      id,
      user_id: people.idOf(doc.owner, `${path}.owner`),
      api_key_id: settle(doc.api_key, before?.api_key_id, null),
      scope: settle(doc.scope, before?.scope, 'user'),
      url: doc.url,
      description: settle(doc.description, before?.description, ''),
      status: settle(doc.status, before?.status, 'active'),
      enabled_events: settle(doc.enabled_events && [...new Set(doc.enabled_events)], before?.enabled_events, []),
      secret: sealed(scope, id, doc.secret ?? (before ? null : newSigningSecret()), before?.secret ?? null)!,
      ...previousSecret(scope, webhook, before),
      ...readTimes(doc, path, before, scope.now),
    }
  })
  return saveRows(scope, 'webhooks', 'id', stored, rows)
}

/** The two go together: a secret that is still valid, and until when. */
function previousSecret(scope: Scope, { id, doc, path }: Staged<'webhooks'>, before: Stored | undefined) {
  const { previous_secret, previous_secret_until } = doc
  if (previous_secret != null && previous_secret_until == null) {
    throw new WorldError(`${path}.previous_secret_until`, 'is required beside previous_secret')
  }
  if (previous_secret == null && previous_secret_until != null) {
    throw new WorldError(`${path}.previous_secret`, 'is required beside previous_secret_until')
  }
  return {
    previous_secret: sealed(scope, id, previous_secret, before?.previous_secret ?? null),
    previous_secret_until: momentOr(previous_secret_until, before?.previous_secret_until ?? null),
  }
}

/** A secret that the file leaves out is kept. The same secret is not sealed anew: that would be a change. */
function sealed(scope: Scope, id: string, given: string | null | undefined, stored: Buffer | null): Buffer | null {
  const webhook = { workspace_id: scope.workspace.id, id }
  if (given == null) return stored
  if (stored && given === opened(scope.secretKey, { ...webhook, secret: stored })) return stored
  return sealSigningSecret(scope.secretKey, given, webhook)
}

function opened(key: Buffer, webhook: Parameters<typeof openSigningSecret>[1]): string | null {
  try {
    return openSigningSecret(key, webhook)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
