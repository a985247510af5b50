/** Action items of every meeting, and what people do with them. */
import { type ActionItem, dataOf } from '@minutebook/client'
import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { client } from './client.ts'
import { type DayFilters, momentsOf } from './days.ts'
import { type Page, pagesOf } from './pages.ts'
import { itemsQuery, sessionQuery } from './queries.ts'
import { useAtOnce } from './use-at-once.ts'

/** As it stands in the address: without `whose` one's own, without `state` what is open. */
export type ItemsState = DayFilters & {
  whose?: 'others' | 'all'
  state?: 'done' | 'archived'
  found?: 'notes' | 'people'
}

const scopes = { mine: 'assigned_to_me', others: 'assigned_to_others', all: 'all' } as const

const isFoundByNotes = { notes: true, people: false } as const

const states = {
  open: { filters: { completed: false, archived: false }, order: 'due_date' },
  done: { filters: { completed: true }, order: 'updated_at_desc' },
  archived: { filters: { archived: true }, order: 'updated_at_desc' },
} as const

const listKey = ['action_items'] as const

export const allItemsQuery = ({ whose, state, found, ...days }: ItemsState = {}) =>
  pagesOf([...listKey, { whose, state, found, ...days }], async ({ signal, pagination }) => {
    const { filters, order } = states[state ?? 'open']
    const ai_detected = found && isFoundByNotes[found]
    const narrowed = { ...filters, scope: scopes[whose ?? 'mine'], ai_detected, ...momentsOf(days) }
    const body = { filters: narrowed, order_by: order, pagination }
    return dataOf(await client.POST('/api/v1/action_items', { signal, body }))
  })

/** What is to be done in all meetings of a series. */
export const openOfSeriesQuery = (series_id: string) =>
  pagesOf([...listKey, 'series', series_id], async ({ signal, pagination }) => {
    const { filters, order } = states.open
    const body = { filters: { ...filters, series_id }, order_by: order, pagination }
    return dataOf(await client.POST('/api/v1/action_items', { signal, body }))
  })

type Lists = InfiniteData<Page<ActionItem>>

const keysOf = ({ note_id }: ActionItem) => [listKey, ...(note_id ? [itemsQuery(note_id).queryKey] : [])]

/** Shows an item as it now is, where it stands: in lists it moves when they are asked for again. */
function show(queries: QueryClient, now: ActionItem): void {
  const withIt = (items: ActionItem[]) => items.map((item) => (item.id === now.id ? now : item))
  queries.setQueriesData<Lists>(
    { queryKey: listKey },
    (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, data: withIt(page.data) })) },
  )
  if (now.note_id) queries.setQueryData(itemsQuery(now.note_id).queryKey, (items) => items && withIt(items))
}

/** Brings what others did to an item into the lists: in its place where it is shown, so that no row moves below a hand. */
export async function refreshItem(queries: QueryClient, id: string, isGone: boolean): Promise<void> {
  const lists = queries.getQueriesData<Lists>({ queryKey: listKey })
  const isShown = lists.some(([, list]) => list?.pages.some(({ data }) => data.some((item) => item.id === id)))
  if (isShown && !isGone) {
    const answer = await client.GET('/api/v1/action_item/{item_id}', { params: { path: { item_id: id } } })
    if (answer.data) show(queries, answer.data.action_item)
  }
  await queries.invalidateQueries({ queryKey: listKey, refetchType: isShown && !isGone ? 'none' : 'active' })
}

/** Lists that are not on the page are asked for anew when they are. */
function useForget() {
  const queries = useQueryClient()
  return async (item: ActionItem, refetchType: 'active' | 'none') => {
    await queries.invalidateQueries({ queryKey: listKey, refetchType })
    await queries.invalidateQueries({ queryKey: ['items'] })
    if (item.note_id) await queries.invalidateQueries({ queryKey: ['note', item.note_id] })
  }
}

/** An item that everybody has to do is checked for those who have done it. */
export const isChecked = ({ status, completed_by, completion_type }: ActionItem, userId: string): boolean =>
  status === 'Done' || (status === 'Incomplete' && completion_type === 'all' && completed_by.includes(userId))

/** @returns whether an item is checked off for this person, and what checks it off or opens it again */
export function useCheckOff(item: ActionItem) {
  const queries = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const forget = useForget()
  const { mutateAsync } = useMutation({
    // A reading that began before must not bring back what was there.
    onMutate: () => Promise.all(keysOf(item).map((queryKey) => queries.cancelQueries({ queryKey }))),
    mutationFn: async (completed: boolean) => {
      const params = { path: { item_id: item.id } }
      return dataOf(await client.POST('/api/v1/action_item/{item_id}/complete', { params, body: { completed } }))
        .action_item
    },
    onSuccess: (item) => {
      show(queries, item)
      return forget(item, 'none')
    },
  })
  return useAtOnce(isChecked(item, session.user.id), mutateAsync)
}

export function useArchive() {
  const forget = useForget()
  return useMutation({
    mutationFn: async (item: ActionItem) => {
      const params = { path: { item_id: item.id } }
      return dataOf(await client.POST('/api/v1/action_item/{item_id}/archive', { params })).action_item
    },
    onSuccess: (item) => forget(item, 'active'),
  })
}

export type ItemFields = { text: string; assignees: string[]; due_date: string | null }

/** Makes an item, or changes one. */
export function useSaveItem(item: ActionItem | null) {
  const forget = useForget()
  return useMutation({
    meta: { isTold: true },
    mutationFn: async (fields: ItemFields) => {
      if (!item) return dataOf(await client.POST('/api/v1/action_item', { body: fields })).action_item
      const body = changesOf(item, fields)
      const params = { path: { item_id: item.id } }
      return dataOf(await client.PATCH('/api/v1/action_item/{item_id}', { params, body })).action_item
    },
    onSuccess: (item) => forget(item, 'active'),
  })
}

/** Only what differs is sent: the rest may be otherwise by now. */
function changesOf(item: ActionItem, { text, assignees, due_date }: ItemFields): Partial<ItemFields> {
  const before = item.assignees.map(({ id }) => id)
  return {
    ...(text !== item.text && { text }),
    ...(assignees.join() !== before.join() && { assignees }),
    ...(due_date !== item.due_date && { due_date }),
  }
}
