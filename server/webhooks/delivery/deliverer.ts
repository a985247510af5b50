/**
 * Delivers due messages: claims in batches, sends in parallel, finishes in batches. Any number of processes may run one;
 * they share the work by claims. A webhook that hangs delays only its own messages.
 */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../platform/postgres/db.ts'
import type { Wakeups } from '../../platform/postgres/wakeups.ts'
import type { Clock } from '../../platform/time.ts'
import { type Claim, type Claimed, type ClaimPolicy, claimDue, longestWaitMs, restMs } from './claim.ts'
import { nextDue } from './due.ts'
import { finish, type Outcome, type RetryPolicy } from './finish.ts'
import { giveBack } from './give-back.ts'
import type { Sendable } from './message-memory.ts'
import { slackMs } from './pace.ts'
import { releasedAtOnce, releaseHeld } from './release-held.ts'
import { freeLost } from './worker-lock.ts'

/** Makes one request; an error is an outcome too. Null: it came too late for its rate slot, or was stopped. */
export type Attempt = (message: Claimed, stopping: AbortSignal) => Promise<Outcome | null>

export type DelivererOptions = {
  db: Db
  clock: Clock
  log: Logger
  policy: ClaimPolicy & RetryPolicy
  attempt: Attempt
  wakeups: Pick<Wakeups, 'woken' | 'wake'>
  /** The number whose lock this process holds (worker-lock.ts); null: its claims end by time alone. */
  worker?: number | null
}

/**
 * Messages claimed at once, and those that one process holds: under way, waiting for a connection, or being finished.
 * message-memory.ts limits the bytes of their bodies.
 */
const batch = 500
const mostOpen = 2_000
/** Requests to one webhook at a time, and its messages that may wait here for one of them to end. */
const mostInFlight = 20
const mostWaiting = 180
/** How often it looks without a wake-up for held messages that may go on, and for messages of lost workers. */
const lookEveryMs = 2_000
/** Under load messages and outcomes gather for so long, so that one statement is for several. */
const gatherMs = 5
const manyMessages = 3
/**
 * A process stalls if for so long it claims nothing although messages are due, or cannot store outcomes. It is at least
 * the time of two claims.
 */
const stallSeconds = 60
/** How long requests under way may take when the process stops; time must be left to store their outcomes. */
const longestEndMs = 12_000

/** A claim lasts while a message waits here and is then tried. */
export const leaseSeconds = (timeoutSeconds: number) => timeoutSeconds + longestWaitMs / 1_000 + 5

/** The messages of one webhook that this process holds. */
type WebhookQueue = { waiting: Claimed[]; inFlight: number; bytes: number }
type Returned = Parameters<typeof giveBack>[2][number]

