/** Counts requests by key in windows of one length; each begins with the first request after the last one. *Pure.* */

export type Counted = {
  limit: number
  /** Requests that may still come in this window. */
  left: number
  /** Whole seconds until it is over, at least 1. */
  resetSeconds: number
  refused: boolean
}

type Window = { count: number; endsAt: number }

export class RateWindow {
  readonly #limit: number
  readonly #lengthMs: number
  /** In the order in which they began, so that windows that are over come first. */
  readonly #windows = new Map<string, Window>()

  /** @param limit  requests that a window lets through */
  constructor(limit: number, lengthSeconds: number) {
    this.#limit = limit
    this.#lengthMs = lengthSeconds * 1_000
  }

  /** @param processes  share the limit equally: `left` is an estimate of what all of them still let through */
  count(key: string, now: Date, processes = 1): Counted {
    const window = this.#open(key, now.getTime())
    const [limit, nth] = [this.#limit, ++window.count]
    const share = Math.max(1, Math.floor(limit / processes))
    return {
      limit,
      left: Math.max(0, Math.floor((limit * (share - nth)) / share)),
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now.getTime()) / 1_000)),
      refused: nth > share,
    }
  }

  /** Sets the count and the end that all processes share. */
  set(key: string, count: number, endsAt: Date): void {
    this.#windows.set(key, { count, endsAt: endsAt.getTime() })
  }

  #open(key: string, now: number): Window {
    const present = this.#windows.get(key)
    if (present && this.#isOpen(present, now)) return present
    for (const [past, window] of this.#windows) {
      if (this.#isOpen(window, now)) break
      this.#windows.delete(past)
    }
    const window = { count: 0, endsAt: now + this.#lengthMs }
    this.#windows.delete(key)
    this.#windows.set(key, window)
    return window
  }

  /** If a window ends later than one that begins now, the clock was set back since. */
  #isOpen({ endsAt }: Window, now: number): boolean {
    return endsAt > now && endsAt <= now + this.#lengthMs
  }
}
