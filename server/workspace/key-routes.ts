/** API keys (decision 29c; extensions of the specification). */
import Type from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { PageOf, readPageRequest } from '../platform/http/page.ts'
import { failure, operation } from '../platform/http/schema.ts'
import { readMoment, utc, utcOrNull } from '../platform/time.ts'
import type { KeyEntry } from './keys.ts'
import { changeKey, deleteKey, type KeyDeps, listKeys, makeKey } from './manage-keys.ts'
import { ApiKey, ApiKeyChanges, ApiKeyDeleted, ApiKeyId, NewApiKey } from './people-schemas.ts'
import { PageQuery } from './schemas.ts'
import { inOrder, type Scope } from './scopes.ts'

export function keyRoutes(api: Api, deps: KeyDeps) {
  api.get(
    '/api/v1/api_keys',
    {
      config: { scope: 'read' },
      schema: operation({
        id: 'list_api_keys',
        tag: 'People',
        summary: 'List API keys',
        description:
          'The caller’s own, newest first, without secrets; a super admin key with the scope `admin` lists all of the ' +
          'workspace.',
        extension: true,
        querystring: PageQuery,
        answer: PageOf(ApiKey),
        example: { page_info: { cursor: null, page_size: 20 }, data: [keyExample] },
      }),
    },
    async ({ caller, query }) => {
      const page = await listKeys(deps.db, caller, readPageRequest('api_keys', query))
      return { page_info: page.info, data: page.rows.map(presentKey) }
    },
  )

  api.post(
    '/api/v1/api_key',
    {
      config: { scope: 'write', bodyRequired: true },
      schema: operation({
        id: 'create_api_key',
        tag: 'People',
        summary: 'Make an API key',
        description:
          'A key for the caller. `secret` is the key itself; it is shown this once, and only its hash is kept. It can do ' +
          'no more, and lives no longer, than the key that asks. Beyond MAX_KEYS_PER_PERSON active keys: 409.',
        extension: true,
        body: NewApiKey,
        status: 201,
        failures: [409],
        own: tooMany,
        answer: Type.Object({ api_key: ApiKey, secret: Type.String({ description: 'What to send as `X-API-KEY`.' }) }),
        example: { api_key: keyExample, secret: 'mb_4cVh…' },
      }),
    },
    async (request, reply) => {
      const { name, super_admin, ...limits } = request.body
      const { scopes = null, expires_at = null } = readLimits(limits)
      const made = await makeKey(deps, request, { name, super_admin: super_admin ?? false, scopes, expires_at })
      return reply.code(201).send({ api_key: presentKey(made.key), secret: made.secret })
    },
  )

  api.patch(
    '/api/v1/api_key/:api_key_id',
    {
      config: { scope: 'write' },
      schema: operation({
        id: 'change_api_key',
        tag: 'People',
        summary: 'Change an API key',
        description:
          'Renames it, switches it off or on again, changes its scopes and expiry: one’s own; a super admin key any of the ' +
          'workspace. Only a super admin key changes a super admin key in any way but switching it off, and switches on ' +
          'what an administrator switched off. No key gives another what it lacks itself.',
        extension: true,
        params: ApiKeyId,
        body: ApiKeyChanges,
        failures: [409],
        own: tooMany,
        answer: Type.Object({ api_key: ApiKey }),
        example: { api_key: keyExample },
      }),
    },
    async (request) => {
      const { name, active, ...limits } = request.body
      const wanted = { name: name ?? undefined, active: active ?? undefined, ...readLimits(limits) }
      const key = await changeKey(deps, request, request.params.api_key_id, wanted)
      return { api_key: presentKey(key) }
    },
  )

  api.delete(
    '/api/v1/api_key/:api_key_id',
    {
      config: { scope: 'write' },
      schema: operation({
        id: 'delete_api_key',
        tag: 'People',
        summary: 'Delete an API key',
        description:
          'One’s own; a super admin key any of the workspace. Workspace webhooks that it made are stopped for good.',
        extension: true,
        params: ApiKeyId,
        answer: ApiKeyDeleted,
        example: { api_key_id: 'k_bo_inactive', deleted: true },
      }),
    },
    async (request) => {
      await deleteKey(deps, request, request.params.api_key_id)
      return { api_key_id: request.params.api_key_id, deleted: true as const }
    },
  )
}

const tooMany = {
  409: failure(
    'Their owner has as many active keys as may be.',
    'A person may have at most 25 active API keys; switch one off or delete it first',
  ),
}

type Limits = { scopes?: Scope[] | null; expires_at?: string | null }

/** Null clears, what is not there stays away (decision 1). */
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

const keyExample = {
  id: 'k_bo_inactive',
  user_id: 'u_bo',
  name: 'ci',
  super_admin: false,
  active: false,
  created_at: '2026-01-05T09:00:00.000Z',
  last_used_at: null,
  scopes: null,
  expires_at: null,
}
