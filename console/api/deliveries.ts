/** A webhook's deliveries, their results, and sending them again. */
import { type components, dataOf } from '@minutebook/client'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'
import type { EventType } from './webhooks.ts'

export type Delivery = components['schemas']['Delivery']
export type DeliveryFilters = { status?: Delivery['status']; event_type?: string }

const soonMs = 15_000

/** Polls often while a delivery is about to be sent. */
const pauseFor = (deliveries: Delivery[]) => {
  const isUnfinished = deliveries.some(
    ({ status, next_attempt_at }) =>
      status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) < Date.now() + soonMs),
  )
  return isUnfinished ? 1_500 : 30_000
}

export const deliveriesQuery = (webhook_id: string, filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', webhook_id, filters],
    queryFn: async ({ signal, pageParam }) => {
      const query = { page_size: 20, filters: JSON.stringify(filters), ...(pageParam && { cursor: pageParam }) }
      const params = { path: { webhook_id }, query }
      return dataOf(await client.GET('/api/v1/webhook/{webhook_id}/deliveries', { signal, params })).deliveries
    },
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.page_info.cursor ?? null,
    refetchInterval: ({ state }) => pauseFor(state.data?.pages.flatMap(({ data }) => data) ?? []),
  })

export const deliveryQuery = (webhook_id: string, hook_id: string) =>
  queryOptions({
    queryKey: ['delivery', webhook_id, hook_id],
    queryFn: async ({ signal }) => {
      const params = { path: { webhook_id, hook_id } }
      return dataOf(await client.GET('/api/v1/webhook/{webhook_id}/delivery/{hook_id}', { signal, params })).delivery
    },
    refetchInterval: ({ state }) => pauseFor(state.data ? [state.data] : []),
  })

export const statisticsQuery = (webhook_id: string, hours: number) =>
  queryOptions({
    queryKey: ['statistics', webhook_id, hours],
    queryFn: async ({ signal }) => {
      const params = { path: { webhook_id }, query: { hours } }
      const answer = await client.GET('/api/v1/webhook/{webhook_id}/statistics', { signal, params })
      return dataOf(answer).statistics.buckets
    },
    placeholderData: keepPreviousData,
    // A delivery that was just sent must be counted at once.
    staleTime: 0,
    refetchInterval: 60_000,
  })

export type Bucket = Awaited<ReturnType<NonNullable<ReturnType<typeof statisticsQuery>['queryFn']>>>[number]

const keysOf = (webhook_id: string) => [
  ['deliveries', webhook_id],
  ['delivery', webhook_id],
  ['statistics', webhook_id],
]

export const useResend = (webhook_id: string) =>
  useChange(async (hook_id: string) => {
    const params = { path: { webhook_id, hook_id } }
    return dataOf(await client.POST('/api/v1/webhook/{webhook_id}/delivery/{hook_id}/resend', { params })).delivery
  }, keysOf(webhook_id))

export const useSendTest = (webhook_id: string) =>
  useChange(async (event_type: EventType) => {
    const params = { path: { webhook_id } }
    return dataOf(await client.POST('/api/v1/webhook/{webhook_id}/test', { params, body: { event_type } })).delivery
  }, keysOf(webhook_id))

export const useRecover = (webhook_id: string) =>
  useChange(
    async (body: { since: string; until?: string }) => {
      const params = { path: { webhook_id } }
      return dataOf(await client.POST('/api/v1/webhook/{webhook_id}/recover', { params, body })).recovered
    },
    keysOf(webhook_id),
    { pageShowsError: true },
  )
