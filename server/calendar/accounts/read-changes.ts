/** Reads all pages of what changed in an account's calendar. */
import { maxInAll } from '../read-calendar.ts'
import { type CalendarProvider, CursorRefused, type ProviderChange, ProviderError, type Span } from './provider.ts'

export type Changes = {
  changes: ProviderChange[]
  wholeSeries: Set<string>
  cursor: string
  /** Everything in the span was read, and not only what changed. */
  isFull: boolean
}

export const maxPages = 200

/** A meeting may change again while its pages are read, and what is gone is a change too. */
const maxChanges = 5 * maxInAll.meetings

/**
 * @param cursor  up to where it was read; null reads everything
 * @throws as `CalendarProvider.readChanges`
 */
export async function readChanges(
  provider: CalendarProvider,
  accessToken: string,
  { span, cursor }: { span: Span; cursor: string | null },
): Promise<Changes> {
  if (cursor !== null) {
    try {
      return await readPages(provider, accessToken, span, cursor)
    } catch (error) {
      if (!(error instanceof CursorRefused)) throw error
    }
  }
  return readPages(provider, accessToken, span, null)
}

async function readPages(
  provider: CalendarProvider,
  accessToken: string,
  span: Span,
  cursor: string | null,
): Promise<Changes> {
  const byId = new Map<string, ProviderChange>()
  const wholeSeries = new Set<string>()
  let next: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await provider.readChanges(accessToken, { span, cursor, next })
    for (const change of page.changes) {
      // The last word counts, at its place.
      byId.delete(change.id)
      byId.set(change.id, change)
    }
    for (const uid of page.wholeSeries) wholeSeries.add(uid)
    requireBounded(provider, byId)
    if (page.cursor !== null)
      return { changes: [...byId.values()], wholeSeries, cursor: page.cursor, isFull: cursor === null }
    if (page.next === null) throw new ProviderError(`${provider.title} gave an answer that cannot be read`)
    next = page.next
  }
  throw new ProviderError(`The calendar has more than ${maxPages} pages`)
}

function requireBounded({ title }: CalendarProvider, changes: Map<string, ProviderChange>): void {
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
