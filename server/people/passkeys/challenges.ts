/**
 * Challenges of passkeys (decision 70). One is sealed and says what it is for, so that nobody fills a table by asking for
 * them; only a used one is noted.
 */
import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context/context.ts'
import { open, SecretError, seal } from '../../platform/secrets.ts'
import { PasskeyRefused } from './refused.ts'

/** What the answer to a challenge is good for. */
export type Purpose = 'sign-in' | 'make' | 'elevate' | 'add' | 'withdraw'

/** `session` is the id of the session that asked; null before a sign-in. */
export type Asked = { purpose: Purpose; host: string; session: string | null }

const lifeSeconds = 300
const owner = 'challenge of a passkey'

type Sealed = Asked & { until: number }

export function newChallenge({ secretKey, clock }: Pick<Context, 'secretKey' | 'clock'>, asked: Asked): Buffer {
  const sealed: Sealed = { ...asked, until: clock().getTime() + lifeSeconds * 1_000 }
  return seal(secretKey, JSON.stringify(sealed), owner)
}

/**
 * A challenge counts once, whatever comes of it.
 * @param challenge  in base64url, as the browser signed it
 * @returns when it was asked
 * @throws {PasskeyRefused} it is not ours, was for something else, has expired, or was used
 */
export async function takeChallenge(
  { db, secretKey, clock }: Pick<Context, 'db' | 'secretKey' | 'clock'>,
  challenge: string,
  expected: Asked,
): Promise<Date> {
  const now = clock()
  const { purpose, host, session, until } = opened(secretKey, challenge)
  if (purpose !== expected.purpose || session !== expected.session)
    throw new PasskeyRefused('The passkey was asked for something else; try again')
  if (host !== expected.host) throw new PasskeyRefused(`The passkey was asked for at another address, ${host}`)
  // One that ends later than one of now was made by a clock that was ahead.
  const left = until - now.getTime()
  if (left <= 0 || left > lifeSeconds * 1_000)
    throw new PasskeyRefused('The passkey was asked for too long ago; try again')
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('base64url')
  // Not by `countTry`, where a clock that is behind would begin another window.
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_in_counts')
    .values({ what: `challenge ${hash}`, used: 1, ends_at: new Date(until + lifeSeconds * 1_000) })
    .onConflict((conflict) => conflict.column('what').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new PasskeyRefused('The answer of the passkey was used already; try again')
  return new Date(until - lifeSeconds * 1_000)
}

function opened(secretKey: Context['secretKey'], challenge: string): Sealed {
  try {
    return JSON.parse(open(secretKey, Buffer.from(challenge, 'base64url'), owner))
  } catch (error) {
    if (error instanceof SecretError) throw new PasskeyRefused('The passkey was not asked for here; try again')
    throw error
  }
}
