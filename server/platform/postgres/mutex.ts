/** Runs tasks of one key one after the other within this process. A waiting task holds no database connection. */
import { lockNotAvailable } from './database-errors.ts'

const last = new Map<string, Promise<unknown>>()

/** The task was not run. Callers treat this like a lock of PostgreSQL that was not available in time. */
class MutexTimeout extends Error {
  readonly code = lockNotAvailable
}

/**
 * Runs the task once every earlier one of that key has ended, however it ended.
 * @param patienceMs  how long it may wait; without it there is no limit
 * @throws {MutexTimeout} the earlier ones did not end in time
 */
export async function serialize<Result>(
  key: string,
  task: () => Promise<Result>,
  patienceMs?: number,
): Promise<Result> {
  const tooLate = Promise.withResolvers<never>()
  let isLate = false
  const giveUp = () => {
    isLate = true
    tooLate.reject(new MutexTimeout(`The mutex ${key} was not free within ${patienceMs} ms`))
  }
  const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
  const begin = () => {
    clearTimeout(timer)
    return isLate ? tooLate.promise : task()
  }
  const running = Promise.resolve(last.get(key)).then(begin, begin)
  last.set(key, running)
  // A task that gave up stays in the queue: those behind it must not overtake those in front.
  const leave = () => {
    if (last.get(key) === running) last.delete(key)
  }
  running.then(leave, leave)
  return Promise.race([running, tooLate.promise])
}
