/** What may be wrong with a calendar. *Pure.* */

/** The text is not iCalendar: the whole of it is refused, and the line named. */
export class CalendarError extends Error {
  /** @param line  null where no line is to blame */
  constructor(line: number | null, message: string) {
    super(line === null ? message : `line ${line}: ${message}`)
  }
}

/** A component that is iCalendar and cannot be taken: it is skipped and told of, and the rest goes on. */
export class UnsupportedEvent extends Error {}
