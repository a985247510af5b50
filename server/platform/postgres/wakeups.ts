/** Wake-ups from other processes through PostgreSQL (LISTEN). */
import { Signal } from '../signal.ts'
import type { ProcessConnection } from './process-connection.ts'

export class Wakeups {
  readonly #connection: ProcessConnection
  readonly #notifyChannel: string
  readonly #signal = new Signal()
  #unlisten = () => {}

  constructor(connection: ProcessConnection, notifyChannel: string) {
    this.#connection = connection
    this.#notifyChannel = notifyChannel
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#connection.listen(this.#notifyChannel, () => this.wake())
  }

  stop(): void {
    this.#unlisten()
    this.wake()
  }

  wake(): void {
    this.#signal.wake()
  }

  /** Resolves at the first wake-up since the last call, or after `atMostMs`. */
  async woken(atMostMs: number): Promise<void> {
    await this.#signal.wait(atMostMs)
  }
}
