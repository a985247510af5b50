/** Exports the audit log. */
import type { Db } from '../../../platform/postgres/db.ts'
import { pages } from './pages.ts'

export function exportAudit(db: Db, workspaceId: string) {
  return pages(['at', 'id'], ({ where, limit }) =>
    db
      .selectFrom('audit_log')
      .select(['id', 'at', 'action', 'key_id', 'user_id', 'on_behalf_of', 'method', 'path', 'status'])
      .select(['address', 'request_id', 'body_sha256', 'details'])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}
