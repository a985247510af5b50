/** What every command receives, and the error for a missing flag. */
import type { Logger } from 'pino'
import type { Config } from '../../platform/context/config.ts'
import { OperatorError } from '../../platform/errors.ts'
import type { Base } from '../base.ts'

/** Explained in usage.ts. */
export type Flags = {
  workspace?: string
  user?: string
  'super-admin'?: boolean
  scopes?: string
  expires?: string
  'with-secrets'?: boolean
  'with-voices'?: boolean
  media?: string
  'fire-events'?: boolean
  key?: string
  url?: string
  forward?: string
  events?: string
  secret?: string
  missing?: boolean
  'older-than'?: string
  'dry-run'?: boolean
  to?: string
  yes?: string
  all?: boolean
  as?: string
  for?: string
  follow?: boolean
  transcripts?: boolean
  verify?: boolean
  'verify-only'?: boolean
  models?: string
  download?: boolean
}

/**
 * Checks what was typed, before a database is started for it.
 * @param argument  what follows the command's name: `minutebook import FILE`
 * @param others    what follows that
 * @throws {OperatorError}
 */
export type Command = (argument: string | undefined, flags: Flags, others: string[]) => Run

/** @param stopping  aborted when a command that runs until it is stopped must end */
export type Run = (base: Base, stopping: AbortSignal) => Promise<void>

/**
 * @throws {OperatorError} the settings, the database or the key cannot be used
 */
export async function withBase(config: Config, log: Logger, usesKey: boolean, run: (base: Base) => Promise<void>) {
  const { openBase } = await import('../base.ts')
  const { systemClock } = await import('../../platform/time.ts')
  const base = await openBase(config, log, systemClock, { usesKey })
  try {
    await run(base)
  } finally {
    await base.close()
  }
}

export function required(value: string | undefined, flag: string): string {
  if (!value) throw new OperatorError(`${flag} is missing.`)
  return value
}

const keyAndWhere = '--key, or MINUTEBOOK_KEY in the environment,'

/** Where a service on this machine listens. */
const localService = 'http://127.0.0.1:8080'

/**
 * The address of a running service, without a slash at its end: paths follow.
 * @throws {OperatorError} it is not an address for requests
 */
export const serviceUrl = ({ url }: Flags): string =>
  requireAddress('--url', url ?? localService).href.replace(/(?<!\/)\/+$/, '')

/**
 * The key of a running service.
 * @throws {OperatorError} there is none, or it cannot be a header: the error of the request would print it
 */
export function requireKey({ key }: Flags): string {
  const given = required(key ?? process.env.MINUTEBOOK_KEY, keyAndWhere).trim()
  if (/^[!-~]+$/.test(given)) return given
  throw new OperatorError(`${keyAndWhere} must be a key as it was printed.`)
}

/** @throws {OperatorError} it is not an address for requests */
export function requireAddress(flag: string, address: string): URL {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OperatorError(`${flag} must be an address that starts with http:// or https://.`)
  }
  if (url.username || url.password) throw new OperatorError(`${flag} must have no user name or password.`)
  return url
}
