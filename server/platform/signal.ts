/** Wakes a waiting loop; a wake while no loop waits ends the next wait at once. */
import { setTimeout } from 'node:timers/promises'

export class Signal {
  #woken = false
  #wake: () => void = () => {}

  wake(): void {
    this.#woken = true
    this.#wake()
  }

  /** @returns whether there was a wake since the last wait, or within `atMostMs`; at once if there was */
  async wait(atMostMs: number): Promise<boolean> {
    if (!this.#woken) {
      const timer = new AbortController()
      const wake = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([wake, setTimeout(atMostMs, undefined, { signal: timer.signal }).catch(() => {})])
      timer.abort()
    }
    const woken = this.#woken
    this.#woken = false
    return woken
  }
}
