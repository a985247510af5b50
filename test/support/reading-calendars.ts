/** Reads calendars at 2026-01-10 12:00 with a window of 90 days before and after. */
import assert from 'node:assert/strict'
import { readCalendar } from '../../server/meetings/calendar/icalendar/read-calendar.ts'
import { calendar, vevent } from './calendars.ts'

const now = Date.parse('2026-01-10T12:00:00Z')
export const window = { from: now - 90 * 86_400_000, to: now + 90 * 86_400_000 }
export const read = (text: string) => readCalendar(Buffer.from(text), window)

/** Meetings as `guid: start / end`, in order of their start. */
export function meetingsOf(text: string) {
  const { events, unsupported } = read(text)
  assert.deepEqual(unsupported, [])
  const meetings = events.flatMap(({ meetings }) => meetings).sort((one, other) => +one.starts_at - +other.starts_at)
  const minute = (time: Date) => time.toISOString().slice(0, 16)
  return {
    meetings,
    spans: meetings.map(({ guid, starts_at, ends_at }) => `${guid}: ${minute(starts_at)} / ${minute(ends_at)}`),
  }
}

export const startOf = (fields: Record<string, string>, ...more: string[]) =>
  read(calendar(...more, vevent(fields))).events[0]?.meetings[0]?.starts_at.toISOString()
export const problemOf = (...events: string[]) =>
  read(calendar(...events))
    .unsupported.map(({ problem }) => problem)
    .join()
