/** The next meeting after one: what it would be, and making it. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone

async function readNext(note_id: string, signal: AbortSignal) {
  const params = { path: { note_id }, query: { time_zone } }
  return dataOf(await client.GET('/api/v1/note/{note_id}/next', { signal, params })).next
}

export type Next = Awaited<ReturnType<typeof readNext>>

export const nextMeetingQuery = (note_id: string) =>
  queryOptions({
    queryKey: ['note', note_id, 'next'],
    queryFn: ({ signal }) => readNext(note_id, signal),
    // A form is filled with it once.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

type Wanted = { start?: string; title?: string; send_invitation: boolean; to: string[]; outsiders: string[] }

export const useMakeNext = (note_id: string) =>
  useChange(
    async (body: Wanted) => {
      const params = { path: { note_id } }
      return dataOf(await client.POST('/api/v1/note/{note_id}/next', { params, body: { ...body, time_zone } }))
    },
    [['note'], ['notes'], ['items']],
    { pageShowsError: true },
  )
