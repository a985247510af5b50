/** When SECRET_KEY changes, encrypts the addresses and credentials of upload media again. */
import { sql } from 'kysely'
import type { SealedKind } from '../../platform/postgres/key-check.ts'
import { reseal } from '../../platform/secrets.ts'
import { addressOwner } from './upload-source.ts'

export const sealedSources: SealedKind = {
  name: 'media addresses of uploads',
  values: sql`select workspace_id, recording_id as id, address as sealed from upload_sources where address is not null`,

  async reseal(tx, key, rows) {
    let sealed = 0
    for (const { workspace_id, id: recording_id } of rows) {
      const own = tx.selectFrom('upload_sources').select('address').where('workspace_id', '=', workspace_id)
      const source = await own.where('recording_id', '=', recording_id).forUpdate().skipLocked().executeTakeFirst()
      if (!source?.address) continue
      await tx
        .updateTable('upload_sources')
        .set({ address: reseal(key, source.address, addressOwner({ workspace_id, recording_id })) })
        .where('workspace_id', '=', workspace_id)
        .where('recording_id', '=', recording_id)
        .execute()
      sealed++
    }
    return sealed
  },
}
