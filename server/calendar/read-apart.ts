/** Reads calendars apart from the event loop: one of 5 MB takes seconds. */
import { Overrun } from '../platform/errors.ts'
import type { Deed, Threads } from '../platform/threads.ts'
import { CalendarFault } from './faults.ts'
import type { Window } from './occurrences.ts'
import type { CalendarContent, readCalendar } from './read-calendar.ts'

/** @throws {CalendarFault} it is not iCalendar, or beyond a limit */
export type CalendarReader = (bytes: Uint8Array, window: Window, sharer?: string) => Promise<CalendarContent>

const deed: Deed<typeof readCalendar> = {
  module: new URL('./read-calendar.ts', import.meta.url),
  name: 'readCalendar',
  // Sixty times what one of 5 MB takes.
  seconds: 60,
  throws: [CalendarFault],
}

export function calendarReader(threads: Threads, seconds = deed.seconds): CalendarReader {
  return async (bytes, window, sharer) => {
    try {
      return await threads.run({ ...deed, seconds }, [bytes, window], { sharer })
    } catch (error) {
      throw error instanceof Overrun ? new CalendarFault(null, error.message) : error
    }
  }
}
