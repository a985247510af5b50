/** Errors in a calendar. *Pure.* */

/** The text is not iCalendar. In an event, only that event is skipped; elsewhere the import is rejected as a whole. */
export class CalendarError extends Error {
  readonly line: number | null
  readonly reason: string

  /** @param line  null if the error belongs to no line */
  constructor(line: number | null, reason: string) {
    super(line === null ? reason : `line ${line}: ${reason}`)
    this.line = line
    this.reason = reason
  }
}

/** An event that is not supported: it is skipped and reported, and the import continues. */
export class UnsupportedEvent extends Error {}
