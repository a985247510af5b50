/** Me and the audit log, as openapi.json describes them (decision 20; extensions of the specification). */
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { AuditEntry, AuditQuery, Me } from './schemas.ts'

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

export const getMe = operation({
  id: 'get_me',
  tag: 'Workspace',
  summary: 'Who am I',
  description: 'The person this key acts as, and the workspace.',
  extension: true,
  answer: Me,
  example: {
    user: {
      id: 'u_ada',
      email: 'ada@acme.test',
      full_name: 'Ada Moreau',
      language: 'fr' as const,
      notes_language: 'spoken',
    },
    workspace: { id: 'ws_acme', name: 'Acme', subdomain: 'acme' },
  },
})

export const listAuditLog = operation({
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
})
