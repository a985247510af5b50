/**
 * A simple second implementation of the filters of spec 2.7, over a world in the world format (decisions 9 to 12, 28 on
 * upload states). Dates are compared as texts, because a bound has its own precision.
 */
import {
  isMember,
  isPublished,
  type ModelNote,
  type ModelRecording,
  type ModelWorkspace,
  seesNote,
  seesRecording,
  type Viewer,
} from './sight-model.ts'

type Listed = { title: string; updated_at: string }
export type ModelUpload = {
  recording_id: string
  submitted_by: string
  title: string
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  event: string | null
  channel: string | null
  created_at: string
  updated_at: string
}
export type ListWorkspace = Omit<ModelWorkspace, 'notes' | 'recordings' | 'events'> & {
  events: (ModelWorkspace['events'][number] & { start: string })[]
  notes: (ModelNote & Listed)[]
  recordings: (ModelRecording & Listed)[]
  uploads: ModelUpload[]
}

export const lists = ['notes', 'recordings', 'recordings/upload/list'] as const
export type List = (typeof lists)[number]

export const dateNames = ['created_at_start', 'created_at_end', 'updated_at_start', 'updated_at_end'] as const
const startNames = ['starts_at_start', 'starts_at_end'] as const
const textNames = [...dateNames, ...startNames, 'event_guid', 'series_id', 'title', 'channel_id', 'status'] as const
export const filterNames = [...textNames, 'event_attendees'] as const
export type Filters = Partial<Record<(typeof textNames)[number], string>> & { event_attendees?: string | string[] }

/** The fields that filters use, for every list. */
export type Row = {
  id: string
  title: string
  created_at: string
  updated_at: string
  event: string | null
  series: string | null
  channels: string[]
  invited: string[]
  /** Of the event. */
  starts: string | null
  status?: string
}

/** Every row of the workspace. */
export function rowsOf(list: List, world: ListWorkspace): Row[] {
  return visibleRows(list, world, { userId: '', superAdmin: true })
}

function visibleRows(list: List, world: ListWorkspace, viewer: Viewer): Row[] {
  const published = (note: ModelNote, { published_to }: Pick<ModelNote, 'published_to'>) =>
    world.channels.map(({ id }) => id).filter((channel) => isPublished(world, note, published_to, channel))
  const ofEvent = ({ event }: ModelNote) => {
    const found = world.events.find(({ guid }) => guid === event)
    return { invited: (found?.attendees ?? []).map(({ email }) => email), starts: found?.start ?? null }
  }
  if (list === 'notes') {
    return world.notes
      .filter((note) => seesNote(world, viewer, note))
      .map((note) => ({ ...note, channels: published(note, note), ...ofEvent(note) }))
  }
  if (list === 'recordings') {
    return world.recordings
      .filter((recording) => seesRecording(world, viewer, recording))
      .map((recording) => {
        const note = world.notes.find(({ id }) => id === recording.note)!
        const { event, series } = note
        return { ...recording, event, series, channels: published(note, recording), ...ofEvent(note) }
      })
  }
  return world.uploads
    .filter(({ submitted_by }) => viewer.superAdmin || submitted_by === viewer.userId)
    .map((upload) => ({
      ...upload,
      id: upload.recording_id,
      series: null,
      invited: [],
      starts: null,
      channels: upload.channel === null ? [] : [upload.channel],
    }))
}

/** @returns the ids, newest first; 400 for a channel that the viewer may not use */
export function expectedIds(list: List, world: ListWorkspace, viewer: Viewer, filters: Filters): string[] | 400 {
  const { channel_id: channel } = filters
  if (channel !== undefined) {
    const known = world.channels.some(({ id }) => id === channel)
    if (!known || !(viewer.superAdmin || isMember(world, viewer.userId, channel))) return 400
  }
  return visibleRows(list, world, viewer)
    .filter((row) => matches(row, filters))
    .sort((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id))
    .map(({ id }) => id)
}

function matches(row: Row, filters: Filters): boolean {
  const { event_guid, series_id, title, channel_id, status, event_attendees } = filters
  return (
    (event_guid === undefined || row.event === event_guid) &&
    (series_id === undefined || row.series === series_id) &&
    (title === undefined || fold(row.title).includes(fold(title))) &&
    (channel_id === undefined || row.channels.includes(channel_id)) &&
    (status === undefined || row.status === status) &&
    [event_attendees ?? []].flat().every((address) => row.invited.includes(address.toLowerCase())) &&
    startsWithin(row, filters) &&
    withinBounds(row, filters)
  )
}

function startsWithin({ starts }: Row, { starts_at_start, starts_at_end }: Filters): boolean {
  if (starts_at_start === undefined && starts_at_end === undefined) return true
  return starts !== null && atOrAfter(starts, starts_at_start) && atOrBefore(starts, starts_at_end)
}

type Dated = { created_at: string; updated_at: string }
export type Bounds = Pick<Filters, (typeof dateNames)[number]>

export function withinBounds(row: Dated, filters: Bounds): boolean {
  return (
    atOrAfter(row.created_at, filters.created_at_start) &&
    atOrBefore(row.created_at, filters.created_at_end) &&
    atOrAfter(row.updated_at, filters.updated_at_start) &&
    atOrBefore(row.updated_at, filters.updated_at_end)
  )
}

const atOrAfter = (time: string, bound?: string) => bound === undefined || compareAtPrecision(time, bound) >= 0
const atOrBefore = (time: string, bound?: string) => bound === undefined || compareAtPrecision(time, bound) <= 0

/** Cuts `2026-01-05T09:00:00.500Z` to the precision of the bound: day, second or millisecond. */
function compareAtPrecision(time: string, bound: string): number {
  if (bound.length === '2026-01-05'.length) return compare(time.slice(0, 10), bound)
  const named = new Date(bound).toISOString()
  return bound.includes('.') ? compare(time, named) : compare(time.slice(0, 19), named.slice(0, 19))
}

// Letters of the random titles that do not fold to their lower case. The dotless ı folds to i, because both have the
// capital I.
const folded: Record<string, string> = {
  ß: 'ss',
  ẞ: 'ss',
  ς: 'σ',
  İ: 'i\u0307',
  ı: 'i',
  ſ: 's',
  K: 'k',
  ﬁ: 'fi',
  ŉ: 'ʼn',
}

function fold(text: string): string {
  return [...text].map((letter) => folded[letter] ?? letter.toLowerCase()).join('')
}

/** Byte order, as ids are sorted; ours are ASCII. */
export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
