/** `minutebook key create`, `minutebook sign-in-link` and `minutebook secret rotate`. */
import { stdout } from 'node:process'
import { createKey } from '../../people/caller/keys.ts'
import { addressOf } from '../../people/caller/origin.ts'
import { inOrder, type Scope, scopeNames } from '../../people/caller/scopes.ts'
import { createToken, linkOf } from '../../people/sign-in/tokens.ts'
import { OperatorError } from '../../platform/errors.ts'
import { requireSchema } from '../../platform/postgres/migrate.ts'
import { readMoment } from '../../platform/time.ts'
import { prepareBase } from '../base.ts'
import { publicAddressOf } from '../parts-of.ts'
import { type Command, required } from './command.ts'
import { rotateKey } from './rotate-key.ts'

export const key: Command = (argument, flags) => {
  if (argument !== 'create')
    throw new OperatorError('Try minutebook key create --workspace SUBDOMAIN --user EMAIL [--super-admin]')
  const options = {
    subdomain: required(flags.workspace, '--workspace'),
    email: required(flags.user, '--user'),
    superAdmin: flags['super-admin'] ?? false,
    scopes: flags.scopes === undefined ? null : readScopes(flags.scopes),
  }
  return async ({ db, clock }) => {
    await requireSchema(db)
    const expires_at = flags.expires === undefined ? null : readExpiry(flags.expires, clock())
    const { secret, warning } = await createKey(db, clock(), { ...options, expires_at })
    stdout.write(`${secret}\n`)
    if (warning) process.stderr.write(`${warning}\n`)
  }
}

export const signInLink: Command = (_argument, flags) => {
  const subdomain = required(flags.workspace, '--workspace')
  const email = required(flags.user, '--user')
  return async ({ db, clock, config }) => {
    await requireSchema(db)
    const token = await createToken(db, clock(), { subdomain, email })
    stdout.write(`${linkOf(addressOf(publicAddressOf(config), subdomain), token)}\n`)
  }
}

export const secret: Command = (argument) => {
  if (argument !== 'rotate') throw new OperatorError('Try minutebook secret rotate')
  return async (base) => {
    await prepareBase(base)
    await rotateKey(base, { print: (line) => stdout.write(`${line}\n`) })
  }
}

/** @throws {OperatorError} */
function readScopes(text: string): Scope[] {
  const names = text.split(',').map((each) => each.trim())
  const unknown = names.find((name) => !scopeNames.includes(name as Scope))
  if (unknown === undefined) return inOrder(names as Scope[])
  throw new OperatorError(
    `--scopes must be a comma list of ${scopeNames.join(', ')}; ${unknown || 'an empty entry'} is none.`,
  )
}

/** @throws {OperatorError} */
function readExpiry(text: string, now: Date): Date {
  const moment = readMoment(text)
  if (moment && moment > now) return moment
  throw new OperatorError('--expires must be a time to come with an offset, such as 2027-01-01T00:00:00Z.')
}
