/** Deeds of one name take turns within this process. Whoever waits holds nothing meanwhile, no database connection either. */
import { lockNotAvailable } from './postgres/database-errors.ts'

const last = new Map<string, Promise<unknown>>()

/** Nothing was done. Callers take it for what it is like: a lock of PostgreSQL that could not be had in time. */
class TurnTimeout extends Error {
  readonly code = lockNotAvailable
}

/**
 * Does the deed once every earlier one of that name has ended, however it ended.
 * @param patienceMs  how long it may wait for its turn; without it as long as that takes
 * @throws {TurnTimeout} its turn did not come in time
 */
export async function inTurn<Result>(name: string, deed: () => Promise<Result>, patienceMs?: number): Promise<Result> {
  const tooLate = Promise.withResolvers<never>()
  let isLate = false
  const giveUp = () => {
    isLate = true
    tooLate.reject(new TurnTimeout(`The turn of ${name} did not come within ${patienceMs} ms`))
  }
  const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
  const begin = () => {
    clearTimeout(timer)
    return isLate ? tooLate.promise : deed()
  }
  const turn = Promise.resolve(last.get(name)).then(begin, begin)
  last.set(name, turn)
  // Whoever gave up stands in line all the same: those behind must not overtake those in front.
  const leave = () => {
    if (last.get(name) === turn) last.delete(name)
  }
  turn.then(leave, leave)
  return Promise.race([turn, tooLate.promise])
}
