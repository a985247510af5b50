/**
 * Seals the secrets and headers of webhooks again when SECRET_KEY changes: the signatures of a webhook stay the same.
 */
import { sql } from 'kysely'
import type { SealedKind } from '../../platform/postgres/key-check.ts'
import { reseal } from '../../platform/secrets.ts'
import { headersOwner } from './custom-headers.ts'
import { secretOf } from './previous-secrets.ts'
import { secretOwner } from './signing-secret.ts'

export const sealedSecrets: SealedKind = {
  name: 'webhook secrets',
  values: sql`
    select workspace_id, id, secret as sealed from webhooks
    union all
    select workspace_id, id, sealed_headers from webhooks where sealed_headers is not null
    union all
    select workspace_id, id, decode(previous ->> 'secret', 'base64') from webhooks, jsonb_array_elements(previous_secrets) previous`,

  async reseal(tx, key, rows) {
    let sealed = 0
    for (const { workspace_id, id } of rows) {
      const own = tx.selectFrom('webhooks').select(['secret', 'previous_secrets', 'sealed_headers'])
      const webhook = await own
        .where('workspace_id', '=', workspace_id)
        .where('id', '=', id)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!webhook) continue
      const { sealed_headers: headers } = webhook
      const resealed = (secret: Buffer) => reseal(key, secret, secretOwner({ workspace_id, id }))
      const previous = webhook.previous_secrets.map((each) => ({
        ...each,
        secret: resealed(secretOf(each)).toString('base64'),
      }))
      await tx
        .updateTable('webhooks')
        .set({ secret: resealed(webhook.secret), previous_secrets: JSON.stringify(previous) })
        .set({ sealed_headers: headers && reseal(key, headers, headersOwner({ workspace_id, id })) })
        .where('workspace_id', '=', workspace_id)
        .where('id', '=', id)
        .execute()
      sealed++
    }
    return sealed
  },
}
