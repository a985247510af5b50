/** Seals the secrets and stored events of recorders again when SECRET_KEY changes. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { SealedKind } from '../../platform/postgres/key-check.ts'
import { reseal, type SecretKey } from '../../platform/secrets.ts'
import { apiKeyOwner } from './bots/bot-service.ts'
import { eventOwner } from './event-job.ts'
import { secretOwner } from './recorders.ts'

export const sealedRecorders: SealedKind = {
  name: 'secrets of recorders',
  values: sql`
    select workspace_id, id, secret as sealed from recorders
    union all
    select workspace_id, id, api_key from recorders where api_key is not null
    union all
    select workspace_id, recorder_id, event from recorder_events where event is not null`,

  async reseal(tx, key, rows) {
    let sealed = 0
    for (const { workspace_id, id } of rows) {
      const own = tx.selectFrom('recorders').select(['secret', 'api_key']).where('workspace_id', '=', workspace_id)
      const recorder = await own.where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
      if (!recorder) continue
      await tx
        .updateTable('recorders')
        .set({
          secret: reseal(key, recorder.secret, secretOwner(workspace_id, id)),
          api_key: recorder.api_key && reseal(key, recorder.api_key, apiKeyOwner(workspace_id, id)),
        })
        .where('workspace_id', '=', workspace_id)
        .where('id', '=', id)
        .execute()
      await resealEvents(tx, key, workspace_id, id)
      sealed++
    }
    return sealed
  },
}

async function resealEvents(tx: Tx, key: SecretKey, workspaceId: string, recorderId: string): Promise<void> {
  const events = await tx
    .selectFrom('recorder_events')
    .select(['key', 'event'])
    .where('workspace_id', '=', workspaceId)
    .where('recorder_id', '=', recorderId)
    .where('event', 'is not', null)
    .forUpdate()
    .execute()
  for (const notice of events) {
    const owner = eventOwner({ workspaceId, recorderId, key: notice.key.toString('hex') })
    await tx
      .updateTable('recorder_events')
      .set({ event: reseal(key, notice.event!, owner) })
      .where('workspace_id', '=', workspaceId)
      .where('recorder_id', '=', recorderId)
      .where('key', '=', notice.key)
      .execute()
  }
}
