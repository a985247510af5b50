/** Exports webhooks. */
import type { Db } from '../../../platform/postgres/db.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import { utc } from '../../../platform/time.ts'
import { openHeaders } from '../../../webhooks/endpoints/custom-headers.ts'
import { secretOf } from '../../../webhooks/endpoints/previous-secrets.ts'
import { openSigningSecret } from '../../../webhooks/endpoints/signing-secret.ts'
import { pages } from './pages.ts'

/** @param secretKey  decrypts the secrets; null leaves them out */
export async function* exportWebhooks(db: Db, workspaceId: string, secretKey: SecretKey | null) {
  const webhooks = pages(['created_at', 'id'], ({ where, limit }) =>
    db
      .selectFrom('webhooks')
      .select(['id', 'user_id', 'api_key_id', 'scope', 'url', 'description', 'status', 'enabled_events', 'secret'])
      .select(['previous_secrets', 'sealed_headers', 'created_at', 'updated_at'])
      .where('workspace_id', '=', workspaceId)
      // Channels have their own.
      .where('scope', '<>', 'channel')
      .where(where)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  const opened = (id: string, secret: Buffer) =>
    secretKey && openSigningSecret(secretKey, { workspace_id: workspaceId, id, secret })
  for await (const page of webhooks) {
    yield page.map(({ id, user_id, api_key_id, sealed_headers, created_at, updated_at, ...row }) => ({
      id,
      owner: user_id,
      api_key: api_key_id,
      ...row,
      secret: opened(id, row.secret),
      previous_secrets:
        secretKey && row.previous_secrets.map((each) => ({ secret: opened(id, secretOf(each)), until: each.until })),
      headers: secretKey && openHeaders(secretKey, sealed_headers, { workspace_id: workspaceId, id }),
      created_at: utc(created_at),
      updated_at: utc(updated_at),
    }))
  }
}
