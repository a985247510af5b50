/** What people marked in a recording, and beside a bot. The marks of one under way are in `console/record/send-marks.ts`. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { recordingQuery } from './queries.ts'
import { useChange } from './use-change.ts'

export const useDeleteMark = (recording_id: string) =>
  useChange(
    async (mark_id: string) =>
      dataOf(
        await client.DELETE('/api/v1/recording/{recording_id}/mark/{mark_id}', {
          params: { path: { recording_id, mark_id } },
        }),
      ),
    [recordingQuery(recording_id).queryKey],
  )

/** Beside a bot, until a recording has them. */
export const noteMarksQuery = (note_id: string) =>
  queryOptions({
    queryKey: ['note-marks', note_id],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET('/api/v1/note/{note_id}/marks', { signal, params: { path: { note_id } } })),
    // The bot comes and leaves, and others mark.
    refetchInterval: 30_000,
    staleTime: 0,
  })

/** Sent again it is the same mark. */
export const useMarkNote = (note_id: string) =>
  useChange(
    async (body: { made_at: string; text: string | null }) =>
      dataOf(await client.POST('/api/v1/note/{note_id}/mark', { params: { path: { note_id } }, body })),
    [noteMarksQuery(note_id).queryKey],
  )

export const useDeleteNoteMark = (note_id: string) =>
  useChange(
    async (mark_id: string) =>
      dataOf(await client.DELETE('/api/v1/note/{note_id}/mark/{mark_id}', { params: { path: { note_id, mark_id } } })),
    [noteMarksQuery(note_id).queryKey],
  )
