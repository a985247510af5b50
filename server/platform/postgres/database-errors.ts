/** Temporary failures of PostgreSQL that the client did not cause: the message, and when to try again. *Pure.* */

export type TemporaryFailure = { message: string; retryAfterSeconds: number }

/** PostgreSQL's code for a lock that was not available in time; used also for waiting too long in this process. */
export const lockNotAvailable = '55P03'

const away: TemporaryFailure = { message: 'The database is not available; try again', retryAfterSeconds: 1 }

const temporaryFailures: [codes: RegExp, failure: TemporaryFailure][] = [
  // Connection failures, shutting down, starting up, closed to connections.
  [/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|08\w{3}|57P0[1-5]|55000)$/, away],
  [/^53100$/, { message: 'The database has no room left on its disk; try again later', retryAfterSeconds: 30 }],
  // Out of memory, too many connections, a limit that its settings name.
  [/^53\w{3}$/, { message: 'The database has more to do than it can; try again', retryAfterSeconds: 5 }],
  [/^25006$/, { message: 'The database takes no changes at the moment; try again', retryAfterSeconds: 5 }],
  // A statement that took too long, or that waited too long for a lock.
  [/^(57014|55P03)$/, { message: 'The database did not get to this in time; try again', retryAfterSeconds: 5 }],
  // What our own triggers refuse while rows are moved to another database.
  [
    /^MBFRZ$/,
    { message: 'This workspace is being moved and takes no changes for the moment; try again', retryAfterSeconds: 5 },
  ],
  // A deadlock, a serialization failure.
  [/^(40P01|40001)$/, { message: 'The same was changed at the same moment; try again', retryAfterSeconds: 1 }],
]

const awayMessages = /timeout exceeded when trying to connect|Connection terminated|is not queryable/

/** @returns undefined for an error that trying again does not solve */
export function findTemporaryFailure(error: unknown): TemporaryFailure | undefined {
  const { code = '', message = '' } = error as { code?: unknown; message?: unknown }
  const found = temporaryFailures.find(([codes]) => codes.test(String(code)))
  return found?.[1] ?? (awayMessages.test(String(message)) ? away : undefined)
}
