/** Wakes who waits for something to happen; a ring that nobody waited for is heard by the next. */
import { setTimeout } from 'node:timers/promises'

export class Bell {
  #rung = false
  #hear: () => void = () => {}

  ring(): void {
    this.#rung = true
    this.#hear()
  }

  /** @returns whether it rang since the last time or within so long; at once if it has */
  async rung(atMostMs: number): Promise<boolean> {
    if (!this.#rung) {
      const timer = new AbortController()
      const heard = new Promise<void>((resolve) => {
        this.#hear = resolve
      })
      await Promise.race([heard, setTimeout(atMostMs, undefined, { signal: timer.signal }).catch(() => {})])
      timer.abort()
    }
    const rang = this.#rung
    this.#rung = false
    return rang
  }
}
