/** API keys (decision 29c; extensions of the specification). */
import Type from 'typebox'
import type { Api } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { PageOf, readPageRequest } from '../platform/page.ts'
import { operation } from '../platform/schema.ts'
import { type Clock, utc, utcOrNull } from '../platform/time.ts'
import type { KeyEntry } from './keys.ts'
import { changeKey, deleteKey, listKeys, makeKey } from './manage-keys.ts'
import { ApiKey, ApiKeyChanges, ApiKeyDeleted, ApiKeyId, NewApiKey } from './people-schemas.ts'
import { PageQuery } from './schemas.ts'

export function keyRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }) {
  api.get(
    '/api/v1/api_keys',
    {
      schema: operation({
        id: 'list_api_keys',
        tag: 'People',
        summary: 'List API keys',
        description: 'The caller’s own, newest first, without secrets; a super admin key lists all of the workspace.',
        extension: true,
        querystring: PageQuery,
        answer: PageOf(ApiKey),
        example: { page_info: { cursor: null, page_size: 20 }, data: [keyExample] },
      }),
    },
    async ({ caller, query }) => {
      const page = await listKeys(db, caller, readPageRequest('api_keys', query))
      return { page_info: page.info, data: page.rows.map(presentKey) }
    },
  )

  api.post(
    '/api/v1/api_key',
    {
      config: { bodyRequired: true },
      schema: operation({
        id: 'create_api_key',
        tag: 'People',
        summary: 'Make an API key',
        description:
          'A key for the caller. `secret` is the key itself; it is shown this once, and only its hash is kept.',
        extension: true,
        body: NewApiKey,
        status: 201,
        answer: Type.Object({ api_key: ApiKey, secret: Type.String({ description: 'What to send as `X-API-KEY`.' }) }),
        example: { api_key: keyExample, secret: 'mb_4cVh…' },
      }),
    },
    async (request, reply) => {
      const { name, super_admin } = request.body
      const made = await makeKey(db, clock(), request, { name, superAdmin: super_admin ?? false })
      return reply.code(201).send({ api_key: presentKey(made.key), secret: made.secret })
    },
  )

  api.patch(
    '/api/v1/api_key/:api_key_id',
    {
      schema: operation({
        id: 'change_api_key',
        tag: 'People',
        summary: 'Change an API key',
        description: 'Renames it, switches it off or on again: one’s own; a super admin key any of the workspace.',
        extension: true,
        params: ApiKeyId,
        body: ApiKeyChanges,
        answer: Type.Object({ api_key: ApiKey }),
        example: { api_key: keyExample },
      }),
    },
    async (request) => {
      const key = await changeKey(db, clock(), request, request.params.api_key_id, request.body)
      return { api_key: presentKey(key) }
    },
  )

  api.delete(
    '/api/v1/api_key/:api_key_id',
    {
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
      await deleteKey(db, clock(), request, request.params.api_key_id)
      return { api_key_id: request.params.api_key_id, deleted: true as const }
    },
  )
}

const presentKey = (key: KeyEntry) => ({
  ...key,
  created_at: utc(key.created_at),
  last_used_at: utcOrNull(key.last_used_at),
})

const keyExample = {
  id: 'k_bo_inactive',
  user_id: 'u_bo',
  name: 'ci',
  super_admin: false,
  active: false,
  created_at: '2026-01-05T09:00:00.000Z',
  last_used_at: null,
}
