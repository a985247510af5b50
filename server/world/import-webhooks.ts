/** Registered webhooks, taken without the verification that the API asks for (spec 5.4). */
import { SecretError } from '../platform/secrets.ts'
import { newSigningSecret, openSigningSecret, sealSigningSecret } from '../webhooks/signing-secret.ts'
import { People } from './people.ts'
import { readTimes } from './read-moment.ts'
import { fetchById, idsOf, type Row, saveRows } from './rows.ts'
import { type Changes, type Scope, settle } from './scope.ts'
import type { Staged } from './stage.ts'

const columns = [
  ...(['id', 'user_id', 'api_key_id', 'scope', 'url', 'description', 'status', 'enabled_events', 'secret'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const

export async function importWebhooks(scope: Scope, batch: Staged<'webhooks'>[]): Promise<Changes> {
  const stored = await fetchById(scope, 'webhooks', 'id', idsOf(batch), columns)
  const people = await People.find(
    scope,
    batch.map(({ doc }) => doc.owner),
  )
  const rows = batch.map(({ id, doc, path }): Pick<Row<'webhooks'>, (typeof columns)[number]> => {
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
      secret: sealedSecret(scope, id, doc.secret, before?.secret),
      ...readTimes(doc, path, before, scope.now),
    }
  })
  return saveRows(scope, 'webhooks', 'id', stored, rows)
}

/** A secret that the file leaves out is kept, or made. The same secret is not sealed anew: that would be a change. */
function sealedSecret(scope: Scope, id: string, given: string | null | undefined, stored: Buffer | undefined): Buffer {
  const webhook = { workspace_id: scope.workspace.id, id }
  if (stored && (given == null || given === opened(scope.secretKey, { ...webhook, secret: stored }))) return stored
  return sealSigningSecret(scope.secretKey, given ?? newSigningSecret(), webhook)
}

function opened(key: Buffer, webhook: Parameters<typeof openSigningSecret>[1]): string | null {
  try {
    return openSigningSecret(key, webhook)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
