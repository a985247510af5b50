/** Mails to people without an account, which somebody of the workspace asks for: few, and each once. */
import type { Db } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { countTry, keyOfPerson, requireTry } from './count-tries.ts'

const daySeconds = 86_400

/** Such mails of one person in a day, of all kinds together. */
export const outsideLimit = { max: 100, seconds: daySeconds }

const once = { max: 1, seconds: 30 * daySeconds }

/**
 * In the transaction that queues them, so that what is not sent is not counted.
 * @param what  is mailed, such as `recap r_1`; an address gets it once in 30 days
 * @returns those of the addresses that did not get it
 * @throws {ApiError} 429
 */
export async function countOutside(
  tx: Db,
  now: Date,
  { workspaceId, userId, what }: { workspaceId: string; userId: string; what: string },
  emails: string[],
): Promise<string[]> {
  const fresh: string[] = []
  // In one order, so that two who mail the same do not wait for each other.
  for (const email of emails.toSorted()) {
    const tried = await countTry(tx, now, keyOfPerson(`${what} of ${workspaceId}`, foldCase(email)), once)
    if (tried.passed) fresh.push(email)
  }
  const tooMany = `At most ${outsideLimit.max} mails a day go to people without an account`
  if (fresh.length > 0)
    await requireTry(tx, now, `outside ${workspaceId} ${userId}`, outsideLimit, tooMany, fresh.length)
  return fresh
}