const keyOf = ({ workspace_id, webhook_id }: Pick<Claimed, 'workspace_id' | 'webhook_id'>) =>
  `${workspace_id} ${webhook_id}`

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #lines = new Map<string, WebhookQueue>()
  readonly #ended: Outcome[] = []
  readonly #returned: Returned[] = []
  #open = 0
  #bytes = 0
  #stopping = false
  #running: Promise<void> | undefined
  #flushing: Promise<void> | undefined
  #lookedAt = 0
  #isReleasing = false
  /** Workers that seemed lost at the last look. */
  #suspects: number[] = []
  /** How long a slow database takes to return slots, if that is longer than a slot is valid. */
  #aheadMs = 0
  #claimedAt = 0
  /** Since when outcomes wait to be stored; whether storing failed the last time. */
  #unwrittenSince: number | null = null
  #failing = false
  readonly #ending = new AbortController()
  #flushed = Promise.withResolvers<void>()

  constructor(options: DelivererOptions) {
    this.#options = options
  }

  start(): void {
    this.#claimedAt = this.#options.clock().getTime()
    this.#running = this.#run()
  }

  /**
   * Claims no more, gives back messages that have not begun, waits for the others and stores their outcomes. Messages
   * that take too long are given back too, without an attempt.
   */
  async stop(tooLate = AbortSignal.timeout(longestEndMs)): Promise<void> {
    this.#stopping = true
    tooLate.addEventListener('abort', () => this.#ending.abort())
    this.#options.wakeups.wake()
    for (const line of this.#lines.values()) this.#send(line)
    void this.#flush()
    await this.#running
    await this.#idle()
  }

  /** Delivers the messages that are due by the clock, and only those. @returns how many messages were read */
  async deliverDue(): Promise<number> {
    await this.#look()
    await this.#release()
    const { seen } = await this.#claim()
    await this.#idle()
    return seen
  }

  /** @returns why this process should be replaced, in a sentence, or null while it makes progress or has nothing to do */
  async stall(db: Db): Promise<string | null> {
    const { clock, policy } = this.#options
    const secondsSince = (time: number) => Math.floor((clock().getTime() - time) / 1_000)
    const patience = Math.max(stallSeconds, 2 * policy.leaseSeconds)
    const unwritten = secondsSince(this.#unwrittenSince ?? clock().getTime())
    if (unwritten >= patience) return `What came of attempts could not be written down for ${unwritten} s`
    const seconds = secondsSince(this.#claimedAt)
    if (seconds < patience) return null
    const next = await nextDue(db, clock())
    return next && next <= clock() ? `No message was claimed for ${seconds} s although some are due` : null
  }

  /** Resolves when the outcomes of all claimed messages are stored. */
  async #idle(): Promise<void> {
    while (this.#open > 0) {
      const { promise } = this.#flushed
      void this.#flush()
      await promise
    }
  }

  async #run(): Promise<void> {
    const { db, clock, log, wakeups } = this.#options
    while (!this.#stopping) {
      try {
        // The difference may be negative: the clock may be set back.
        if (Math.abs(clock().getTime() - this.#lookedAt) >= lookEveryMs) await this.#look()
        if (this.#isReleasing) await this.#release()
        const { seen, full } = await this.#claim()
        this.#claimedAt = clock().getTime()
        if (seen === batch) continue
        const mustWait = this.#failing || this.#open >= mostOpen || (full && this.#open > 0)
        if (mustWait) await this.#flushed.promise
        if (seen > manyMessages) await setTimeout(gatherMs)
        const next = await nextDue(db, clock())
        const wait = next ? Math.min(next.getTime() - clock().getTime(), lookEveryMs) : lookEveryMs
        if (wait > 0) await wakeups.woken(wait)
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'Messages could not be claimed; trying again')
        await setTimeout(1_000)
      }
    }
  }

  async #look(): Promise<void> {
    const { db, clock } = this.#options
    this.#lookedAt = clock().getTime()
    this.#isReleasing = true
    this.#suspects = await freeLost(db, clock(), this.#suspects)
  }

  async #release(): Promise<void> {
    const { db, clock } = this.#options
    this.#isReleasing = (await releaseHeld(db, clock())) === releasedAtOnce
  }

  async #claim(): Promise<Pick<Claim, 'seen' | 'full'>> {
    const { db, clock, policy, worker = null } = this.#options
    // Messages whose outcomes cannot be stored would be sent again whenever their claims end.
    const limit = this.#failing ? 0 : Math.min(batch, mostOpen - this.#open)
    if (limit === 0) return { seen: 0, full: false }
    const inMemory = { all: this.#bytes, of: (message: Sendable) => this.#lines.get(keyOf(message))?.bytes ?? 0 }
    const { claimed, seen, full } = await claimDue(db, clock, limit, policy, {
      ...{ worker, inMemory, aheadMs: this.#aheadMs },
    })
    this.#open += claimed.length
    for (const message of claimed) this.#weigh(this.#line(message), message.body.length)
    if (claimed.length > 0) await this.#awaitSlots(claimed[0]!.slotAt)
    for (const message of claimed) this.#line(message).waiting.push(message)
    for (const message of claimed) this.#send(this.#line(message))
    void this.#flush()
    return { seen, full }
  }

  /** If slots come after their moment, the delay is how far ahead the next ones are reserved. */
  async #awaitSlots(slotAt: Date): Promise<void> {
    const earlyMs = slotAt.getTime() - this.#options.clock().getTime()
    const tookMs = this.#aheadMs - earlyMs
    this.#aheadMs = tookMs > slackMs ? tookMs : 0
    if (earlyMs > 0) await setTimeout(earlyMs)
  }

  #line(message: Claimed): WebhookQueue {
    const key = keyOf(message)
    const line = this.#lines.get(key) ?? { waiting: [], inFlight: 0, bytes: 0 }
    this.#lines.set(key, line)
    return line
  }

  /** @param bytes  of bodies that come into memory; negative for those that leave it */
  #weigh(line: WebhookQueue, bytes: number): void {
    line.bytes += bytes
    this.#bytes += bytes
  }

  /** Drops the bodies, which are not needed any more. @param rests  for messages without room here: due a little later */
  #giveBack(line: WebhookQueue, messages: Claimed[], rests = false): void {
    for (const { workspace_id, id, claim, body } of messages) {
      this.#weigh(line, -body.length)
      this.#returned.push({ workspace_id, id, claim, rests })
    }
  }

  #send(line: WebhookQueue): void {
    if (this.#stopping) this.#giveBack(line, line.waiting.splice(0))
    while (line.inFlight < mostInFlight && line.waiting.length > 0) {
      const message = line.waiting.shift()!
      if (this.#options.clock() > message.startBy) this.#giveBack(line, [message])
      else void this.#attempt(line, message)
    }
    this.#giveBack(line, line.waiting.splice(mostWaiting), true)
  }

  async #attempt(line: WebhookQueue, message: Claimed): Promise<void> {
    line.inFlight++
    const outcome = await this.#options.attempt(message, this.#ending.signal)
    line.inFlight--
    if (outcome) {
      this.#ended.push(outcome)
      this.#weigh(line, -message.body.length)
    } else this.#giveBack(line, [message])
    this.#send(line)
    if (line.inFlight === 0 && line.bytes === 0) this.#lines.delete(keyOf(message))
    void this.#flush()
  }

  /** Stores the outcomes of ended attempts. While one batch is being written, the next one gathers. */
  #flush(): Promise<void> {
    if (this.#ended.length > 0 || this.#returned.length > 0) this.#flushing ??= this.#writeAll()
    return this.#flushing ?? Promise.resolve()
  }

  async #writeAll(): Promise<void> {
    const { db, clock, policy } = this.#options
    while (this.#ended.length > 0 || this.#returned.length > 0) {
      if (this.#ended.length + this.#returned.length < this.#open) await setTimeout(gatherMs)
      const outcomes = this.#takeEnded()
      const returned = this.#returned.splice(0)
      const rested = new Date(clock().getTime() + (this.#stopping ? 0 : restMs))
      this.#unwrittenSince ??= clock().getTime()
      const finished = await this.#write(outcomes, this.#ended, () => finish(db, outcomes, policy))
      const givenBack = await this.#write(returned, this.#returned, () => giveBack(db, rested, returned))
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
      await setTimeout(1_000)
      return false
    }
  }

  /** One outcome of a message at a time: a second one, of a claim that was taken over here, is for the next batch. */
  #takeEnded(): Outcome[] {
    const taken = new Map<string, Outcome>()
    const left: Outcome[] = []
    for (const outcome of this.#ended.splice(0)) {
      const key = `${outcome.message.workspace_id} ${outcome.message.id}`
      if (taken.size < batch && !taken.has(key)) taken.set(key, outcome)
      else left.push(outcome)
    }
    this.#ended.push(...left)
    return [...taken.values()]
  }
}
