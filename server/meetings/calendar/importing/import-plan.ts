/** What an import changes, while it is worked out and when it is. *Pure.* */
import { occurrenceEnding } from '../icalendar/expand.ts'
import type { Window } from '../icalendar/occurrences.ts'
import type { Revision } from '../icalendar/revision.ts'
import type { KnownImporter, PlacedMeeting, StoredEvent } from './import-types.ts'
import { type RefusalKind, Refusals } from './refusals.ts'

/** The stored data that a calendar refers to. */
export type KnownEvents = {
  events: StoredEvent[]
  /** Guids that the same feed contained at the last read; of a part of a feed those that it says are gone. */
  inFeedBefore: string[]
  /** Those of them that another calendar of the importer has. */
  elsewhere: Set<string>
}

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
  /** Guids of the events that were imported from the calendar. */
  imported: Set<string>
  /** Guids of events of the feed that could not be read or imported now; they are still its events. */
  notImported: Set<string>
  skipped: number
  problems: string[]
}

/** `invites`: its attendees differ. `isMoved`: it has another time or call link, or was cancelled before. */
export type MeetingUpdate = { meeting: PlacedMeeting; invites: boolean; isMoved: boolean }

/** The same for all events of a calendar. */
export type ImportFacts = KnownEvents & {
  importer: KnownImporter
  window: Window
  now: Date
  byGuid: Map<string, StoredEvent>
  /** Occurrences by the UID in their guid, and single events by theirs. */
  byUid: Map<string, StoredEvent[]>
}

/** The plan while the events are gone through, one after the other. */
export type Draft = Plan & {
  refusals: Refusals
  /** Guids of meetings of the calendar that were refused, although the importer may change the event. */
  refused: Set<string>
}

/** The UID in an occurrence's guid. */
export const uidIn = (guid: string) => guid.replace(occurrenceEnding, '')

export const emptyDraft = (): Draft => ({
  series: [],
  created: [],
  updated: [],
  inOwnCalendar: new Map(),
  cancelled: new Set(),
  revisions: new Map(),
  imported: new Set(),
  notImported: new Set(),
  skipped: 0,
  problems: [],
  refusals: new Refusals(),
  refused: new Set(),
})

/** What was refused is reported after everything else. */
export function finishDraft({ refusals, refused: _, ...plan }: Draft): Plan {
  return { ...plan, skipped: plan.skipped + refusals.skipped, problems: [...plan.problems, ...refusals.problems] }
}

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
