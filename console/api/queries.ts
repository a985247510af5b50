/** Queries of pages, with their cache keys. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client, etagOf } from './client.ts'
import { readSession } from './read-session.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 300_000,
})

export const methodsQuery = queryOptions({
  queryKey: ['sign_in'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/sign_in', { signal })).methods,
})

export const noteQuery = (noteId: string) =>
  queryOptions({
    queryKey: ['note', noteId],
    queryFn: async ({ signal }) => {
      const params = { path: { note_id: noteId } }
      const answer = await client.GET('/api/v1/note/{note_id}', { signal, params })
      return { ...dataOf(answer).note, etag: etagOf(answer) }
    },
  })

export const recordingQuery = (recordingId: string) =>
  queryOptions({
    queryKey: ['recording', recordingId],
    queryFn: async ({ signal }) => {
      const params = { path: { recording_id: recordingId } }
      const answer = await client.GET('/api/v1/recording/{recording_id}', { signal, params })
      return { ...dataOf(answer).recording, etag: etagOf(answer) }
    },
  })

export const talkTimeQuery = (recordingId: string) =>
  queryOptions({
    queryKey: ['talk_time', recordingId],
    queryFn: async ({ signal }) => {
      const params = { path: { recording_id: recordingId } }
      return dataOf(await client.GET('/api/v1/recording/{recording_id}/talk_time', { signal, params })).speakers
    },
  })

/** All items of a note; an agenda has at most some hundred. */
export const itemsQuery = (noteId: string) =>
  queryOptions({
    queryKey: ['items', noteId],
    queryFn: async ({ signal }) => {
      const filters = { note_id: noteId, scope: 'all' as const }
      const body = { filters, order_by: 'created_at_asc' as const }
      return Array.fromAsync(client.pages('/api/v1/action_items', { signal, body }))
    },
  })
