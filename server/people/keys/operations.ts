/** API keys, as openapi.json describes them (decision 29c; extensions of the specification). */
import Type from 'typebox'
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { PageQuery } from '../caller/schemas.ts'
import { ApiKey, ApiKeyChanges, ApiKeyDeleted, ApiKeyId, NewApiKey } from './schemas.ts'

const tooMany = {
  409: failure(
    'The owner has the maximum number of active keys.',
    'A person may have at most 25 active API keys; switch one off or delete it first',
  ),
}

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

export const listApiKeys = operation({
  id: 'list_api_keys',
  tag: 'People',
  summary: 'List API keys',
  description:
    'The caller’s own keys, newest first, without secrets; a super admin key with the scope `admin` lists all of the ' +
    'workspace.',
  extension: true,
  querystring: PageQuery,
  answer: PageOf(ApiKey),
  example: { page_info: { cursor: null, page_size: 20 }, data: [keyExample] },
})

export const createApiKey = operation({
  id: 'create_api_key',
  tag: 'People',
  summary: 'Make an API key',
  description:
    'A key for the caller. `secret` is the key itself; it is shown this once, and only its hash is kept. It can do ' +
    'no more, and lives no longer, than the key of the request. Beyond MAX_KEYS_PER_PERSON active keys: 409.',
  extension: true,
  body: NewApiKey,
  status: 201,
  failures: [409],
  own: tooMany,
  answer: Type.Object({ api_key: ApiKey, secret: Type.String({ description: 'What to send as `X-API-KEY`.' }) }),
  example: { api_key: keyExample, secret: 'mb_4cVh…' },
})

export const changeApiKey = operation({
  id: 'change_api_key',
  tag: 'People',
  summary: 'Change an API key',
  description:
    'Renames it, switches it off or on again, changes its scopes and expiry. Callers change their own keys, a super admin ' +
    'key changes any of the workspace. Only a super admin key may do more to a super admin key than switch it off, or ' +
    'switch on what an administrator switched off. No key can give another what it lacks itself.',
  extension: true,
  params: ApiKeyId,
  body: ApiKeyChanges,
  failures: [409],
  own: tooMany,
  answer: Type.Object({ api_key: ApiKey }),
  example: { api_key: keyExample },
})

export const deleteApiKey = operation({
  id: 'delete_api_key',
  tag: 'People',
  summary: 'Delete an API key',
  description:
    'Callers delete their own keys, a super admin key any of the workspace. Workspace webhooks that the key made stop for good.',
  extension: true,
  params: ApiKeyId,
  answer: ApiKeyDeleted,
  example: { api_key_id: 'k_bo_inactive', deleted: true },
})
