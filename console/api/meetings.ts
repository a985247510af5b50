/** Notes and recordings as lists, narrowed by what the address says. */
import { dataOf } from '@minutebook/client'
import { client } from './client.ts'
import { endOfDay, startOfDay } from './days.ts'
import { pagesOf } from './pages.ts'

/** As they stand in the address; days are days of the person. */
export type ListFilters = {
  title?: string
  channel?: string
  from?: string
  to?: string
  changed_from?: string
  changed_to?: string
  event?: string
}

export const notesQuery = (filters: ListFilters) =>
  pagesOf(['notes', filters], async ({ signal, pagination }) =>
    dataOf(await client.POST('/api/v1/notes', { signal, body: { pagination, filters: bounds(filters) } })),
  )

export const recordingsQuery = (filters: ListFilters) =>
  pagesOf(['recordings', filters], async ({ signal, pagination }) =>
    dataOf(await client.POST('/api/v1/recordings', { signal, body: { pagination, filters: bounds(filters) } })),
  )

const bounds = ({ title, channel, from, to, changed_from, changed_to, event }: ListFilters) => ({
  title,
  channel_id: channel,
  event_guid: event,
  created_at_start: startOfDay(from),
  created_at_end: endOfDay(to),
  updated_at_start: startOfDay(changed_from),
  updated_at_end: endOfDay(changed_to),
})
