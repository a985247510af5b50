/** Types of an import: the importer and the stored event. *Pure.* */
import type { CalendarMeeting } from '../icalendar/expand.ts'
import type { Window } from '../icalendar/occurrences.ts'

/** The current time, and the window around it in which meetings are imported. */
export type Around = { now: Date; window: Window }

/** The owner of the calendar. */
export type Importer = {
  workspaceId: string
  user: { id: string; email: string; full_name: string }
  superAdmin: boolean
  /** The address of a connected account whose calendar it is. */
  account?: string | null
}

/** With the accounts of all addresses in the calendar and in the stored events, by folded address. */
export type KnownImporter = Importer & { accounts: Map<string, string> }

/** A stored event, with the title of its note if it has one. */
export type StoredEvent = Omit<CalendarMeeting, 'inWindow'> & {
  series_id: string | null
  imported_by: string | null
  /** Made as the next meeting of another, and in no calendar before. */
  made_here: boolean
  cancelled_at: Date | null
  /** Under legal hold, its own or that of somebody invited (decision 51). */
  underLegalHold: boolean
  /** Whether a recap of it exists. */
  hasRecap: boolean
  /** Whether the importer's own calendar has it in its current form; null if not known, or if they do not attend. */
  in_own_calendar: boolean | null
  note_title: string | null
  titled_by_person: boolean | null
}

export type PlacedMeeting = CalendarMeeting & Pick<StoredEvent, 'series_id' | 'imported_by'> & { made_here?: boolean }

/** The feed that a calendar comes from. */
export type ImportSource = {
  feedId: string
  /** Guids that this part of the feed says are gone; null for all that the feed has, which is compared with before. */
  gone: string[] | null
  /** The vendor's ids of meetings by guid. */
  ids: Map<string, VendorIds>
}

export type VendorIds = { id: string; seriesId: string | null }
