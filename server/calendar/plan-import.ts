/** What an import changes, by what is stored, and what it may not change. */
import { foldCase } from '../platform/text.ts'
import { type Attendee, mostAttendees } from './attendees.ts'
import { type Meeting, type Meetings, occurrenceEnding } from './expand.ts'
import type { Window } from './occurrences.ts'
import { type CalendarContent, placeOf } from './read-calendar.ts'
import { Refusals } from './refusals.ts'
import { changeMeeting, createMeeting, mayChange, mayTakeOut } from './rights.ts'
import { chooseSeries } from './series.ts'
import type { Importer, PlacedMeeting, StoredEvent } from './stored-event.ts'

/** What is stored of everything that a calendar names. */
export type Known = {
  events: StoredEvent[]
  /** Accounts by folded address. */
  accounts: Map<string, string>
  /** Guids that the same feed held before. */
  heldBefore: string[]
}

export type Plan = {
  series: { id: string; title: string }[]
  created: PlacedMeeting[]
  updated: PlacedMeeting[]
  /** Guids of the updated ones whose attendees differ. */
  invited: Set<string>
  /** Guids of stored events that were called off. */
  cancelled: Set<string>
  /** Guids of the events that are now as the calendar says. */
  held: Set<string>
  skipped: number
  problems: string[]
}

/** The UID in an occurrence's guid. */
const uidIn = (guid: string) => guid.replace(occurrenceEnding, '')

/**
 * A known event is changed only by who attends it, or a super admin; who is taken out of it and what is called off is
 * decided by fewer (`rights.ts`). What one meeting is refused keeps nothing else out (decision 29g).
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
    const place = placeOf(said.line, said.uid)
    const before = [...new Set([...(ofUid.get(said.uid) ?? []), ...[stored.get(said.uid)].filter((event) => !!event)])]
    const attended = before.filter((event) => mayChange(event, importer))
    const series_id = said.recurring ? seriesFor(said, attended) : null
    const taken = said.meetings.map((meeting) => takeMeeting(meeting, series_id, place))
    if (series_id && taken.some((meeting) => meeting?.series_id === series_id)) {
      plan.series.push({ id: series_id, title: givenTitle(said) })
    }
    for (const event of before.filter((event) => isCalledOff(event, said))) {
      if (mayChange(event, importer)) callOff(event, place)
      else if (said.cancelled || said.gone.has(event.guid)) refusals.add('foreign', place, event.guid)
    }
  }

  /** @returns null if there is nothing to take, or it is not to be taken */
  function takeMeeting(said: Meeting, series_id: string | null, place: string): PlacedMeeting | null {
    const before = stored.get(said.guid)
    if (plan.held.has(said.guid) || (before && !mayChange(before, importer))) {
      refusals.add('foreign', place, said.guid)
      return null
    }
    if (!before && !said.inWindow) return null
    const meeting = before ? changeMeeting(said, series_id, before, importer) : createMeeting(said, series_id, importer)
    if (meeting.attendees.length > Math.max(mostAttendees, before?.attendees.length ?? 0)) {
      refusals.add('crowded', place, said.guid)
      return null
    }
    tellWhatStays(said, meeting, place)
    plan.held.add(said.guid)
    if (!before) plan.created.push(meeting)
    else {
      const invites = !areSame(meeting.attendees, before.attendees)
      if (invites || differs(meeting, before)) plan.updated.push(meeting)
      if (invites) plan.invited.add(said.guid)
    }
    return meeting
  }

  function tellWhatStays(said: Meeting, meeting: PlacedMeeting, place: string): void {
    const staying = said.attendees.length > 0 ? meeting.attendees.slice(said.attendees.length) : []
    if (staying.length > 0) refusals.add('attendees', place, said.guid, staying)
    const { organizer_email } = said
    if (organizer_email !== null && foldCase(organizer_email) !== foldCase(meeting.organizer_email ?? '')) {
      refusals.add('organizer', place, said.guid)
    }
  }

  function seriesFor({ uid, meetings }: Meetings, attended: StoredEvent[]): string {
    const series = attended.map(({ series_id }) => series_id).filter((id) => id !== null)
    const emails = new Set(meetings.flatMap(({ attendees }) => attendees.map(({ email }) => foldCase(email))))
    const invited = [...emails].map((email) => known.accounts.get(email)).filter((id) => id !== undefined)
    return chooseSeries(uid, importer.user.id, series, invited)
  }

  /** Called off in so many words, or left out of what is still to come. */
  function isCalledOff(event: StoredEvent, { meetings, gone, cancelled, complete }: Meetings): boolean {
    if (event.cancelled_at) return false
    if (gone.has(event.guid)) return true
    if (cancelled) return event.starts_at.getTime() >= window.from
    return complete && isUpcoming(event) && !meetings.some(({ guid }) => guid === event.guid)
  }

  /** Of an event that the importer may change. */
  function callOff(event: StoredEvent, place: string): void {
    if (mayTakeOut(event, importer)) plan.cancelled.add(event.guid)
    else refusals.add('cancellation', place, event.guid)
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
      callOff(event, `VEVENT ${uidIn(event.guid).slice(0, 100)}, no longer in the feed`)
    }
  }
  plan.skipped += refusals.skipped
  plan.problems.push(...refusals.problems)
  return plan
}

/** What notes and series are called by; the event itself may go without a title. */
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

/** In any order: some calendars write their attendees in another one each time. */
function areSame(some: Attendee[], others: Attendee[]): boolean {
  const written = ({ email, name }: Attendee) => `${foldCase(email)} ${name}`
  const known = new Set(others.map(written))
  return some.length === others.length && some.every((attendee) => known.has(written(attendee)))
}
