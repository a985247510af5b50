/** The meeting of the series before this one, and taking over what it left open. */
import { dataOf, type Note } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

type Timed = Pick<Note, 'id' | 'event_start' | 'created_at'>

/** A series without a meeting in this time has few, which are then all read. */
const usualMs = 35 * 86_400_000

const momentOf = ({ event_start, created_at }: Timed): number => Date.parse(event_start ?? created_at)

/** With its agenda; null for the first meeting of the series. */
export const meetingBeforeQuery = (series_id: string, note: Timed) =>
  queryOptions({
    queryKey: ['notes', 'before', series_id, note.id],
    queryFn: async ({ signal }) => {
      const include = { content_native_markdown: true }
      const lastOf = async (span: { starts_at_start?: string; starts_at_end?: string }) => {
        const body = { filters: { series_id, ...span }, include, pagination: { page_size: 50 } }
        const notes = await Array.fromAsync(client.pages('/api/v1/notes', { signal, body }))
        const before = notes.filter((each) => momentOf(each) < momentOf(note))
        return before.sort((one, other) => momentOf(other) - momentOf(one))[0] ?? null
      }
      if (note.event_start === null) return lastOf({})
      const starts_at_start = new Date(momentOf(note) - usualMs).toISOString()
      const starts_at_end = note.event_start
      return (await lastOf({ starts_at_start, starts_at_end })) ?? lastOf({ starts_at_end })
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
