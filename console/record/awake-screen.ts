/** Keeps the screen on. Browsers release it when the page is hidden, or to save power; then it is asked for again. */

type Lock = { release(): Promise<void>; addEventListener(event: 'release', listener: () => void): void }

export class AwakeScreen {
  #lock: Promise<Lock | null> | null = null
  readonly #request: () => Promise<Lock>

  constructor(request: () => Promise<Lock>) {
    this.#request = request
  }

  /** To be called whenever something changes. */
  keep(isNeeded: boolean): void {
    if (isNeeded === (this.#lock !== null)) return
    if (isNeeded) this.#lock = this.#ask()
    else void this.#lock!.then((lock) => lock?.release())
    if (!isNeeded) this.#lock = null
  }

  #ask(): Promise<Lock | null> {
    const gone = () => {
      if (this.#lock === asked) this.#lock = null
      return null
    }
    const asked: Promise<Lock | null> = this.#request().then((lock) => {
      lock.addEventListener('release', gone)
      return lock
    }, gone)
    return asked
  }
}
