/** When SECRET_KEY changes, seals voices again. */
import { sql } from 'kysely'
import type { SealedKind } from '../../platform/postgres/key-check.ts'
import { reseal } from '../../platform/secrets.ts'
import { voiceOwner } from './stored-voices.ts'

export const sealedVoices: SealedKind = {
  name: 'voices',
  values: sql`select workspace_id, user_id as id, vector as sealed from voices where vector is not null`,

  async reseal(tx, key, rows) {
    let sealed = 0
    for (const { workspace_id, id: user_id } of rows) {
      const own = tx.selectFrom('voices').select('vector').where('workspace_id', '=', workspace_id)
      const voice = await own.where('user_id', '=', user_id).forUpdate().skipLocked().executeTakeFirst()
      if (!voice?.vector) continue
      await tx
        .updateTable('voices')
        .set({ vector: reseal(key, voice.vector, voiceOwner(workspace_id, user_id)) })
        .where('workspace_id', '=', workspace_id)
        .where('user_id', '=', user_id)
        .execute()
      sealed++
    }
    return sealed
  },
}
