/** Checks an item off: shown at once, taken back where the service refuses. */
import { type ActionItem, dataOf } from '@minutebook/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { itemsQuery, noteQuery } from './queries.ts'

export function useCompleteItem(noteId: string) {
  const queries = useQueryClient()
  const { queryKey } = itemsQuery(noteId)
  const show = (id: string, change: (item: ActionItem) => ActionItem) =>
    queries.setQueryData(queryKey, (items) => items?.map((item) => (item.id === id ? change(item) : item)))
  return useMutation({
    meta: { isTold: true },
    mutationFn: async ({ id, completed }: { id: string; completed: boolean }) => {
      const params = { path: { item_id: id } }
      const answer = await client.POST('/api/v1/action_item/{item_id}/complete', { params, body: { completed } })
      return dataOf(answer).action_item
    },
    onMutate: async ({ id, completed }) => {
      await queries.cancelQueries({ queryKey })
      show(id, (item) => ({ ...item, status: completed ? 'Done' : 'Incomplete' }))
    },
    onSuccess: (item) => {
      show(item.id, () => item)
      // Its agenda shows it too.
      return queries.invalidateQueries({ queryKey: noteQuery(noteId).queryKey })
    },
    onError: (_error, { id, completed }) =>
      show(id, (item) => ({ ...item, status: completed ? 'Incomplete' : 'Done' })),
  })
}
