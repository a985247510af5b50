/** What may be wrong with a calendar. *Pure.* */

/** The text is not iCalendar: the whole of it is refused, and the line named. */
export class CalendarFault extends Error {
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
  }
}

/** A component that is iCalendar and cannot be taken: it is skipped and told of, and the rest goes on. */
export class Untaken extends Error {}
