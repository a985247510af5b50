/** The to-do list of the person on a server of their own (decision 68). */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export type Todo = NonNullable<components['schemas']['TodoList']>

/** Until a list that was just connected is compared for the first time. */
const firstComparisonMs = 2_000

export const todoQuery = queryOptions({
  queryKey: ['to-do list'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/me/todo', { signal })).todo,
  refetchInterval: ({ state: { data } }) =>
    data && !data.last_synced_at && !data.last_problem ? firstComparisonMs : false,
})

export const useConnectTodo = () =>
  useChange(
    async (access: { url: string; username: string; password: string; list: string | null }) =>
      dataOf(await client.POST('/api/v1/me/todo', { body: { kind: 'caldav', ...access } })),
    [todoQuery.queryKey],
    { pageShowsError: true },
  )

export const useDisconnectTodo = () =>
  useChange(async () => {
    const answer = await client.DELETE('/api/v1/me/todo')
    // Disconnected elsewhere.
    if (answer.response.status !== 404) dataOf(answer)
  }, [todoQuery.queryKey])
