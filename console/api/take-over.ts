/** The meeting of the series before this one, and taking over what it left open. */
import { dataOf, type Note } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

type Timed = Pick<Note, 'id' | 'event_start' | 'created_at'>

const momentOf = ({ event_start, created_at }: Timed): number => Date.parse(event_start ?? created_at)

/** With its agenda; null for the first meeting of the series. */
export const meetingBeforeQuery = (series_id: string, note: Timed) =>
  queryOptions({
    queryKey: ['notes', 'before', series_id, note.id],
    queryFn: async ({ signal }) => {
      const include = { content_native_markdown: true }
      const body = { filters: { series_id }, include, pagination: { page_size: 50 } }
      const { data } = dataOf(await client.POST('/api/v1/notes', { signal, body }))
      const before = data.filter((each) => momentOf(each) < momentOf(note))
      return before.sort((one, other) => momentOf(other) - momentOf(one))[0] ?? null
    },
  })

export const useTakeOver = (note_id: string) =>
  useChange(
    async (from_note_id: string) => {
      const params = { path: { note_id } }
      return dataOf(await client.POST('/api/v1/note/{note_id}/agenda/take-over', { params, body: { from_note_id } }))
    },
    [['note'], ['notes'], ['items']],
  )
