/**
 * SIGTERM and SIGINT: the first stops a command in order. Further ones change nothing, because npm repeats those of the
 * terminal. Only a third Ctrl+C at a terminal ends the process at once.
 */
import { isatty } from 'node:tty'

const names = ['SIGTERM', 'SIGINT'] as const

/** SIGINTs less than this apart come from one keystroke. */
const keystrokeMs = 500

type StopOptions = {
  /** The reason of the aborted signal. */
  reason?: Error
  onStop?(name: NodeJS.Signals): void
}

/** What tests replace. */
const surroundings = {
  isTerminal: () => isatty(0),
  print: (line: string): unknown => process.stderr.write(line),
  milliseconds: performance.now.bind(performance),
  exit: (): unknown => process.exit(1),
}

/** Listens until it is disposed. */
export class StopSignal implements Disposable {
  readonly #stopping = new AbortController()
  readonly #options: StopOptions
  readonly #around: typeof surroundings
  #keystrokes = 0
  #latestAt = Number.NEGATIVE_INFINITY

  constructor(options: StopOptions = {}, around = surroundings) {
    this.#options = options
    this.#around = around
    for (const name of names) process.on(name, this.#take)
  }

  /** Aborted by the first SIGTERM or SIGINT. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  #take = (name: NodeJS.Signals): void => {
    if (name === 'SIGINT' && this.#around.isTerminal()) this.#countKeystroke()
    this.stop(name)
  }

  /** Does what this signal does. */
  stop(name: NodeJS.Signals): void {
    if (this.signal.aborted) return
    this.#options.onStop?.(name)
    this.#stopping.abort(this.#options.reason)
  }

  #countKeystroke(): void {
    const now = this.#around.milliseconds()
    const isRepeated = now - this.#latestAt < keystrokeMs
    this.#latestAt = now
    if (isRepeated) return
    this.#keystrokes++
    if (this.#keystrokes === 2) this.#around.print('Still stopping. Press Ctrl+C again to end at once.\n')
    if (this.#keystrokes === 3) this.#around.exit()
  }

  [Symbol.dispose](): void {
    for (const name of names) process.off(name, this.#take)
  }
}
