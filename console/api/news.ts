/** Meetings and recordings that changed since a moment. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { ownRights } from './own-rights.ts'

export type News = { kind: 'note' | 'recording'; id: string; title: string; at: string }

const maxShown = 8

export const newsQuery = (since: string | null) =>
  queryOptions({
    queryKey: ['notes', 'news', since],
    enabled: since !== null,
    queryFn: async ({ signal }): Promise<News[]> => {
      const body = { filters: { updated_at_start: since }, pagination: { page_size: maxShown } }
      const [notes, recordings] = await Promise.all([
        client.POST('/api/v1/notes', { signal, headers: ownRights, body }),
        client.POST('/api/v1/recordings', { signal, headers: ownRights, body }),
      ])
      const changed: News[] = [
        ...dataOf(notes).data.map(({ id, title, updated_at: at }) => ({ kind: 'note' as const, id, title, at })),
        ...dataOf(recordings).data.map(({ id, title, updated_at: at }) => ({
          kind: 'recording' as const,
          id,
          title,
          at,
        })),
      ]
      return changed.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, maxShown)
    },
  })
