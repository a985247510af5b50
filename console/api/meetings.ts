/** Lists of notes and recordings, filtered by the page's address. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { type DayFilters, momentsOf } from './days.ts'
import { ownRights } from './own-rights.ts'
import { pagesOf } from './pages.ts'

/** Filters of meetings and uploads, as in the page's address; days are in the person's time zone. */
export type ListFilters = DayFilters & { title?: string; channel?: string; event?: string }

/** `invited` are addresses with commas between them. */
export type MeetingFilters = ListFilters & { series?: string; invited?: string }

/** A row of meetings shows its people. */
const include = { event_attendees: true }

const dayMs = 86_400_000

/** The newest notes that the person sees without administrator rights, and all their meetings of three weeks. */
export const ownNotesQuery = queryOptions({
  queryKey: ['notes', 'own'],
  queryFn: async ({ signal }) => {
    const [now, pagination] = [Date.now(), { page_size: 50 }]
    const filters = {
      starts_at_start: new Date(now - 7 * dayMs).toISOString(),
      starts_at_end: new Date(now + 14 * dayMs).toISOString(),
    }
    const own = { signal, headers: ownRights }
    const [newest, near] = await Promise.all([
      client.POST('/api/v1/notes', { ...own, body: { pagination, include } }),
      Array.fromAsync(client.pages('/api/v1/notes', { ...own, body: { pagination, include, filters } })),
    ])
    return [...new Map([...dataOf(newest).data, ...near].map((note) => [note.id, note])).values()]
  },
})

export const notesQuery = (filters: MeetingFilters) =>
  pagesOf(['notes', filters], async ({ signal, pagination }) =>
    dataOf(await client.POST('/api/v1/notes', { signal, body: { pagination, include, filters: ofMeetings(filters) } })),
  )

/** @param filters  that find few meetings */
export const meetingsAroundQuery = (filters: {
  event_attendees: string
  starts_at_start: string
  starts_at_end: string
}) =>
  queryOptions({
    queryKey: ['notes', 'around', filters],
    queryFn: async ({ signal }) =>
      dataOf(await client.POST('/api/v1/notes', { signal, body: { filters, pagination: { page_size: 50 } } })).data,
  })

export const recordingsQuery = (filters: MeetingFilters) =>
  pagesOf(['recordings', filters], async ({ signal, pagination }) =>
    dataOf(await client.POST('/api/v1/recordings', { signal, body: { pagination, filters: ofMeetings(filters) } })),
  )

/** The filters that meetings and uploads share, for the API. */
export const ofList = ({ title, channel, event, ...days }: ListFilters) => ({
  title,
  channel_id: channel,
  event_guid: event,
  ...momentsOf(days),
})

const ofMeetings = ({ series, invited, ...filters }: MeetingFilters) => ({
  ...ofList(filters),
  series_id: series,
  event_attendees: invited
    ?.split(',')
    .map((address) => address.trim())
    .filter(Boolean),
})
