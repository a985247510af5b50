/**
 * Long computations outside the event loop: functions of modules, each call in a thread of its own, with a limit of time
 * and memory. A thread starts when it is needed and exits when it has been idle for a while.
 */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { Piscina } from 'piscina'
import { ApiError, ResourceLimitError } from './errors.ts'
import { FairQueue, type Share } from './fair-queue.ts'
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

/**
 * At least one thread more than the uploads that a worker processes at once: a request must not wait behind them. All
 * together may use 1 GiB, and those of one caller half of it.
 */
const usual: ThreadLimits = {
  threads: Math.min(Math.max(availableParallelism(), 3), 4),
  waiting: 20,
  mebibytes: 256,
  idleSeconds: 10,
}

const MEBIBYTE = 1_048_576
const memoryCheckMs = 100

/** For new objects of a thread; V8 would take three times as much, and it never gives it back. */
const youngMebibytes = 24

export class Threads {
  readonly #pool: Piscina
  readonly #limits: ThreadLimits
  readonly #queue: FairQueue
  #watch: NodeJS.Timeout | undefined
  /** Threads that have not told their memory yet. */
  readonly #asked = new WeakSet<Worker>()
  #closed = false

  constructor(log: Pick<Logger, 'error'>, limits: Partial<ThreadLimits> = {}) {
    this.#limits = { ...usual, ...limits }
    const { threads, waiting, mebibytes, idleSeconds } = this.#limits
    // Piscina's own queue has no limit, and loses tasks when a thread is terminated.
    this.#queue = new FairQueue({ slots: threads, maxWaiting: waiting })
    this.#pool = new Piscina({
      filename: new URL('./thread.ts', import.meta.url).href,
      name: 'thread' satisfies (typeof thread)['name'],
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleSeconds * 1_000,
      recordTiming: false,
      // At this limit V8 ends the whole process if a large allocation fails: `#endLargeThreads` must act first.
      resourceLimits: { maxOldGenerationSizeMb: 2 * mebibytes, maxYoungGenerationSizeMb: youngMebibytes },
    })
    this.#pool.on('error', (err) => log.error({ err }, 'A thread broke while it was idle'))
  }

  /**
   * @param share  the caller, who has at most half of the threads and half of the queue
   * @throws {ResourceLimitError} it took too much time or memory
   * @throws {ApiError} 503 while too many calls wait, in all or of this sharer; the signal's reason if it is aborted
   */
  async run<Does extends Computation>(
    { module, name, seconds, throws = [] }: Task<Does>,
    args: Parameters<Does>,
    share: Share = {},
  ): Promise<Awaited<ReturnType<Does>>> {
    const { signal, sharer } = share
    if (this.#closed) throw stopping()
    await this.#queue.enter(share)
    this.#watch ??= setInterval(() => this.#endLargeThreads(), memoryCheckMs).unref()
    const late = AbortSignal.timeout(seconds * 1_000)
    try {
      signal?.throwIfAborted()
      const call: Call = { module: module.href, name, args, expected: throws.map((kind) => kind.name) }
      const done: Done = await this.#pool.run(call, { signal: signal ? AbortSignal.any([late, signal]) : late })
      if ('value' in done) return done.value as Awaited<ReturnType<Does>>
      const { kind, message, fields } = done.failure
      const Kind = throws.find((each) => each.name === kind)!
      throw Object.assign(Reflect.construct(Error, [message], Kind as never), fields)
    } catch (error) {
      signal?.throwIfAborted()
      if (this.#closed) throw stopping()
      if (late.aborted) throw new ResourceLimitError(`it takes longer than ${seconds} seconds`, { cause: error })
      if (wasEnded(error)) {
        throw new ResourceLimitError(`it takes more than ${this.#limits.mebibytes} MiB of memory`, { cause: error })
      }
      throw error
    } finally {
      this.#queue.leave(sharer)
      if (this.#queue.taken === 0) this.#stopWatching()
    }
  }

  /** How many threads there are now. */
  get alive(): number {
    return this.#pool.threads.length
  }

  /** Ends the computations that are under way. */
  async close(): Promise<void> {
    this.#closed = true
    this.#queue.rejectWaiting(stopping())
    await this.#pool.destroy()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #stopWatching(): void {
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  /** Terminates threads that use too much memory. */
  #endLargeThreads(): void {
    for (const worker of this.#pool.threads) {
      // Questions that wait would be answered together, and each answer would end it.
      if (this.#asked.has(worker)) continue
      this.#asked.add(worker)
      worker
        .getHeapStatistics()
        .then(({ used_heap_size, external_memory }) => {
          if (used_heap_size + external_memory > this.#limits.mebibytes * MEBIBYTE) void worker.terminate()
        })
        // The thread has ended.
        .catch(() => {})
        .finally(() => this.#asked.delete(worker))
    }
  }
}

const wasEnded = (error: unknown) =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' || /^worker exited/.test((error as Error).message)

const stopping = () => new ApiError(503, 'The service is stopping; try again', { headers: { 'retry-after': '5' } })
