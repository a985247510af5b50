/** Reads calendars in a thread, because one of 5 MB takes seconds. */
import type { Context } from '../../../platform/context/context.ts'
import { ResourceLimitError } from '../../../platform/errors.ts'
import type { Share } from '../../../platform/fair-queue.ts'
import type { Task } from '../../../platform/threads.ts'
import { CalendarError } from './errors.ts'
import type { Window } from './occurrences.ts'
import type { CalendarContent, readCalendar } from './read-calendar.ts'

/** @throws {CalendarError} it is not iCalendar, or exceeds a limit */
export type CalendarReader = (bytes: Uint8Array, window: Window, share?: Share) => Promise<CalendarContent>

const task: Task<typeof readCalendar> = {
  module: new URL('./read-calendar.ts', import.meta.url),
  name: 'readCalendar',
  // Sixty times as long as a calendar of 5 MB takes.
  seconds: 60,
  throws: [CalendarError],
}

export function calendarReader(threads: Context['threads'], seconds = task.seconds): CalendarReader {
  return async (bytes, window, share) => {
    try {
      return await threads.run({ ...task, seconds }, [bytes, window], share)
    } catch (error) {
      throw error instanceof ResourceLimitError ? new CalendarError(null, error.message) : error
    }
  }
}
