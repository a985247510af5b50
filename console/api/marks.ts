/** What people marked in a recording. The marks of one under way are in `console/record/send-marks.ts`. */
import { dataOf } from '@minutebook/client'
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
