/** Counts requests by key in windows of one length; each begins with the first request after the one before. *Pure.* */

export type Counted = {
  limit: number
  /** What may still come in this window. */
  left: number
  /** Whole seconds until it is over, at least 1. */
  resetSeconds: number
  refused: boolean
}

type Window = { count: number; endsAt: number }

export class RateWindow {
  readonly #limit: number
  readonly #lengthMs: number
  /** In the order in which they began, so that those that are over stand in front. */
  readonly #windows = new Map<string, Window>()

  /** @param limit  requests that a window lets through */
  constructor(limit: number, lengthSeconds: number) {
    this.#limit = limit
    this.#lengthMs = lengthSeconds * 1_000
  }

  count(name: string, now: Date): Counted {
    const window = this.#open(name, now.getTime())
    window.count++
    return {
      limit: this.#limit,
      left: Math.max(0, this.#limit - window.count),
      resetSeconds: Math.ceil((window.endsAt - now.getTime()) / 1_000),
      refused: window.count > this.#limit,
    }
  }

  /** Takes over what is known from elsewhere. */
  set(name: string, count: number, endsAt: Date): void {
    this.#windows.set(name, { count, endsAt: endsAt.getTime() })
  }

  #open(name: string, now: number): Window {
    const present = this.#windows.get(name)
    if (present && this.#isOpen(present, now)) return present
    for (const [past, window] of this.#windows) {
      if (this.#isOpen(window, now)) break
      this.#windows.delete(past)
    }
    const window = { count: 0, endsAt: now + this.#lengthMs }
    this.#windows.delete(name)
    this.#windows.set(name, window)
    return window
  }

  /** A window that ends later than one that begins now is of a clock that was set back since. */
  #isOpen({ endsAt }: Window, now: number): boolean {
    return endsAt > now && endsAt <= now + this.#lengthMs
  }
}
