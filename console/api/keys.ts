/** API keys: the person's own, or with administrator rights everybody's. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export type ApiKey = components['schemas']['ApiKey']
export const scopeNames = ['read', 'write', 'webhooks', 'admin', 'scim'] as const
export type Scope = (typeof scopeNames)[number]

export const keysQuery = queryOptions({
  queryKey: ['api_keys'],
  queryFn: ({ signal }) =>
    Array.fromAsync(client.pages('/api/v1/api_keys', { signal, params: { query: { page_size: 50 } } })),
})

type NewKey = { name: string; scopes: Scope[] | null; expires_at: string | null; super_admin: boolean }

export const useMakeKey = () =>
  useChange(async (body: NewKey) => dataOf(await client.POST('/api/v1/api_key', { body })), [keysQuery.queryKey], {
    pageShowsError: true,
    isSecret: true,
  })

export const useSwitchKey = () =>
  useChange(
    async ({ id, active }: { id: string; active: boolean }) => {
      const params = { path: { api_key_id: id } }
      return dataOf(await client.PATCH('/api/v1/api_key/{api_key_id}', { params, body: { active } }))
    },
    [keysQuery.queryKey],
  )

export const useDeleteKey = () =>
  useChange(
    async (api_key_id: string) =>
      dataOf(await client.DELETE('/api/v1/api_key/{api_key_id}', { params: { path: { api_key_id } } })),
    [keysQuery.queryKey],
  )
