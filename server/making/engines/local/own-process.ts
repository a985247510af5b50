/**
 * A process of this service for native code: a damaged model aborts it alone, and killing it is the only way to end a
 * computation. It serves one order at a time.
 */

import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { EngineError } from '../../../platform/errors.ts'

export type OrderOptions<Report extends object, Result> = {
  signal: AbortSignal
  /** For the whole order. */
  seconds: number
  /** Without a report. */
  silentSeconds?: number
  /** @returns the result when the report is the last one; @throws why it failed */
  read(report: Report): Result | undefined
  sentences: { tooLate: EngineError; died: string }
}

const maxErrorCharacters = 2_000

export class OwnProcess implements Disposable {
  readonly #child: ChildProcess
  #problem = ''

  constructor(program: URL) {
    // A group of its own: what it starts ends with it, and Ctrl+C at a terminal reaches only the service.
    this.#child = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], detached: true })
    this.#child.stderr!.on('data', (text: Buffer) => {
      this.#problem = (this.#problem + text).slice(-maxErrorCharacters)
    })
    ;(this.#child.stderr as Socket).unref()
    // An order hears of it too; without this listener the service would end.
    this.#child.on('error', () => {})
  }

  get isAlive(): boolean {
    return this.#child.connected
  }

  /**
   * @throws {EngineError} it failed, died, or took too long
   * @throws the signal's reason if it aborts
   * After an error the process may be in any state, so the caller disposes of it.
   */
  async run<Report extends object, Result>(order: object, options: OrderOptions<Report, Result>): Promise<Result> {
    const { signal, seconds, silentSeconds = seconds, read, sentences } = options
    signal.throwIfAborted()
    const child = this.#child
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const tooLate = () => reject(sentences.tooLate)
    const timers = [setTimeout(tooLate, seconds * 1_000), setTimeout(tooLate, silentSeconds * 1_000)]
    const died = (cause: Error) => reject(new EngineError(sentences.died, { retryable: true, cause }))
    const listeners = {
      message: (report: Report) => {
        timers[1]!.refresh()
        try {
          const result = read(report)
          if (result !== undefined) resolve(result)
        } catch (error) {
          reject(error)
        }
      },
      error: died,
      close: (code: number | null, name: string | null) =>
        died(new Error(`It ended with ${name ?? code}. ${this.#problem}`)),
    }
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    for (const [event, listener] of Object.entries(listeners)) child.on(event, listener)
    try {
      this.#hold(true)
      child.send(order, (error) => error && died(error))
      return await promise
    } finally {
      timers.forEach(clearTimeout)
      signal.removeEventListener('abort', onAbort)
      for (const [event, listener] of Object.entries(listeners)) child.off(event, listener)
      this.#hold(false)
    }
  }

  /** Without an order it does not keep the service from ending. */
  #hold(isHeld: boolean): void {
    for (const each of [this.#child, this.#child.channel]) isHeld ? each?.ref?.() : each?.unref?.()
  }

  [Symbol.dispose](): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}
