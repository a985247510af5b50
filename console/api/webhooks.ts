/** Webhooks, and the events that they may receive. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export type Webhook = components['schemas']['Webhook']

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) =>
    Array.fromAsync(client.pages('/api/v1/webhooks', { signal, params: { query: { page_size: 50 } } })),
})

export const webhookQuery = (webhook_id: string) =>
  queryOptions({
    queryKey: ['webhook', webhook_id],
    queryFn: async ({ signal }) => {
      const params = { path: { webhook_id } }
      return dataOf(await client.GET('/api/v1/webhook/{webhook_id}', { signal, params })).webhook
    },
  })

export const eventTypesQuery = queryOptions({
  queryKey: ['event_types'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/event_types', { signal })).event_types,
  staleTime: Number.POSITIVE_INFINITY,
})

export type EventType = Awaited<ReturnType<NonNullable<typeof eventTypesQuery.queryFn>>>[number]['event_type']

export type WebhookForm = { url: string; description: string; enabled_events: string[] }

/** A header that is sent with each request; the service never shows its value. */
export type Header = { name: string; value: string }

export const headersOf = (headers: Header[]) =>
  Object.fromEntries(
    headers.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]),
  )

export const useCreateWebhook = () =>
  useChange(
    async (body: WebhookForm & { scope: Exclude<Webhook['scope'], 'channel'>; headers?: Record<string, string> }) =>
      dataOf(await client.POST('/api/v1/webhook', { body })).webhook,
    [webhooksQuery.queryKey],
    { pageShowsError: true, isSecret: true },
  )

/** Sends only changed fields: others may have changed the rest meanwhile. */
export const useChangeWebhook = (webhook: Webhook) =>
  useChange(
    async ({ url, description, enabled_events: events }: WebhookForm) => {
      const params = { path: { webhook_id: webhook.id } }
      const body = {
        ...(url !== webhook.url && { url }),
        ...(description !== webhook.description && { description }),
        ...(events.toSorted().join() !== webhook.enabled_events.toSorted().join() && { enabled_events: events }),
      }
      return dataOf(await client.PATCH('/api/v1/webhook/{webhook_id}', { params, body })).webhook
    },
    [webhooksQuery.queryKey, ['webhook', webhook.id]],
    { pageShowsError: true },
  )

/** Sets these, removes those with null, and leaves the others. */
export const useChangeHeaders = (webhook_id: string) =>
  useChange(
    async (change_headers: Record<string, string | null>) => {
      const params = { path: { webhook_id } }
      return dataOf(await client.PATCH('/api/v1/webhook/{webhook_id}', { params, body: { change_headers } })).webhook
    },
    [webhooksQuery.queryKey, ['webhook', webhook_id]],
    { pageShowsError: true, isSecret: true },
  )

export const useSwitchWebhook = (webhook_id: string) =>
  useChange(
    async (status: 'active' | 'inactive') => {
      const params = { path: { webhook_id } }
      return dataOf(await client.PATCH('/api/v1/webhook/{webhook_id}', { params, body: { status } })).webhook
    },
    [webhooksQuery.queryKey, ['webhook', webhook_id]],
  )

export const useDeleteWebhook = (webhook_id: string) =>
  useChange(
    async () => dataOf(await client.DELETE('/api/v1/webhook/{webhook_id}', { params: { path: { webhook_id } } })),
    [webhooksQuery.queryKey],
  )

export const useRotateSecret = (webhook_id: string) =>
  useChange(
    async () => {
      const params = { path: { webhook_id } }
      return dataOf(await client.POST('/api/v1/webhook/{webhook_id}/rotate_secret', { params })).webhook
    },
    [],
    { pageShowsError: true, isSecret: true },
  )
