/** Errors in a calendar. *Pure.* */

/** The text is not iCalendar: the import is rejected as a whole, with the line. */
export class CalendarError extends Error {
  /** @param line  null if the error belongs to no line */
  constructor(line: number | null, message: string) {
    super(line === null ? message : `line ${line}: ${message}`)
  }
}

/** A valid component that is not supported: it is skipped and reported, and the import continues. */
export class UnsupportedEvent extends Error {}
