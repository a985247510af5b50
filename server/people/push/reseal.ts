/** Seals the keys of push messages again when SECRET_KEY changes. */
import { sql } from 'kysely'
import type { SealedKind } from '../../platform/postgres/key-check.ts'
import { reseal } from '../../platform/secrets.ts'
import { installation, pushKeysOwner } from './push-keys.ts'

export const sealedPushKeys: SealedKind = {
  name: 'keys of push messages',
  values: sql`select ${sql.lit(installation)} as workspace_id, id, private_key as sealed from push_keys`,

  async reseal(tx, key) {
    const row = await tx.selectFrom('push_keys').select('private_key').forUpdate().skipLocked().executeTakeFirst()
    if (!row) return 0
    await tx
      .updateTable('push_keys')
      .set({ private_key: reseal(key, row.private_key, pushKeysOwner) })
      .execute()
    return 1
  },
}
