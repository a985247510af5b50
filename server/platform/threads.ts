/**
 * Long computations outside the event loop: functions of modules, each call in a thread of its own, with a limit of time
 * and memory. A thread starts when it is needed and exits when it has been idle for a while.
 */
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { Piscina } from 'piscina'
import { ApiError, ResourceLimitError, serviceBusy } from './errors.ts'
import type { Call, Done, thread } from './thread.ts'

// biome-ignore lint/suspicious/noExplicitAny: any function whose arguments and result can be copied
type Computation = (...args: any[]) => unknown

/** A computation for a thread. Arguments and result are copied between the threads: a Buffer arrives as a Uint8Array. */
export type Task<Does extends Computation> = {
  module: URL
  /** Of the exported function. */
  name: string
  /** How long it may compute; waiting for a thread does not count. */
  seconds: number
  /** Errors that the caller expects: they keep their class and their fields. */
  throws?: { name: string; prototype: Error }[]
  does?: Does
}

export type ThreadLimits = {
  /** At the same time. */
  threads: number
  /** Calls that may wait for a thread. */
  waiting: number
  /** Of one thread, its buffers included. */
  mebibytes: number
  /** After which an idle thread exits. */
  idleSeconds: number
}

/** One thread more than the uploads that a worker processes at once: a request must not wait behind them. */
const usual: ThreadLimits = {
  threads: Math.min(Math.max(availableParallelism(), 3), 6),
  waiting: 20,
  mebibytes: 1_024,
  idleSeconds: 10,
}

const MEBIBYTE = 1_048_576
const memoryCheckMs = 100

export class Threads {
  readonly #pool: Piscina
  readonly #limits: ThreadLimits
  /** By sharer; the first is next. */
  readonly #waiting = new Map<string, PromiseWithResolvers<void>[]>()
  readonly #running = new Map<string, number>()
  #watch: NodeJS.Timeout | undefined
  #closed = false

  constructor(log: Pick<Logger, 'error'>, limits: Partial<ThreadLimits> = {}) {
    this.#limits = { ...usual, ...limits }
    const { threads, mebibytes, idleSeconds } = this.#limits
    this.#pool = new Piscina({
      filename: new URL('./thread.ts', import.meta.url).href,
      name: 'thread' satisfies (typeof thread)['name'],
      ...{ minThreads: 0, maxThreads: threads, idleTimeout: idleSeconds * 1_000, recordTiming: false },
      // At this limit V8 ends the whole process if a large allocation fails: `#endLargeThreads` must act first.
      resourceLimits: { maxOldGenerationSizeMb: 2 * mebibytes },
    })
    this.#pool.on('error', (err) => log.error({ err }, 'A thread broke while it was idle'))
  }

  /**
   * @param sharer  the caller, who has at most half of the threads and half of the queue. Without one it is work of the
   * service itself, which may use all of both
   * @throws {ResourceLimitError} it took too much time or memory
   * @throws {ApiError} 503 while too many calls wait, in all or of this sharer; the signal's reason if it is aborted
   */
  async run<Does extends Computation>(
    { module, name, seconds, throws = [] }: Task<Does>,
    args: Parameters<Does>,
    { signal, sharer = '' }: { signal?: AbortSignal; sharer?: string } = {},
  ): Promise<Awaited<ReturnType<Does>>> {
    await this.#enter(sharer)
    const late = AbortSignal.timeout(seconds * 1_000)
    try {
      signal?.throwIfAborted()
      const call: Call = { module: module.href, name, args, expected: throws.map((kind) => kind.name) }
      const done: Done = await this.#pool.run(call, { signal: signal ? AbortSignal.any([late, signal]) : late })
      if ('value' in done) return done.value as Awaited<ReturnType<Does>>
      const { kind, message, more } = done.failure
      const Kind = throws.find((each) => each.name === kind)!
      throw Object.assign(Reflect.construct(Error, [message], Kind as never), more)
    } catch (error) {
      signal?.throwIfAborted()
      if (this.#closed) throw stopping()
      if (late.aborted) throw new ResourceLimitError(`it takes longer than ${seconds} seconds`, { cause: error })
      if (wasEnded(error)) {
        throw new ResourceLimitError(`it takes more than ${this.#limits.mebibytes} MiB of memory`, { cause: error })
      }
      throw error
    } finally {
      this.#leave(sharer)
    }
  }

  /** How many threads there are now. */
  get alive(): number {
    return this.#pool.threads.length
  }

  /** Ends the computations that are under way. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of [...this.#waiting.values()].flat()) reject(stopping())
    this.#waiting.clear()
    await this.#pool.destroy()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Waits here, so the library never queues: its queue has no limit, and loses tasks when a thread is terminated. */
  async #enter(sharer: string): Promise<void> {
    if (this.#closed) throw stopping()
    if (!this.#hasRoom(sharer)) {
      const own = this.#waiting.get(sharer) ?? []
      const all = this.#waiting.values().reduce((sum, { length }) => sum + length, 0)
      if (all >= this.#limits.waiting || own.length >= shareOf(sharer, this.#limits.waiting)) throw serviceBusy(5)
      const turn = Promise.withResolvers<void>()
      this.#waiting.set(sharer, [...own, turn])
      return turn.promise
    }
    this.#start(sharer)
    this.#watch ??= setInterval(() => this.#endLargeThreads(), memoryCheckMs).unref()
  }

  #hasRoom(sharer: string): boolean {
    const own = this.#running.get(sharer) ?? 0
    return this.#busy < this.#limits.threads && own < shareOf(sharer, this.#limits.threads)
  }

  get #busy(): number {
    return this.#running.values().reduce((sum, count) => sum + count, 0)
  }

  #start(sharer: string): void {
    this.#running.set(sharer, (this.#running.get(sharer) ?? 0) + 1)
  }

  /** Gives the free thread to the next sharer in turn, who then moves to the end of the queue. */
  #leave(sharer: string): void {
    const left = this.#running.get(sharer)! - 1
    if (left > 0) this.#running.set(sharer, left)
    else this.#running.delete(sharer)
    for (const [next, [first, ...others]] of this.#waiting) {
      if (!this.#hasRoom(next)) continue
      this.#waiting.delete(next)
      if (others.length > 0) this.#waiting.set(next, others)
      this.#start(next)
      first!.resolve()
      break
    }
    if (this.#busy > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  /** Terminates threads that use too much memory. */
  #endLargeThreads(): void {
    for (const worker of this.#pool.threads) {
      worker.getHeapStatistics().then(
        ({ used_heap_size, external_memory }) => {
          if (used_heap_size + external_memory > this.#limits.mebibytes * MEBIBYTE) void worker.terminate()
        },
        // The thread has ended.
        () => {},
      )
    }
  }
}

const wasEnded = (error: unknown) =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' || /^worker exited/.test((error as Error).message)

/** Half, and at least one. */
const shareOf = (sharer: string, count: number) => (sharer === '' ? count : Math.ceil(count / 2))

const stopping = () => new ApiError(503, 'The service is stopping; try again', { headers: { 'retry-after': '5' } })
