/** Compares a calendar with the stored events: what an import changes, and what it may not change. */

import { createHash } from 'node:crypto'
import { cutShort, foldCase } from '../../../platform/text.ts'
import { givenTitle } from '../../notes/ensure-note.ts'
import type { CalendarEvent } from '../icalendar/expand.ts'
import { labelOf } from '../icalendar/read-calendar.ts'
import {
  type Draft,
  emptyDraft,
  type ImportFacts,
  type ImportMemory,
  type KnownEvents,
  type Plan,
  uidIn,
} from './import-plan.ts'
import type { Around, KnownImporter, StoredEvent } from './import-types.ts'
import { planCancellations, planMissing } from './plan-cancellations.ts'
import { planMeeting } from './plan-meeting.ts'
import type { Part } from './portions.ts'
import { mayChange } from './rights.ts'

/**
 * Only its attendees and super admins may change a known event; fewer people may remove attendees or cancel it
 * (`rights.ts`). A rejected meeting does not affect the others (decision 29g on calendars).
 */
export function planParts(parts: Part[], facts: ImportFacts, memory: ImportMemory): Plan {
  const draft = emptyDraft(memory)
  for (const part of parts) planPart(draft, facts, part)
  return draft
}

/** @param facts  of what the feed had before and this read has not brought */
export function planGone(facts: ImportFacts, unsupported: Set<string>, memory: ImportMemory): Plan {
  const draft = emptyDraft(memory)
  planMissing(draft, facts, unsupported)
  return draft
}

export function factsOf(known: KnownEvents, importer: KnownImporter, { now, window }: Around): ImportFacts {
  const byGuid = new Map(known.events.map((event) => [event.guid, event]))
  const byUid = Map.groupBy(known.events, ({ guid }) => uidIn(guid))
  return { ...known, importer, window, now, byGuid, byUid }
}

/**
 * Plans the meetings of a UID that are in a portion. Of one that is cancelled or outside the window, an importer who may
 * not change it gets the answer for an unknown one: nothing is done, and nothing is reported.
 */
function planPart(draft: Draft, facts: ImportFacts, { event, seriesId, meetings }: Part): void {
  const { line, uid, title } = event
  const label = line === null ? cutShort(title || uid, 100) : labelOf(line, uid)
  const own = (facts.byUid.get(uid) ?? []).filter((stored) => mayChange(stored, facts.importer))
  const placed = meetings.map((meeting) => planMeeting(draft, facts, meeting, seriesId, label))
  if (seriesId && placed.some((meeting) => meeting?.series_id === seriesId)) {
    draft.series.push({ id: seriesId, title: givenTitle(event), renames: event.isSeriesTitle })
  }
  planCancellations(draft, facts, event, own, label)
}

/** @param attended  the stored meetings of this UID that the importer may change */
export function seriesFor(
  { uid, meetings }: CalendarEvent,
  attended: Pick<StoredEvent, 'series_id'>[],
  { accounts, user }: KnownImporter,
): string {
  const series = attended.map(({ series_id }) => series_id).filter((id) => id !== null)
  const emails = new Set(meetings.flatMap(({ attendees }) => attendees.map(({ email }) => foldCase(email))))
  const invited = [...emails].map((email) => accounts.get(email)).filter((id) => id !== undefined)
  return chooseSeries(uid, user.id, series, invited)
}

const prefix = 'se_cal_'

/** The id of the series that this person's import creates, always the same. */
export function seriesOf(uid: string, userId: string): string {
  return prefix + createHash('sha256').update(`${uid}\n${userId}`).digest('hex').slice(0, 40)
}

/**
 * An attendee of one meeting may share the whole series (decision 17). So the meetings join a series that another person
 * imported with this UID only if that person is invited to them.
 * @param known    the series of stored meetings of this UID that the importer attends
 * @param invited  accounts that the calendar invites to meetings of this UID
 * @returns a known series that an invited person's calendar created, or that was created without a calendar; otherwise the
 *   importer's own
 */
function chooseSeries(uid: string, importer: string, known: Iterable<string>, invited: Iterable<string>): string {
  const own = seriesOf(uid, importer)
  const trusted = new Set([own, ...[...invited].map((userId) => seriesOf(uid, userId))])
  const candidates = [...new Set(known)].sort()
  return candidates.find((id) => !id.startsWith(prefix) || trusted.has(id)) ?? own
}
