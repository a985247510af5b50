/** Consent: what an assistant requests, and the person's answer; and the grants. */
import { dataOf } from '@minutebook/client'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

export type Consent = Awaited<ReturnType<typeof readConsent>>
export type Grant = Awaited<ReturnType<typeof readGrants>>['data'][number]

/** OAuth's parameters in the page's address. */
export type OAuthParameters = Partial<Record<(typeof oauthParameterNames)[number], string>>

export const oauthParameterNames = [
  ...(['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method'] as const),
  ...(['resource', 'scope', 'state'] as const),
]

async function readConsent(query: OAuthParameters, signal: AbortSignal) {
  return dataOf(await client.GET('/api/v1/consent', { signal, params: { query } })).consent
}

export const consentQuery = (parameters: OAuthParameters) =>
  queryOptions({ queryKey: ['consent', parameters], queryFn: ({ signal }) => readConsent(parameters, signal) })

/** @returns the address to which the browser is redirected */
export function useAnswerConsent(parameters: OAuthParameters) {
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (answer: { allow: boolean; scopes: ('read' | 'write')[] }) =>
      dataOf(await client.POST('/api/v1/consent', { body: { ...parameters, ...answer } })).redirect_to,
  })
}

async function readGrants(cursor: string | undefined, signal: AbortSignal) {
  const query = { page_size: 50, ...(cursor !== undefined && { cursor }) }
  return dataOf(await client.GET('/api/v1/grants', { signal, params: { query } }))
}

export const grantsQuery = infiniteQueryOptions({
  queryKey: ['grants'],
  queryFn: ({ signal, pageParam }) => readGrants(pageParam, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.page_info.cursor ?? undefined,
})

export function useWithdrawGrant() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (grantId: string) => {
      const params = { path: { grant_id: grantId } }
      const answer = await client.DELETE('/api/v1/grant/{grant_id}', { params })
      // Already withdrawn.
      if (answer.response.status !== 404) dataOf(answer)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: grantsQuery.queryKey }),
  })
}
