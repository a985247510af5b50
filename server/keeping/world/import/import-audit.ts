/** Imports the audit log. Entries are added and never changed. */
import { readMoment } from '../../../platform/time.ts'
import { Changes, type ImportContext } from './import-context.ts'
import { findExisting, idsOf, insertRows } from './rows.ts'
import type { Staged } from './stage.ts'

/** People and keys of an entry may be deleted or from another database, so they need not exist. */
export async function importAudit(context: ImportContext, batch: Staged<'audit_log'>[]): Promise<Changes> {
  const known = await findExisting(context, 'audit_log', 'id', idsOf(batch))
  const fresh = batch.filter(({ id }) => !known.has(id))
  await insertRows(
    context,
    'audit_log',
    fresh.map(({ id, doc }) => ({
      id,
      at: readMoment(doc.at)!,
      action: doc.action,
      key_id: doc.key_id ?? null,
      user_id: doc.user_id,
      on_behalf_of: doc.on_behalf_of ?? null,
      method: doc.method,
      path: doc.path,
      status: doc.status ?? null,
      address: doc.address,
      request_id: doc.request_id,
      body_sha256: doc.body_sha256 ?? null,
      details: doc.details ?? {},
    })),
  )
  return new Changes(idsOf(fresh))
}
