/**
 * Knows how many processes of the API share the database: each holds a lock of one name, and notifies the others when
 * it takes the lock or releases it.
 */
import type { ProcessConnection } from '../../platform/postgres/process-connection.ts'
import { Wakeups } from '../../platform/postgres/wakeups.ts'

const lock = 'api'
const notifyChannel = 'minutebook_api_processes'
/** How often it counts without a notification: a process that is killed sends none. */
const countEveryMs = 10_000

export class ApiProcesses {
  readonly #connection: ProcessConnection
  readonly #wakeups: Wakeups
  #count = 1
  #stopping = false
  #running: Promise<void> | undefined

  constructor(connection: ProcessConnection) {
    this.#connection = connection
    this.#wakeups = new Wakeups(connection, notifyChannel)
  }

  /** This process included. */
  get count(): number {
    return this.#count
  }

  /** When it resolves, this process knows of the others, and they are notified. */
  async start(): Promise<void> {
    await this.#wakeups.start()
    await this.#connection.hold(lock)
    await this.#recount()
    await this.#connection.notify(notifyChannel)
    this.#running = this.#follow()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#wakeups.stop()
    if (!this.#running) return
    await this.#running
    await this.#connection.release(lock)
    await this.#connection.notify(notifyChannel).catch(() => {})
  }

  async #follow(): Promise<void> {
    while (!this.#stopping) {
      await this.#wakeups.woken(countEveryMs)
      // While the database does not answer, the last count stays.
      if (!this.#stopping) await this.#recount().catch(() => {})
    }
  }

  async #recount(): Promise<void> {
    this.#count = Math.max(1, await this.#connection.countHolders(lock))
  }
}
