/** Me and the audit log (decision 20; extensions of the specification). */
import type { Api } from '../platform/http/api.ts'
import { PageOf, readPageRequest } from '../platform/http/page.ts'
import { operation } from '../platform/http/schema.ts'
import type { Db } from '../platform/postgres/db.ts'
import { utc } from '../platform/time.ts'
import { listAudit } from './audit.ts'
import { requireSuperAdmin } from './require-super-admin.ts'
import { AuditEntry, AuditQuery, Me } from './schemas.ts'

export function workspaceRoutes(api: Api, { db }: { db: Db }) {
  api.get(
    '/api/v1/me',
    {
      config: { scope: 'read' },
      schema: operation({
        id: 'get_me',
        tag: 'Workspace',
        summary: 'Who am I',
        description: 'The person this key acts as, and the workspace.',
        extension: true,
        answer: Me,
        example: {
          user: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
          workspace: { id: 'ws_acme', name: 'Acme', subdomain: 'acme' },
        },
      }),
    },
    async ({ caller }) => ({ user: caller.user, workspace: caller.workspace }),
  )

  api.get(
    '/api/v1/audit_log',
    {
      config: { scope: 'admin', jsonQuery: ['filters'] },
      schema: operation({
        id: 'list_audit_log',
        tag: 'Workspace',
        summary: 'Read the audit log',
        description:
          'Requests on behalf of others, permanent deletions, and changes to people, keys and settings, newest first. ' +
          'Super admin keys only.',
        extension: true,
        querystring: AuditQuery,
        answer: PageOf(AuditEntry),
        example: { page_info: { cursor: null, page_size: 20 }, data: [auditExample] },
      }),
    },
    async ({ caller, query }) => {
      requireSuperAdmin(caller)
      const page = await listAudit(db, caller, query.filters ?? {}, readPageRequest('audit_log', query))
      return { page_info: page.info, data: page.rows.map((row) => ({ ...row, at: utc(row.at) })) }
    },
  )
}

const auditExample = {
  id: 'au_1',
  at: '2026-01-05T09:00:00.000Z',
  action: 'impersonate',
  key_id: 'k_ada',
  user_id: 'u_ada',
  on_behalf_of: 'u_bo',
  method: 'POST',
  path: '/api/v1/notes',
  status: 200,
  address: '127.0.0.1',
  request_id: 'req_1',
  body_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  details: {},
}
