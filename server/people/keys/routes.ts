/** API keys (decision 29c; extensions of the specification). */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { readMoment, utc, utcOrNull } from '../../platform/time.ts'
import type { KeyEntry } from '../caller/keys.ts'
import { inOrder, type Scope } from '../caller/scopes.ts'
import { changeKey, deleteKey, listKeys, makeKey } from './manage-keys.ts'
import * as operations from './operations.ts'

export function keyRoutes(api: Api, deps: Pick<Context, 'db' | 'clock'> & { maxPerPerson: number }) {
  api.get(
    '/api/v1/api_keys',
    { config: { scope: 'read' }, schema: operations.listApiKeys },
    async ({ caller, query }) => {
      const page = await listKeys(deps.db, caller, readPageRequest('api_keys', query))
      return { page_info: page.info, data: page.rows.map(presentKey) }
    },
  )

  api.post(
    '/api/v1/api_key',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.createApiKey },
    async (request, reply) => {
      const { name, super_admin, ...limits } = request.body
      const { scopes = null, expires_at = null } = readLimits(limits)
      const made = await makeKey(deps, request, { name, super_admin: super_admin ?? false, scopes, expires_at })
      return reply.code(201).send({ api_key: presentKey(made.key), secret: made.secret })
    },
  )

  api.patch(
    '/api/v1/api_key/:api_key_id',
    { config: { scope: 'write' }, schema: operations.changeApiKey },
    async (request) => {
      const { name, active, ...limits } = request.body
      const wanted = { name: name ?? undefined, active: active ?? undefined, ...readLimits(limits) }
      const key = await changeKey(deps, request, request.params.api_key_id, wanted)
      return { api_key: presentKey(key) }
    },
  )

  api.delete(
    '/api/v1/api_key/:api_key_id',
    { config: { scope: 'write' }, schema: operations.deleteApiKey },
    async (request) => {
      await deleteKey(deps, request, request.params.api_key_id)
      return { api_key_id: request.params.api_key_id, deleted: true as const }
    },
  )
}

type Limits = { scopes?: Scope[] | null; expires_at?: string | null }

/** Null clears a limit; a missing field stays missing (decision 1 on bodies). */
function readLimits({ scopes, expires_at }: Limits): Partial<Pick<KeyEntry, 'scopes' | 'expires_at'>> {
  return {
    ...(scopes !== undefined && { scopes: scopes && inOrder(scopes) }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : readMoment(expires_at) }),
  }
}

const presentKey = ({ switched_off_by: _, ...key }: KeyEntry) => ({
  ...key,
  created_at: utc(key.created_at),
  last_used_at: utcOrNull(key.last_used_at),
  expires_at: utcOrNull(key.expires_at),
})
