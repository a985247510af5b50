/** One process at a time changes the models in a folder. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '../../../../platform/folder.ts'

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === 5

/**
 * SQLite holds a lock of the operating system, which ends with the process, however it ends. The file stays empty.
 * @param onWait  called once if another process holds the lock
 */
export async function lockFolder(folder: string, signal: AbortSignal, onWait: () => void): Promise<Disposable> {
  await makeFolder(folder)
  const lock = new DatabaseSync(join(folder, '.lock'), { timeout: 0 })
  try {
    for (let tries = 0; ; tries++) {
      try {
        lock.exec('begin exclusive')
        return { [Symbol.dispose]: () => lock.close() }
      } catch (error) {
        if (!isBusy(error)) throw error
      }
      if (tries === 0) onWait()
      await pause(200, undefined, { signal })
    }
  } catch (error) {
    lock.close()
    throw error
  }
}
