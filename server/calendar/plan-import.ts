/** Compares a calendar with the stored events: what an import changes, and what it may not change. */
import { foldCase } from '../platform/text.ts'
import { type Attendee, mostAttendees } from './attendees.ts'
import { type Meeting, type Meetings, occurrenceEnding } from './expand.ts'
import type { Window } from './occurrences.ts'
import { type CalendarContent, labelOf } from './read-calendar.ts'
import { Refusals } from './refusals.ts'
import { changeMeeting, createMeeting, mayChange, mayTakeOut } from './rights.ts'
import { chooseSeries } from './series.ts'
import type { Importer, PlacedMeeting, StoredEvent } from './stored-event.ts'

/** The stored data of all that a calendar names. */
export type Known = {
  events: StoredEvent[]
  /** Accounts by folded address. */
  accounts: Map<string, string>
  /** Guids that the same feed contained at the last read. */
  heldBefore: string[]
}

export type Plan = {
  series: { id: string; title: string }[]
  created: PlacedMeeting[]
  updated: PlacedMeeting[]
  /** Guids of updated events whose attendees differ. */
  invited: Set<string>
  /** Guids of stored events that were cancelled. */
  cancelled: Set<string>
  /** Guids of the events that the import has taken from the calendar. */
  held: Set<string>
  skipped: number
  problems: string[]
}

/** The UID in an occurrence's guid. */
const uidIn = (guid: string) => guid.replace(occurrenceEnding, '')

/**
 * Only its attendees and super admins may change a known event; fewer people may remove attendees or cancel it
 * (`rights.ts`). A rejected meeting does not affect the others (decision 29g).
 */
export function planImport(
  content: CalendarContent,
  known: Known,
  importer: Importer,
  window: Window,
  now: Date,
): Plan {
  const plan: Plan = {
    ...{ series: [], created: [], updated: [], invited: new Set(), cancelled: new Set(), held: new Set() },
    ...{ skipped: 0, problems: [] },
  }
  const stored = new Map(known.events.map((event) => [event.guid, event]))
  const ofUid = Map.groupBy(known.events, ({ guid }) => uidIn(guid))
  const isUpcoming = ({ starts_at }: StoredEvent) => starts_at >= now && starts_at.getTime() <= window.to
  const refusals = new Refusals()

  function takeUid(said: Meetings): void {
    const label = labelOf(said.line, said.uid)
    const before = [...new Set([...(ofUid.get(said.uid) ?? []), ...[stored.get(said.uid)].filter((event) => !!event)])]
    const attended = before.filter((event) => mayChange(event, importer))
    const series_id = said.recurring ? seriesFor(said, attended) : null
    const taken = said.meetings.map((meeting) => takeMeeting(meeting, series_id, label))
    if (series_id && taken.some((meeting) => meeting?.series_id === series_id)) {
      plan.series.push({ id: series_id, title: givenTitle(said) })
    }
    for (const event of before.filter((event) => isCalledOff(event, said))) {
      if (mayChange(event, importer)) cancel(event, label)
      else if (said.cancelled || said.gone.has(event.guid)) refusals.add('foreign', label, event.guid)
    }
  }

  /** @returns null if the meeting is outside the window or may not be changed */
  function takeMeeting(said: Meeting, series_id: string | null, label: string): PlacedMeeting | null {
    const before = stored.get(said.guid)
    if (plan.held.has(said.guid) || (before && !mayChange(before, importer))) {
      refusals.add('foreign', label, said.guid)
      return null
    }
    if (!before && !said.inWindow) return null
    const meeting = before ? changeMeeting(said, series_id, before, importer) : createMeeting(said, series_id, importer)
    if (meeting.attendees.length > Math.max(mostAttendees, before?.attendees.length ?? 0)) {
      refusals.add('crowded', label, said.guid)
      return null
    }
    reportUnchanged(said, meeting, label)
    plan.held.add(said.guid)
    if (!before) plan.created.push(meeting)
    else {
      const invites = !areSame(meeting.attendees, before.attendees)
      if (invites || differs(meeting, before)) plan.updated.push(meeting)
      if (invites) plan.invited.add(said.guid)
    }
    return meeting
  }

  function reportUnchanged(said: Meeting, meeting: PlacedMeeting, label: string): void {
    const staying = said.attendees.length > 0 ? meeting.attendees.slice(said.attendees.length) : []
    if (staying.length > 0) refusals.add('attendees', label, said.guid, staying)
    const { organizer_email } = said
    if (organizer_email !== null && foldCase(organizer_email) !== foldCase(meeting.organizer_email ?? '')) {
      refusals.add('organizer', label, said.guid)
    }
  }

  function seriesFor({ uid, meetings }: Meetings, attended: StoredEvent[]): string {
    const series = attended.map(({ series_id }) => series_id).filter((id) => id !== null)
    const emails = new Set(meetings.flatMap(({ attendees }) => attendees.map(({ email }) => foldCase(email))))
    const invited = [...emails].map((email) => known.accounts.get(email)).filter((id) => id !== undefined)
    return chooseSeries(uid, importer.user.id, series, invited)
  }

  /** Explicitly cancelled, or an upcoming meeting that is no longer in the calendar. */
  function isCalledOff(event: StoredEvent, { meetings, gone, cancelled, complete }: Meetings): boolean {
    if (event.cancelled_at) return false
    if (gone.has(event.guid)) return true
    if (cancelled) return event.starts_at.getTime() >= window.from
    return complete && isUpcoming(event) && !meetings.some(({ guid }) => guid === event.guid)
  }

  /** Cancels an event that the importer may change. */
  function cancel(event: StoredEvent, label: string): void {
    if (mayTakeOut(event, importer)) plan.cancelled.add(event.guid)
    else refusals.add('cancellation', label, event.guid)
  }

  for (const { components, problem } of content.unsupported) {
    plan.skipped += components
    plan.problems.push(problem)
  }
  for (const said of content.events) takeUid(said)
  const unsupported = new Set(content.unsupported.map(({ uid }) => uid))
  for (const event of known.heldBefore.map((guid) => stored.get(guid)!)) {
    if (plan.held.has(event.guid) || unsupported.has(event.guid) || unsupported.has(uidIn(event.guid))) continue
    if (mayChange(event, importer) && !event.cancelled_at && isUpcoming(event)) {
      cancel(event, `VEVENT ${uidIn(event.guid).slice(0, 100)}, no longer in the feed`)
    }
  }
  plan.skipped += refusals.skipped
  plan.problems.push(...refusals.problems)
  return plan
}

/** The title of notes and series; the event itself may have no title. */
export const givenTitle = ({ title }: { title: string }) => title || 'Untitled event'

const compared = ['title', 'all_day', 'call_url', 'organizer_email', 'series_id'] as const

function differs(meeting: PlacedMeeting, before: StoredEvent): boolean {
  return (
    before.cancelled_at !== null ||
    compared.some((name) => meeting[name] !== before[name]) ||
    meeting.starts_at.getTime() !== before.starts_at.getTime() ||
    meeting.ends_at.getTime() !== before.ends_at.getTime() ||
    (before.note_title !== null && before.note_title !== givenTitle(meeting) && !before.titled_by_person)
  )
}

/** Compares in any order, because some calendars change the order of attendees each time. */
function areSame(some: Attendee[], others: Attendee[]): boolean {
  const written = ({ email, name }: Attendee) => `${foldCase(email)} ${name}`
  const known = new Set(others.map(written))
  return some.length === others.length && some.every((attendee) => known.has(written(attendee)))
}
