/** Only one request at a time may write to an upload, across all processes: it holds a lock that ends with its process. */
import { setTimeout } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import { ApiError } from '../../../platform/errors.ts'
import type { ProcessConnection } from '../../../platform/postgres/process-connection.ts'

const uploadsNotifyChannel = 'upload_wanted'

// The holder releases the lock within milliseconds after the request, unless its process hangs.
const retryMs = 50
const maxTries = 40

export const uploadLocked = () => new ApiError(423, 'The upload is busy; try again')

export class UploadLocker implements Locker {
  readonly #connection: ProcessConnection
  /** Stops the request of this process that writes to an upload. */
  readonly #stops = new Map<string, RequestRelease>()
  #listening: Promise<unknown> | undefined

  constructor(connection: ProcessConnection) {
    this.#connection = connection
  }

  newLock(id: string): Lock {
    let unlock = async () => {}
    return {
      lock: async (_signal, stop) => {
        unlock = await this.#lock(id, stop)
      },
      unlock: () => unlock(),
    }
  }

  /**
   * @returns what releases the lock
   * @throws {ApiError} 423 if the holder does not release it
   */
  async #lock(id: string, stop: RequestRelease): Promise<() => Promise<void>> {
    await this.#listen()
    for (let tries = 0; tries < maxTries; tries++) {
      // After a loss another process may lock the upload, so the request is stopped; received bytes are kept.
      const release = await this.#connection.tryHold(`upload ${id}`, () => void stop())
      if (release) {
        this.#stops.set(id, stop)
        return () => {
          if (this.#stops.get(id) === stop) this.#stops.delete(id)
          return release()
        }
      }
      // The holder may be a request of this process: it is notified too.
      await this.#connection.notify(uploadsNotifyChannel, id)
      await setTimeout(retryMs)
    }
    throw uploadLocked()
  }

  /** From the first upload on. */
  async #listen(): Promise<void> {
    const onWanted = (id: string | null) => void this.#stops.get(id ?? '')?.()
    this.#listening ??= this.#connection.listen(uploadsNotifyChannel, onWanted)
    await this.#listening.catch((error) => {
      this.#listening = undefined
      throw error
    })
  }
}
