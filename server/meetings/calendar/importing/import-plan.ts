/** What an import changes, while it is worked out and when it is. *Pure.* */
import { occurrenceEnding } from '../icalendar/expand.ts'
import type { Revision } from '../icalendar/revision.ts'
import type { Around, KnownImporter, PlacedMeeting, StoredEvent } from './import-types.ts'
import { type RefusalKind, Refusals } from './refusals.ts'

/** The stored data that a portion of a calendar refers to. */
export type KnownEvents = {
  events: StoredEvent[]
  /** Guids that another calendar of the importer has, of those that this calendar no longer has. */
  elsewhere: Set<string>
}

/** Of one portion. */
export type Plan = {
  /** The title of an existing series changes only with `renames`. */
  series: { id: string; title: string; renames: boolean }[]
  created: PlacedMeeting[]
  updated: MeetingUpdate[]
  /** Stored events by guid, if this has changed: whether the importer's calendar has them in their current form. */
  inOwnCalendar: Map<string, boolean>
  /** Guids of stored events that were cancelled. */
  cancelled: Set<string>
  /** Cancelled events by guid: the revisions of the mails that cancelled them. */
  revisions: Map<string, Revision>
  /** Guids of events of the feed that could not be read or imported now; they are still its events. */
  notImported: Set<string>
}

/** What the portions of one import know of each other. */
export type ImportMemory = {
  /** Guids of the events that were imported from the calendar. */
  imported: Set<string>
  /** Guids of meetings of the calendar that were refused, although the importer may change the event. */
  refused: Set<string>
  refusals: Refusals
}

/** `invites`: its attendees differ. `isMoved`: it has another time or call link, or was cancelled before. */
export type MeetingUpdate = { meeting: PlacedMeeting; invites: boolean; isMoved: boolean }

/** The same for all events of a portion. */
export type ImportFacts = KnownEvents &
  Around & {
    importer: KnownImporter
    byGuid: Map<string, StoredEvent>
    /** Occurrences by the UID in their guid, and single events by theirs. */
    byUid: Map<string, StoredEvent[]>
  }

/** The plan while the events are gone through, one after the other. */
export type Draft = Plan & ImportMemory

/** The UID in an occurrence's guid. */
export const uidIn = (guid: string) => guid.replace(occurrenceEnding, '')

export const emptyMemory = (): ImportMemory => ({ imported: new Set(), refused: new Set(), refusals: new Refusals() })

export const emptyDraft = (memory: ImportMemory): Draft => ({
  series: [],
  created: [],
  updated: [],
  inOwnCalendar: new Map(),
  cancelled: new Set(),
  revisions: new Map(),
  notImported: new Set(),
  ...memory,
})

/** The meeting is not taken. What is foreign is no event of this calendar at all. */
export function refuse(draft: Draft, kind: RefusalKind, label: string, guid: string): null {
  draft.refusals.add(kind, label, guid)
  if (kind !== 'foreign') draft.refused.add(guid)
  return null
}

/** @param has  whether the importer's calendar has the event in its new form */
export function setInOwnCalendar(draft: Draft, { guid, in_own_calendar }: StoredEvent, has: boolean): void {
  if (has !== in_own_calendar) draft.inOwnCalendar.set(guid, has)
}
