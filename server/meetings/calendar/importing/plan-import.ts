/** Compares a calendar with the stored events: what an import changes, and what it may not change. */
import { cutShort, foldCase } from '../../../platform/text.ts'
import { maxAttendees } from '../icalendar/attendees.ts'
import { type Cancellation, type Meeting, type Meetings, occurrenceEnding } from '../icalendar/expand.ts'
import type { Window } from '../icalendar/occurrences.ts'
import { type CalendarContent, labelOf } from '../icalendar/read-calendar.ts'
import { compareRevisions, isNewer, type Revision } from '../icalendar/revision.ts'
import { areSame, differs, givenTitle, isMoved } from './differences.ts'
import type { KnownImporter, PlacedMeeting, StoredEvent } from './import-types.ts'
import { Refusals } from './refusals.ts'
import {
  changeMeeting,
  createMeeting,
  dismiss,
  invites,
  isImporter,
  mayCallOffMissing,
  mayChange,
  mayManage,
  namesAll,
} from './rights.ts'
import { chooseSeries } from './series.ts'

/** The stored data that a calendar refers to. */
export type Known = {
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
  updated: PlacedMeeting[]
  /** Guids of updated events whose attendees differ. */
  invited: Set<string>
  /** Guids of updated events with another time or call link, or that were cancelled before. */
  moved: Set<string>
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

/** The UID in an occurrence's guid. */
const uidIn = (guid: string) => guid.replace(occurrenceEnding, '')

/**
 * Only its attendees and super admins may change a known event; fewer people may remove attendees or cancel it
 * (`rights.ts`). A rejected meeting does not affect the others (decision 29g on calendars).
 */
export function planImport(
  content: CalendarContent,
  known: Known,
  importer: KnownImporter,
  window: Window,
  now: Date,
): Plan {
  const planner = new ImportPlanner(known, importer, window, now)
  for (const { components, problem } of content.unsupported) planner.skip(components, problem)
  for (const problem of content.problems) planner.skip(0, problem)
  for (const incoming of content.events) planner.planEvent(incoming)
  planner.cancelMissing(new Set(content.unsupported.map(({ uid }) => uid)))
  return planner.finish()
}

class ImportPlanner {
  readonly #known: Known
  readonly #importer: KnownImporter
  readonly #window: Window
  readonly #now: Date
  readonly #stored: Map<string, StoredEvent>
  readonly #ofUid: Map<string, StoredEvent[]>
  readonly #refusals = new Refusals()
  /** Guids of meetings of the calendar that were refused, although the importer may change the event. */
  readonly #refused = new Set<string>()
  readonly #plan: Plan = {
    series: [],
    created: [],
    updated: [],
    invited: new Set(),
    moved: new Set(),
    inOwnCalendar: new Map(),
    cancelled: new Set(),
    revisions: new Map(),
    imported: new Set(),
    notImported: new Set(),
    skipped: 0,
    problems: [],
  }

  constructor(known: Known, importer: KnownImporter, window: Window, now: Date) {
    this.#known = known
    this.#importer = importer
    this.#window = window
    this.#now = now
    this.#stored = new Map(known.events.map((event) => [event.guid, event]))
    this.#ofUid = Map.groupBy(known.events, ({ guid }) => uidIn(guid))
  }

  skip(components: number, problem: string): void {
    this.#plan.skipped += components
    this.#plan.problems.push(problem)
  }

  /**
   * Plans all meetings of a UID. Of one that is cancelled or outside the window, an importer who may not change it gets the
   * answer for an unknown one: nothing is done, and nothing is reported.
   */
  planEvent(incoming: Meetings): void {
    const { line, uid, title } = incoming
    const label = line === null ? cutShort(title || uid, 100) : labelOf(line, uid)
    const before = this.#storedOf(uid)
    const series_id = incoming.recurring ? this.#seriesFor(incoming, before) : null
    const accepted = incoming.meetings.map((meeting) => this.#planMeeting(meeting, series_id, label))
    if (series_id && accepted.some((meeting) => meeting?.series_id === series_id)) {
      this.#plan.series.push({ id: series_id, title: givenTitle(incoming), renames: incoming.isSeriesTitle })
    }
    const own = before.filter((event) => mayChange(event, this.#importer))
    for (const event of own.filter((event) => this.#isCancelled(event, incoming))) {
      this.#cancelBy(incoming.gone.get(event.guid) ?? incoming.cancellation, event, label)
    }
  }

  /** Upcoming events that the feed contained before. @param unsupported  UIDs that could not be read */
  cancelMissing(unsupported: Set<string>): void {
    for (const event of this.#known.inFeedBefore.map((guid) => this.#stored.get(guid)!)) {
      const uid = uidIn(event.guid)
      if (this.#plan.imported.has(event.guid)) continue
      if (unsupported.has(event.guid) || unsupported.has(uid) || this.#refused.has(event.guid))
        this.#plan.notImported.add(event.guid)
      else if (this.#isMissed(event)) this.#dropMissing(event)
    }
  }

  finish(): Plan {
    this.#plan.skipped += this.#refusals.skipped
    this.#plan.problems.push(...this.#refusals.problems)
    return this.#plan
  }

  #storedOf(uid: string): StoredEvent[] {
    const single = [this.#stored.get(uid)].filter((event) => !!event)
    return [...new Set([...(this.#ofUid.get(uid) ?? []), ...single])]
  }

  #seriesFor({ uid, meetings }: Meetings, before: StoredEvent[]): string {
    const attended = before.filter((event) => mayChange(event, this.#importer))
    const series = attended.map(({ series_id }) => series_id).filter((id) => id !== null)
    const emails = new Set(meetings.flatMap(({ attendees }) => attendees.map(({ email }) => foldCase(email))))
    const invited = [...emails].map((email) => this.#importer.accounts.get(email)).filter((id) => id !== undefined)
    return chooseSeries(uid, this.#importer.user.id, series, invited)
  }

  /** @returns null if the meeting is outside the window or may not be changed */
  #planMeeting(incoming: Meeting, series_id: string | null, label: string): PlacedMeeting | null {
    const { guid } = incoming
    const before = this.#stored.get(guid)
    const isForeign = before !== undefined && !mayChange(before, this.#importer)
    if (!incoming.inWindow && (!before || isForeign)) return null
    if (this.#plan.imported.has(guid) || isForeign) {
      this.#refusals.add('foreign', label, guid)
      return null
    }
    if (before && compareRevisions(incoming, before) < 0) {
      return this.#refuse('stale', label, guid)
    }
    if (!before && this.#importer.account && !invites(incoming, this.#importer)) {
      return this.#refuseUninvited(this.#importer.account, label, guid)
    }
    const meeting = before
      ? changeMeeting(incoming, series_id, before, this.#importer)
      : createMeeting(incoming, series_id, this.#importer)
    if (meeting.attendees.length > Math.max(maxAttendees, before?.attendees.length ?? 0)) {
      return this.#refuse('crowded', label, guid)
    }
    this.#reportUnchanged(incoming, meeting, label)
    this.#place(meeting, before)
    if (before && incoming.attendees.length > 0)
      this.#setInOwnCalendar(before, namesAll(incoming, meeting, this.#importer))
    return meeting
  }

  #refuse(reason: 'stale' | 'crowded', label: string, guid: string): null {
    this.#refusals.add(reason, label, guid)
    this.#refused.add(guid)
    return null
  }

  /** A meeting that its importer does not attend could never be changed again. */
  #refuseUninvited(account: string, label: string, guid: string): null {
    const isOwn = isImporter(this.#importer)({ email: account })
    if (isOwn) this.#refusals.add('uninvited', label, guid)
    else this.#refusals.add('unknownAccount', `The account ${cutShort(account, 100)}`, guid)
    return null
  }

  #place(meeting: PlacedMeeting, before: StoredEvent | undefined): void {
    this.#plan.imported.add(meeting.guid)
    if (!before) {
      this.#plan.created.push(meeting)
      return
    }
    const invites = !areSame(meeting.attendees, before.attendees)
    if (invites || differs(meeting, before)) this.#plan.updated.push(meeting)
    if (invites) this.#plan.invited.add(meeting.guid)
    if (isMoved(meeting, before)) this.#plan.moved.add(meeting.guid)
  }

  /** @param has  whether the importer's calendar has the event in its new form */
  #setInOwnCalendar({ guid, in_own_calendar }: StoredEvent, has: boolean): void {
    if (has !== in_own_calendar) this.#plan.inOwnCalendar.set(guid, has)
  }

  #reportUnchanged(incoming: Meeting, meeting: PlacedMeeting, label: string): void {
    const { attendees, organizer_email, guid, guestsHidden } = incoming
    const staying = attendees.length > 0 && !guestsHidden ? meeting.attendees.slice(attendees.length) : []
    if (staying.length > 0) this.#refusals.add('attendees', label, guid, staying)
    if (organizer_email !== null && foldCase(organizer_email) !== foldCase(meeting.organizer_email ?? '')) {
      this.#refusals.add('organizer', label, guid)
    }
  }

  /** Explicitly cancelled, or an upcoming meeting that is no longer in the calendar. */
  #isCancelled(event: StoredEvent, { meetings, gone, cancelled, complete }: Meetings): boolean {
    if (gone.has(event.guid)) return true
    if (cancelled) return event.starts_at.getTime() >= this.#window.from
    return complete && this.#isUpcoming(event) && !meetings.some(({ guid }) => guid === event.guid)
  }

  #isUpcoming({ starts_at }: StoredEvent): boolean {
    return starts_at >= this.#now && starts_at.getTime() <= this.#window.to
  }

  #isMissed(event: StoredEvent): boolean {
    const isElsewhere = this.#known.elsewhere.has(event.guid)
    return !isElsewhere && mayChange(event, this.#importer) && !event.cancelled_at && this.#isUpcoming(event)
  }

  /**
   * What an address no longer has is called off (decision 29g). In an account people tidy away what they were invited to:
   * that is no problem, and it is still the meeting of the others.
   */
  #dropMissing(event: StoredEvent): void {
    if (!this.#importer.account) this.#cancel(event, `VEVENT ${uidIn(event.guid).slice(0, 100)}, no longer in the feed`)
    else if (mayCallOffMissing(event, this.#importer)) this.#plan.cancelled.add(event.guid)
    else this.#setInOwnCalendar(event, false)
  }

  /** A mail may be outdated, or cancel the meeting for some attendees only. */
  #cancelBy({ revision, dismissed }: Cancellation, event: StoredEvent, label: string): void {
    if (event.cancelled_at) {
      this.#keepRevision(event, revision)
      return
    }
    const left = dismiss(event, dismissed, this.#importer)
    if (compareRevisions(revision, event) < 0) this.#refusals.add('stale', label, event.guid)
    else if (left === 'nobody') {
      this.#cancel(event, label)
      this.#keepRevision(event, revision)
    } else if (left === 'refused') this.#refusals.add('cancellation', label, event.guid)
    else if (left !== 'everybody') {
      const newest = mayManage(event, this.#importer) ? revision : {}
      this.#place({ ...event, ...newest, attendees: left, inWindow: true }, event)
    }
  }

  /** Keeps the revision, so that an older invitation does not restore the cancelled event. */
  #keepRevision(event: StoredEvent, revision: Revision): void {
    if (mayManage(event, this.#importer) && isNewer(revision, event)) this.#plan.revisions.set(event.guid, revision)
  }

  /** Cancels an event that the importer may change. */
  #cancel(event: StoredEvent, label: string): void {
    if (mayManage(event, this.#importer)) {
      this.#plan.cancelled.add(event.guid)
      return
    }
    this.#refusals.add('cancellation', label, event.guid)
    this.#setInOwnCalendar(event, false)
  }
}
