/** What an import changes, by what is stored, and what it may not change. */
import { foldCase } from '../platform/text.ts'
import type { Attendee } from './attendees.ts'
import type { Meeting, Meetings } from './expand.ts'
import type { Window } from './occurrences.ts'
import { type CalendarContent, placeOf } from './read-calendar.ts'
import { chooseSeries } from './series.ts'

/** Whose calendar it is. */
export type Importer = {
  workspaceId: string
  user: { id: string; email: string; full_name: string }
  superAdmin: boolean
}

/** An event as it is stored, with the title of its note if it has one. */
export type StoredEvent = Omit<Meeting, 'inWindow'> & {
  series_id: string | null
  cancelled_at: Date | null
  note_title: string | null
  titled_by_person: boolean | null
}

/** What is stored of everything that a calendar names. */
export type Known = {
  events: StoredEvent[]
  /** Accounts by folded address. */
  accounts: Map<string, string>
  /** Guids that the same feed held before. */
  heldBefore: string[]
}

export type PlacedMeeting = Meeting & { series_id: string | null }

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
export const uidIn = (guid: string) => guid.replace(/_\d{8}T\d{6}Z$/, '')

/** A known event is changed only by who attends it, or a super admin: an import never opens a door (decision 29g). */
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
  const may = (event: StoredEvent) => importer.superAdmin || isInvited(event, importer)
  const isUpcoming = ({ starts_at }: StoredEvent) => starts_at >= now && starts_at.getTime() <= window.to
  const skip = (many: number, problem: string) => {
    plan.skipped += many
    plan.problems.push(problem)
  }

  function takeUid(said: Meetings): void {
    const before = [...new Set([...(ofUid.get(said.uid) ?? []), ...[stored.get(said.uid)].filter((event) => !!event)])]
    const place = placeOf(said.line, said.uid)
    if (before.length > 0 && !before.some(may)) {
      skip(Math.max(1, said.meetings.length), `${place}: it is known here, and you are not among its attendees`)
      return
    }
    const series_id = said.recurring ? seriesFor(said, before.filter(may)) : null
    if (series_id && said.meetings.some(({ inWindow }) => inWindow))
      plan.series.push({ id: series_id, title: givenTitle(said) })
    const refused = said.meetings.filter((meeting) => !takeMeeting(meeting, series_id)).map(({ guid }) => guid)
    for (const event of before.filter((event) => isCalledOff(event, said))) {
      if (may(event)) plan.cancelled.add(event.guid)
      else if (said.cancelled || said.gone.has(event.guid)) refused.push(event.guid)
    }
    if (refused.length > 0) {
      skip(refused.length, `${place}: ${refused.length} of its meetings are known here without you among the attendees`)
    }
  }

  /** @returns false if it is not the importer's to change */
  function takeMeeting(said: Meeting, series_id: string | null): boolean {
    const before = stored.get(said.guid)
    if (plan.held.has(said.guid) || (before && !may(before))) return false
    const attendees = said.attendees.length > 0 ? said.attendees : [asAttendee(importer)]
    const meeting = { ...said, attendees, series_id: series_id ?? before?.series_id ?? null }
    if (!before && !said.inWindow) return true
    plan.held.add(said.guid)
    if (!before) plan.created.push(meeting)
    else {
      const invites = !areSame(attendees, before.attendees)
      if (invites || differs(meeting, before)) plan.updated.push(meeting)
      if (invites) plan.invited.add(said.guid)
    }
    return true
  }

  function seriesFor({ uid, meetings }: Meetings, before: StoredEvent[]): string {
    const series = before.map(({ series_id }) => series_id).filter((id) => id !== null)
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

  for (const { components, problem } of content.untaken) skip(components, problem)
  for (const said of content.events) takeUid(said)
  const untaken = new Set(content.untaken.map(({ uid }) => uid))
  for (const event of known.heldBefore.map((guid) => stored.get(guid)!)) {
    if (plan.held.has(event.guid) || untaken.has(event.guid) || untaken.has(uidIn(event.guid))) continue
    if (may(event) && !event.cancelled_at && isUpcoming(event)) plan.cancelled.add(event.guid)
  }
  return plan
}

/** What notes and series are called by; the event itself may go without a title. */
export const givenTitle = ({ title }: { title: string }) => title || 'Untitled event'

const asAttendee = ({ user }: Importer): Attendee => ({ email: user.email, name: user.full_name })

const isInvited = ({ attendees }: StoredEvent, { user }: Importer) =>
  attendees.some(({ email }) => foldCase(email) === foldCase(user.email))

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
