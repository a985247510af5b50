/** The workspace's settings, usage, channels and audit log. */
import { type components, dataOf, type ItemOf } from '@minutebook/client'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { client } from './client.ts'

export type Settings = components['schemas']['Workspace']

export const workspaceQuery = queryOptions({
  queryKey: ['workspace'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/workspace', { signal })),
})

export type RetentionDays = Settings['retention_days']

type Changes = Partial<
  Pick<
    Settings,
    | 'name'
    | 'retention'
    | 'webhooks'
    | 'workspace_webhooks'
    | 'webhook_mail'
    | 'voices'
    | 'outside_links'
    | 'second_factor'
    | 'compatibility'
  >
> & { retention_days?: Partial<RetentionDays>; legal_hold?: string | null } & {
  [Name in 'consent_text' | 'notes_language']?: string | null
}

/**
 * Refetches everything: every page shows the name, and retention may have deleted transcripts.
 * @param pageShowsError  the page shows errors itself
 */
export function useChangeWorkspace(pageShowsError = false) {
  const queries = useQueryClient()
  return useMutation({
    // Serialized, so that the last of two presses counts.
    scope: { id: 'workspace' },
    meta: { pageShowsError },
    mutationFn: async (body: Changes) => dataOf(await client.PATCH('/api/v1/workspace', { body })).workspace,
    onSuccess: (workspace) => {
      queries.setQueryData(workspaceQuery.queryKey, (before) => before && { ...before, workspace })
      void queries.invalidateQueries()
    },
  })
}

/** How much is older than the given days; always refetched, because a deletion is decided by it. */
export const oldQuery = (days: { [By in keyof RetentionDays]?: number }) =>
  queryOptions({
    queryKey: ['workspace', 'older', days],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET('/api/v1/workspace/retention', { signal, params: { query: days } })).older,
    gcTime: 0,
    staleTime: 0,
  })

export const allChannelsQuery = queryOptions({
  queryKey: ['channels', 'all'],
  queryFn: ({ signal }) =>
    Array.fromAsync(client.pages('/api/v1/channels', { signal, params: { query: { page_size: 50, all: true } } })),
})

export type AuditFilters = { user_id?: string; action?: string; at_start?: string; at_end?: string }

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit_log', filters],
    queryFn: async ({ signal, pageParam }) => {
      const query = { page_size: 50, filters: JSON.stringify(filters), ...(pageParam && { cursor: pageParam }) }
      return dataOf(await client.GET('/api/v1/audit_log', { signal, params: { query } }))
    },
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.page_info.cursor ?? null,
    // A read may itself be an entry of the audit log, so it is refetched rarely.
    staleTime: 5_000,
  })

export type AuditEntry = ItemOf<'/api/v1/audit_log'>
