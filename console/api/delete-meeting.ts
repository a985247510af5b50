/** Deletes a note or a recording for good; for elevated sessions. */
import { dataOf } from '@minutebook/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import type { Thing } from './sharing.ts'

export function useDelete({ kind, id }: Thing, onGone: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      if (kind === 'note')
        return dataOf(await client.DELETE('/api/v1/note/{note_id}', { params: { path: { note_id: id } } }))
      return dataOf(await client.DELETE('/api/v1/recording/{recording_id}', { params: { path: { recording_id: id } } }))
    },
    onSuccess: async () => {
      await onGone()
      queries.removeQueries({ queryKey: [kind, id] })
      await queries.invalidateQueries()
    },
  })
}
