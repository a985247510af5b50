/** Reads all pages of what changed in an account's calendar. */
import type { Clock } from '../../../platform/time.ts'
import { maxInAll } from '../icalendar/read-calendar.ts'
import {
  AccessWithdrawn,
  type CalendarReading,
  CursorRefused,
  type ProviderChange,
  ProviderError,
  type ReadSpan,
  type ReadUnderWay,
  Throttled,
  TokenRefused,
} from '../vendors/provider.ts'

export type Changes = {
  changes: ProviderChange[]
  wholeSeries: Set<string>
  cursor: string
  /** Everything in the span was read, and not only what changed. */
  isFull: boolean
  /** Why not everything was read although that was due. */
  problem: string | null
}

export type WantedChanges = {
  span: ReadSpan
  /** Up to where it was read; null reads everything. */
  cursor: string | null
  /** Everything is read, and only if that fails what changed. */
  isFullDue: boolean
  clock: Clock
}

export const maxPages = 200

/** A meeting may change again while its pages are read, and what is gone is a change too. */
const maxChanges = 5 * maxInAll.meetings

/** Of all pages, and of what is asked for each. */
const longestMinutes = 10

/** @throws as `CalendarProvider.readChanges` */
export async function readChanges(
  provider: CalendarReading,
  accessToken: string,
  { span, cursor, isFullDue, clock }: WantedChanges,
): Promise<Changes> {
  const read = (from: string | null) => readPages(provider, accessToken, { span, cursor: from, clock })
  if (cursor === null) return read(null)
  try {
    return await read(isFullDue ? null : cursor)
  } catch (error) {
    if (!isFullDue && error instanceof CursorRefused) return read(null)
    if (!isFullDue || !isOfCalendar(error)) throw error
    const changed = await read(cursor).catch((second) => {
      throw second instanceof CursorRefused ? error : second
    })
    return { ...changed, problem: `Not everything could be read: ${error.message}` }
  }
}

/** Not of the access, which is refused to any other read too. */
const isOfCalendar = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && ![AccessWithdrawn, TokenRefused, Throttled].some((kind) => error instanceof kind)

function beginRead({ title }: CalendarReading, clock: Clock): ReadUnderWay {
  const endsAt = clock().getTime() + longestMinutes * 60_000
  const requireTime = () => {
    if (clock().getTime() >= endsAt)
      throw new ProviderError(`${title} took more than ${longestMinutes} minutes to give the calendar`)
  }
  return { requireTime, kept: new Map() }
}

async function readPages(
  provider: CalendarReading,
  accessToken: string,
  { span, cursor, clock }: Omit<WantedChanges, 'isFullDue'>,
): Promise<Changes> {
  const read = beginRead(provider, clock)
  const byId = new Map<string, ProviderChange>()
  const wholeSeries = new Set<string>()
  let next: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    read.requireTime()
    const page = await provider.readChanges(accessToken, { span, cursor, next, read })
    for (const change of page.changes) {
      // The last word counts, at its place.
      byId.delete(change.id)
      byId.set(change.id, change)
    }
    for (const uid of page.wholeSeries) wholeSeries.add(uid)
    requireBounded(provider, byId)
    if (page.cursor !== null)
      return { changes: [...byId.values()], wholeSeries, cursor: page.cursor, isFull: cursor === null, problem: null }
    if (page.next === null) throw new ProviderError(`${provider.title} gave an answer that cannot be read`)
    next = page.next
  }
  throw new ProviderError(`The calendar has more than ${maxPages} pages`)
}

function requireBounded({ title }: CalendarReading, changes: Map<string, ProviderChange>): void {
  if (changes.size > maxChanges) throw new ProviderError(`${title} told more than ${maxChanges} changes at once`)
  const size = { meetings: 0, attendees: 0 }
  for (const change of changes.values()) {
    if (!('meeting' in change) || !change.meeting) continue
    size.meetings++
    size.attendees += change.meeting.attendees.length
  }
  for (const what of ['meetings', 'attendees'] as const)
    if (size[what] > maxInAll[what])
      throw new ProviderError(`The calendar has more than ${maxInAll[what]} ${what} in the window`)
}
