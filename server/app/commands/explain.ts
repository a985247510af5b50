/** An error as text for the person who typed the command. */
import { WorldError } from '../../keeping/world/format/world-error.ts'
import { ConfigError } from '../../platform/context/config.ts'
import { OperatorError } from '../../platform/errors.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import { StoreError } from '../../platform/store/media-store.ts'

// Codes for a DATABASE_URL that reaches no database, or one where this service lacks rights.
const databaseErrors = /^(3D000|28P01|28000|42501|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)$/

/** @returns one sentence with a line end; for an unexpected error its stack too */
export function explain(error: Error & { code?: string; syscall?: string; port?: number }): string {
  const { code = '', message, syscall } = error
  if (error instanceof StoreError) return `${message}. ${(error.cause as Error).message}.\n`
  if (code === 'EADDRINUSE') return `Port ${error.port} is taken; choose another one with PORT.\n`
  if (databaseErrors.test(code) && syscall !== 'listen') {
    return `The database cannot be used: ${message || code}. Check DATABASE_URL; its user must own the database.\n`
  }
  const plain = [OperatorError, ConfigError, WorldError].some((kind) => error instanceof kind)
  const known = plain || code.startsWith('ERR_PARSE_ARGS') || /^E[A-Z]+$/.test(code)
  if (known) return `${message}\n`
  const temporary = findTemporaryFailure(error)
  return temporary ? `${temporary.message}.\n` : `${error.stack ?? message}\n`
}
