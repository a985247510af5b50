/** Seals the keys of push messages and the addresses of devices again when SECRET_KEY changes. */
import { sql } from 'kysely'
import type { SealedKind } from '../../platform/postgres/key-check.ts'
import { reseal } from '../../platform/secrets.ts'
import { installation, pushKeysOwner } from './push-keys.ts'
import { subscriptionOwner } from './subscriptions.ts'

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

export const sealedSubscriptions: SealedKind = {
  name: 'devices to be reminded on',
  values: sql`select workspace_id, id, sealed from push_subscriptions`,

  async reseal(tx, key, rows) {
    let count = 0
    for (const { workspace_id, id } of rows) {
      const own = tx.selectFrom('push_subscriptions').select('sealed').where('workspace_id', '=', workspace_id)
      const device = await own.where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
      if (!device) continue
      await tx
        .updateTable('push_subscriptions')
        .set({ sealed: reseal(key, device.sealed, subscriptionOwner(workspace_id, id)) })
        .where('workspace_id', '=', workspace_id)
        .where('id', '=', id)
        .execute()
      count++
    }
    return count
  },
}
