/** Me and the audit log (decision 20; extensions of the specification). */
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { utc } from '../../platform/time.ts'
import { listAudit } from './audit.ts'
import type { Caller } from './caller.ts'
import * as operations from './operations.ts'
import { requireSuperAdmin } from './require-super-admin.ts'

export function workspaceRoutes(api: Api, { db }: { db: Db }) {
  api.get('/api/v1/me', { config: { scope: 'read' }, schema: operations.getMe }, async ({ caller }) => ({
    user: { ...caller.user, ...(await readWishes(db, caller)) },
    workspace: caller.workspace,
  }))

  api.get(
    '/api/v1/audit_log',
    { config: { scope: 'admin', jsonQuery: ['filters'] }, schema: operations.listAuditLog },
    async ({ caller, query }) => {
      requireSuperAdmin(caller)
      const page = await listAudit(db, caller, query.filters ?? {}, readPageRequest('audit_log', query))
      return { page_info: page.info, data: page.rows.map((row) => ({ ...row, at: utc(row.at) })) }
    },
  )
}

/** Only what the person chose, so that the answer of decision 20 stays as it is for all others. */
async function readWishes(db: Db, { workspace, user }: Caller) {
  const { language, notes_language } = await db
    .selectFrom('users')
    .select(['language', 'notes_language'])
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { ...(language !== null && { language }), ...(notes_language !== null && { notes_language }) }
}
