/** Turns what a vendor tells into the content of a calendar, as a file has it. *Pure.* */
import { describeUnreadPeople } from '../icalendar/attendees.ts'
import { UnsupportedEvent } from '../icalendar/errors.ts'
import {
  type CalendarEvent,
  type CalendarMeeting,
  type Cancellation,
  occurrenceEnding,
  occurrenceGuid,
  placeMeeting,
  requireUid,
} from '../icalendar/expand.ts'
import type { Window } from '../icalendar/occurrences.ts'
import type { CalendarContent } from '../icalendar/read-calendar.ts'
import type { VendorIds } from '../importing/import-types.ts'
import type { ProviderChange, ProviderMeeting } from '../vendors/provider.ts'
import type { Changes } from './read-changes.ts'

/** An event that the account brought, by the vendor's ids. */
export type HeldEvent = { event_guid: string; provider_id: string; provider_series_id: string | null }

/** `gone`: guids of what is not in the calendar any more, if nobody said that it was called off. */
export type AccountContent = { content: CalendarContent; ids: Map<string, VendorIds>; gone: string[] }

const noRevision = { sequence: null, stamped_at: null, revised_alone: false }
const cancellation: Cancellation = { revision: noRevision, dismissed: [] }

/** @param held  the upcoming events that these changes name by the vendor's id, and all others of their series */
export function contentOfChanges(read: Changes, held: HeldEvent[], window: Window): AccountContent {
  const content: CalendarContent = { events: [], unsupported: [], problems: [] }
  const ids = new Map<string, VendorIds>()
  const byUid = new Map<string, CalendarEvent>()
  const unread = new Set<string>()
  const heldBy = heldById(held)
  const skip = (id: string, problem: string) => {
    unread.add(id)
    // Without a stored event no UID can be named.
    for (const { event_guid: uid } of heldBy.get(id) ?? [{ event_guid: '' }])
      content.unsupported.push({ uid, components: 1, problem })
  }
  for (const change of read.changes) {
    if ('problem' in change) skip(change.id, change.problem)
    else if (change.meeting) {
      const placed = tryToPlace(change.meeting, window)
      if (typeof placed === 'string') skip(change.id, placed)
      else {
        const { title, unread = [], problem } = change.meeting
        if (unread.length > 0)
          content.problems.push(`“${title || change.id.slice(0, 100)}”: ${describeUnreadPeople(unread)}`)
        if (problem !== undefined) content.problems.push(problem)
        addTo(byUid, change.meeting, placed)
        ids.set(placed.guid, { id: change.id, seriesId: change.meeting.seriesId })
      }
    }
  }
  const heldOf = Map.groupBy(held, ({ event_guid }) => uidIn(event_guid))
  for (const each of byUid.values()) nameSeries(each, heldOf.get(each.uid)?.length ?? 0)
  const calledOff = new Set(read.changes.filter((change) => 'isCalledOff' in change).map(({ id }) => id))
  const gone = goneOf(read.changes, held, ids, unread)
  const isCalledOff = (event: HeldEvent) => idsOf(event).some((id) => calledOff.has(id))
  for (const { event_guid } of gone.filter(isCalledOff)) addCalledOff(byUid, event_guid)
  content.events = [...byUid.values()]
  const left = gone.filter((event) => !isCalledOff(event))
  return { content, ids, gone: left.map(({ event_guid }) => event_guid) }
}

/** Its own, and that of its series. */
const idsOf = ({ provider_id, provider_series_id }: HeldEvent) => [provider_id, provider_series_id ?? provider_id]

function heldById(held: HeldEvent[]): Map<string, HeldEvent[]> {
  const each = held.flatMap((event) => [...new Set(idsOf(event))].map((id) => ({ id, event })))
  const byId = Map.groupBy(each, ({ id }) => id)
  return new Map([...byId].map(([id, some]) => [id, some.map(({ event }) => event)]))
}

const uidIn = (guid: string) => guid.replace(occurrenceEnding, '')

function tryToPlace(meeting: ProviderMeeting, window: Window): CalendarMeeting | string {
  const { uid, originalStart, seriesId: _, seriesTitle: __, unread: ___, problem: ____, ...rest } = meeting
  const label = `“${meeting.title || uid}”`
  try {
    requireUid(uid)
    const guid = originalStart ? occurrenceGuid(uid, originalStart.getTime()) : uid
    if (rest.ends_at < rest.starts_at) throw new UnsupportedEvent('it ends before it begins')
    return placeMeeting({ ...rest, guid, ...noRevision }, window)
  } catch (error) {
    if (error instanceof UnsupportedEvent) return `${label}: ${error.message}`
    throw error
  }
}

function addTo(byUid: Map<string, CalendarEvent>, meeting: ProviderMeeting, placed: CalendarMeeting): void {
  const { uid, originalStart, seriesTitle } = meeting
  const known = byUid.get(uid) ?? emptyMeetings(uid)
  known.meetings.push(placed)
  known.recurring ||= originalStart !== null
  if (seriesTitle !== null) Object.assign(known, { title: seriesTitle, isSeriesTitle: true })
  byUid.set(uid, known)
}

const emptyMeetings = (uid: string): CalendarEvent => ({
  uid,
  line: null,
  title: '',
  isSeriesTitle: false,
  recurring: false,
  complete: false,
  cancelled: false,
  meetings: [],
  cancellation,
  gone: new Map(),
})

/** Events that the changes name, and that are not among the meetings any more. */
function goneOf(
  changes: ProviderChange[],
  held: HeldEvent[],
  ids: Map<string, VendorIds>,
  unread: Set<string>,
): HeldEvent[] {
  const gone = new Set(changes.flatMap((change) => ('meeting' in change && !change.meeting ? [change.id] : [])))
  const named = new Set(changes.map(({ id }) => id))
  return held
    .filter(({ event_guid }) => !ids.has(event_guid))
    .filter((event) => !idsOf(event).some((id) => unread.has(id)))
    .filter(({ provider_id, provider_series_id }) => named.has(provider_id) || gone.has(provider_series_id ?? ''))
}

function addCalledOff(byUid: Map<string, CalendarEvent>, guid: string): void {
  const uid = uidIn(guid)
  const known = byUid.get(uid) ?? emptyMeetings(uid)
  known.gone.set(guid, cancellation)
  byUid.set(uid, known)
}

/** If the vendor does not say it: the title of most meetings. A few meetings say nothing of their series. */
function nameSeries(found: CalendarEvent, held: number): void {
  if (found.isSeriesTitle) return
  const counts = Map.groupBy(found.meetings, ({ title }) => title)
  const [usual] = [...counts].sort(([, one], [, other]) => other.length - one.length)
  found.title = usual?.[0] ?? ''
  found.isSeriesTitle = found.meetings.length > Math.max(1, held / 2)
}
