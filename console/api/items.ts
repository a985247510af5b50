/** Action items of all meetings, and their changes. */
import { type ActionItem, dataOf } from '@minutebook/client'
import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { Brief } from './brief.ts'
import { client } from './client.ts'
import { type DayFilters, momentsOf } from './days.ts'
import { type Page, pagesOf } from './pages.ts'
import { itemsQuery, sessionQuery } from './queries.ts'
import { useAtOnce } from './use-at-once.ts'

/** The state in the page's address: without `whose` the person's own, without `state` open ones. */
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

/** An item that all must complete leaves one's own open ones as soon as one has completed it. */
const ownStates = {
  ...states,
  open: { ...states.open, filters: { completed_for_me: false, archived: false } },
  done: { ...states.done, filters: { completed_for_me: true, archived: false } },
} as const

const listKey = ['action_items'] as const

export const allItemsQuery = ({ whose, state, found, ...days }: ItemsState = {}) =>
  pagesOf([...listKey, { whose, state, found, ...days }], async ({ signal, pagination }) => {
    const { filters, order } = (whose ? states : ownStates)[state ?? 'open']
    const ai_detected = found && isFoundByNotes[found]
    const narrowed = { ...filters, scope: scopes[whose ?? 'mine'], ai_detected, ...momentsOf(days) }
    const body = { filters: narrowed, order_by: order, pagination }
    return dataOf(await client.POST('/api/v1/action_items', { signal, body }))
  })

/** Open items of all meetings of a series. */
export const openOfSeriesQuery = (series_id: string) =>
  pagesOf([...listKey, 'series', series_id], async ({ signal, pagination }) => {
    const { filters, order } = states.open
    const body = { filters: { ...filters, series_id }, order_by: order, pagination }
    return dataOf(await client.POST('/api/v1/action_items', { signal, body }))
  })

/** Open items of somebody, as far as the person sees them. */
export const openOfPersonQuery = (assignee: string) =>
  pagesOf([...listKey, 'person', assignee], async ({ signal, pagination }) => {
    const { filters, order } = states.open
    const body = { filters: { ...filters, assignee }, order_by: order, pagination }
    return dataOf(await client.POST('/api/v1/action_items', { signal, body }))
  })

/** One's own open items of meetings to which somebody was invited. */
export const ownOfMeetingsWithQuery = (event_attendees: string) =>
  pagesOf([...listKey, 'with', event_attendees], async ({ signal, pagination }) => {
    const { filters, order } = ownStates.open
    const narrowed = { ...filters, scope: scopes.mine, event_attendees }
    return dataOf(
      await client.POST('/api/v1/action_items', { signal, body: { filters: narrowed, order_by: order, pagination } }),
    )
  })

type Lists = InfiniteData<Page<ActionItem>>

const keysOf = ({ note_id }: ActionItem) => [listKey, ...(note_id ? [itemsQuery(note_id).queryKey] : [])]

/** Updates an item in place; lists move it only when they are refetched. */
function show(queries: QueryClient, now: ActionItem): void {
  const withIt = (items: ActionItem[]) => items.map((item) => (item.id === now.id ? now : item))
  queries.setQueriesData<Lists>(
    { queryKey: listKey },
    (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, data: withIt(page.data) })) },
  )
  queries.setQueriesData<Brief>(
    { queryKey: ['brief'] },
    (brief) =>
      brief && {
        ...brief,
        open_items: brief.open_items.map((open) => (open.item.id === now.id ? { ...open, item: now } : open)),
      },
  )
  if (now.note_id) queries.setQueryData(itemsQuery(now.note_id).queryKey, (items) => items && withIt(items))
}

/** Shows others' changes of an item in place, so that no row moves while the person points at it. */
export async function refreshItem(queries: QueryClient, id: string, isGone: boolean): Promise<void> {
  const lists = queries.getQueriesData<Lists>({ queryKey: listKey })
  const isShown = lists.some(([, list]) => list?.pages.some(({ data }) => data.some((item) => item.id === id)))
  if (isShown && !isGone) {
    const answer = await client.GET('/api/v1/action_item/{item_id}', { params: { path: { item_id: id } } })
    if (answer.data) show(queries, answer.data.action_item)
  }
  await queries.invalidateQueries({ queryKey: listKey, refetchType: isShown && !isGone ? 'none' : 'active' })
}

/** Lists that are not on the page are refetched when they are shown. */
function useForget() {
  const queries = useQueryClient()
  return async (item: ActionItem, refetchType: 'active' | 'none') => {
    await queries.invalidateQueries({ queryKey: listKey, refetchType })
    await queries.invalidateQueries({ queryKey: ['items'] })
    if (item.note_id) await queries.invalidateQueries({ queryKey: ['note', item.note_id] })
  }
}

/** An item that every assignee must complete is checked for those who have completed it. */
export const isChecked = ({ status, completed_by, completion_type }: ActionItem, userId: string): boolean =>
  status === 'Done' || (status === 'Incomplete' && completion_type === 'all' && completed_by.includes(userId))

/** @returns whether the item is checked off for this person, and a function that changes it */
export function useCheckOff(item: ActionItem) {
  const queries = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const forget = useForget()
  const { mutateAsync } = useMutation({
    // A request that began before must not restore the old value.
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

export type ItemFields = { text: string; assignees: string[]; due_date: string | null; links: ActionItem['links'] }

/** Creates or changes an item. */
export function useSaveItem(item: ActionItem | null) {
  const forget = useForget()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (fields: ItemFields) => {
      if (!item) return dataOf(await client.POST('/api/v1/action_item', { body: fields })).action_item
      const body = changesOf(item, fields)
      const params = { path: { item_id: item.id } }
      return dataOf(await client.PATCH('/api/v1/action_item/{item_id}', { params, body })).action_item
    },
    onSuccess: (item) => forget(item, 'active'),
  })
}

/** Sends only changed fields: others may have changed the rest meanwhile. */
function changesOf(item: ActionItem, { text, assignees, due_date, links }: ItemFields): Partial<ItemFields> {
  const before = item.assignees.map(({ id }) => id)
  return {
    ...(text !== item.text && { text }),
    ...(assignees.join() !== before.join() && { assignees }),
    ...(due_date !== item.due_date && { due_date }),
    ...(JSON.stringify(links) !== JSON.stringify(item.links) && { links }),
  }
}
