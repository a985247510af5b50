/** Gathers the outcomes of claimed messages and stores them in batches. While one batch is written, the next one gathers. */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { deferMs, giveBack } from './claim.ts'
import { finish } from './finish.ts'
import type { NotifyHealth } from './notify-health.ts'
import type { Outcome, RetryPolicy } from './outcome.ts'

export type OutcomeBufferOptions = {
  db: Db
  clock: Clock
  log: Logger
  policy: RetryPolicy
  notifyHealth: NotifyHealth
}

type Returned = Parameters<typeof giveBack>[2][number]

/** Outcomes that one statement stores. */
const maxAtOnce = 500
/** Under load messages and outcomes gather for this time, so that one statement handles several. */
export const gatherMs = 5
/** The wait after a failure to write. */
const retryMs = 1_000

export class OutcomeBuffer {
  readonly #options: OutcomeBufferOptions
  readonly #ended: Outcome[] = []
  readonly #returned: Returned[] = []
  #open = 0
  #deferMs = deferMs
  #failing = false
  #unwrittenSince: number | null = null
  #flushing: Promise<void> | undefined
  #flushed = Promise.withResolvers<void>()

  constructor(options: OutcomeBufferOptions) {
    this.#options = options
  }

  /** Claimed messages whose outcomes are not stored yet. */
  get open(): number {
    return this.#open
  }

  /** Whether storing failed the last time. */
  get failing(): boolean {
    return this.#failing
  }

  /** Since when outcomes wait to be stored; null if none does. */
  get unwrittenSince(): number | null {
    return this.#unwrittenSince
  }

  /** Resolves after the next batch. */
  get flushed(): Promise<void> {
    return this.#flushed.promise
  }

  /** @param count  of messages that were claimed: each is added or given back later */
  expect(count: number): void {
    this.#open += count
  }

  add(outcome: Outcome): void {
    this.#ended.push(outcome)
  }

  giveBack(message: Returned): void {
    this.#returned.push(message)
  }

  /** From now on messages that are given back are due at once. */
  stop(): void {
    this.#deferMs = 0
  }

  /** Resolves when the outcomes of all claimed messages are stored. */
  async drain(): Promise<void> {
    while (this.#open > 0) {
      const { promise } = this.#flushed
      void this.flush()
      await promise
    }
  }

  flush(): Promise<void> {
    if (this.#ended.length > 0 || this.#returned.length > 0) this.#flushing ??= this.#writeAll()
    return this.#flushing ?? Promise.resolve()
  }

  async #writeAll(): Promise<void> {
    const { db, clock, policy, notifyHealth } = this.#options
    while (this.#ended.length > 0 || this.#returned.length > 0) {
      if (this.#ended.length + this.#returned.length < this.#open) await setTimeout(gatherMs)
      const outcomes = this.#takeEnded()
      const returned = this.#returned.splice(0)
      const deferredUntil = new Date(clock().getTime() + this.#deferMs)
      this.#unwrittenSince ??= clock().getTime()
      const finished = await this.#write(outcomes, this.#ended, () => finish(db, outcomes, policy, notifyHealth))
      const givenBack = await this.#write(returned, this.#returned, () => giveBack(db, deferredUntil, returned))
      if (finished && givenBack) {
        this.#failing = false
        this.#unwrittenSince = null
      }
      this.#flushed.resolve()
      this.#flushed = Promise.withResolvers()
    }
    this.#flushing = undefined
  }

  /** Items that cannot be written go back to their source. @returns whether they were written */
  async #write<T>(items: T[], source: T[], write: () => Promise<void>): Promise<boolean> {
    if (items.length === 0) return true
    try {
      await write()
      this.#open -= items.length
      return true
    } catch (error) {
      this.#options.log.error({ reason: (error as Error).message }, 'Attempts could not be written down; trying again')
      source.unshift(...items)
      this.#failing = true
      await setTimeout(retryMs)
      return false
    }
  }

  /**
   * Takes one outcome of a message at a time. A second one, of a claim that was taken over here, waits for the next
   * batch.
   */
  #takeEnded(): Outcome[] {
    const taken = new Map<string, Outcome>()
    const left: Outcome[] = []
    for (const outcome of this.#ended.splice(0)) {
      const key = `${outcome.message.workspace_id} ${outcome.message.id}`
      if (taken.size < maxAtOnce && !taken.has(key)) taken.set(key, outcome)
      else left.push(outcome)
    }
    this.#ended.push(...left)
    return [...taken.values()]
  }
}
