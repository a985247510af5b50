/** How long places take to come back from a slow database: they are taken for that much later. */
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../platform/time.ts'
import { slackMs } from './pace.ts'

export class Lead {
  readonly #clock: Clock
  ms = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits for the moment that places are for; what comes too late for it shows how long the next ones will take. */
  async comeOnTime(leavesAt: Date): Promise<void> {
    const earlyMs = leavesAt.getTime() - this.#clock().getTime()
    const tookMs = this.ms - earlyMs
    this.ms = tookMs > slackMs ? tookMs : 0
    if (earlyMs > 0) await setTimeout(earlyMs)
  }
}
