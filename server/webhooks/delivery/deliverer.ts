/**
 * Delivers due messages: claims in batches, sends in parallel, finishes in batches. Any number of processes may run one;
 * they share the work by claims. A webhook that hangs delays only its own messages.
 */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../platform/postgres/db.ts'
import type { Wakeups } from '../../platform/postgres/wakeups.ts'
import type { Clock } from '../../platform/time.ts'
import { type Claim, type Claimed, type ClaimPolicy, claimDue, deferMs, longestWaitMs } from './claim.ts'
import { nextDue } from './due.ts'
import type { Sendable } from './message-memory.ts'
import type { NotifyHealth } from './notify-health.ts'
import type { Outcome, RetryPolicy } from './outcome.ts'
import { gatherMs, OutcomeBuffer } from './outcome-buffer.ts'
import { slackMs } from './pace.ts'
import { releasedAtOnce, releaseHeld } from './release-held.ts'
import { freeLost } from './worker-lock.ts'

/** Makes one request; an error is an outcome too. @returns null if it came too late for its rate slot, or was stopped */
export type Attempt = (message: Claimed, stopping: AbortSignal) => Promise<Outcome | null>

export type DelivererOptions = {
  db: Db
  clock: Clock
  log: Logger
  policy: ClaimPolicy & RetryPolicy
  attempt: Attempt
  notifyHealth: NotifyHealth
  wakeups: Pick<Wakeups, 'woken' | 'wake'>
  /** The number whose lock this process holds (worker-lock.ts); null: its claims only expire by time. */
  worker?: number | null
}

/**
 * Messages claimed at once, and those that one process holds: under way, waiting for a connection, or being finished.
 * message-memory.ts limits the bytes of their bodies.
 */
const batch = 500
const maxOpen = 2_000
/** Requests to one webhook at a time, and its messages that may wait here for one of them to end. */
const maxInFlight = 20
const maxWaiting = 180
/** How often it checks without a wake-up for held messages that may be sent now, and for messages of lost workers. */
const checkEveryMs = 2_000
/** After a claim of more messages than this it waits a moment (`gatherMs`), so that the next claim takes several. */
const manyMessages = 3
/**
 * A process has stalled if it claimed nothing for this time although messages are due, or could not store outcomes. The time
 * is never shorter than that of two claims.
 */
const stallSeconds = 60
/** How long requests under way may take when the process stops; time must be left to store their outcomes. */
const longestStopMs = 12_000
/** Slots are reserved at most this far ahead: a claim that stalled, or a clock that was set, delays the next one no longer. */
const maxAheadMs = 5_000

/** A claim must last for the longest wait in the worker and the longest request. */
export const leaseSeconds = (timeoutSeconds: number) => timeoutSeconds + longestWaitMs / 1_000 + 5

/** The messages of one webhook that this process holds. */
type WebhookQueue = { waiting: Claimed[]; inFlight: number; bytes: number }

const keyOf = ({ workspace_id, webhook_id }: Pick<Claimed, 'workspace_id' | 'webhook_id'>) =>
  `${workspace_id} ${webhook_id}`

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #queues = new Map<string, WebhookQueue>()
  readonly #outcomes: OutcomeBuffer
  #bytes = 0
  #stopping = false
  #running: Promise<void> | undefined
  #checkedAt = 0
  #isReleasing = false
  /** Workers without a lock at the last check. */
  #suspects: number[] = []
  /** How long the database took for the last claim, if that was longer than a slot is valid; else 0. */
  #aheadMs = 0
  #claimedAt = 0
  readonly #requestsEnd = new AbortController()

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#outcomes = new OutcomeBuffer(options)
  }

  start(): void {
    this.#claimedAt = this.#options.clock().getTime()
    this.#running = this.#run()
  }

  /**
   * Stops claiming, gives back messages whose requests have not begun, waits for the others and stores their outcomes.
   * Messages that take too long are given back too, without an attempt.
   */
  async stop(tooLate = AbortSignal.timeout(longestStopMs)): Promise<void> {
    this.#stopping = true
    this.#outcomes.stop()
    tooLate.addEventListener('abort', () => this.#requestsEnd.abort())
    this.#options.wakeups.wake()
    for (const queue of this.#queues.values()) this.#send(queue)
    void this.#outcomes.flush()
    await this.#running
    await this.#outcomes.drain()
  }

  /** Delivers the messages that are due by the clock, and only those. @returns how many messages were read */
  async deliverDue(): Promise<number> {
    await this.#check()
    await this.#release()
    const { seen } = await this.#claim()
    await this.#outcomes.drain()
    return seen
  }

  /** @returns a sentence: why this process should be replaced; null while it makes progress or has nothing to do */
  async stall(db: Db): Promise<string | null> {
    const { clock, policy } = this.#options
    const secondsSince = (time: number) => Math.floor((clock().getTime() - time) / 1_000)
    const patience = Math.max(stallSeconds, 2 * policy.leaseSeconds)
    const unwritten = secondsSince(this.#outcomes.unwrittenSince ?? clock().getTime())
    if (unwritten >= patience) return `What came of attempts could not be written down for ${unwritten} s`
    const seconds = secondsSince(this.#claimedAt)
    if (seconds < patience) return null
    const next = await nextDue(db, clock())
    return next && next <= clock() ? `No message was claimed for ${seconds} s although some are due` : null
  }

  async #run(): Promise<void> {
    const { db, clock, log, wakeups } = this.#options
    while (!this.#stopping) {
      try {
        // The difference may be negative: the clock may be set back.
        if (Math.abs(clock().getTime() - this.#checkedAt) >= checkEveryMs) await this.#check()
        if (this.#isReleasing) await this.#release()
        const { seen, sent, isFull } = await this.#claim()
        this.#claimedAt = clock().getTime()
        if (seen === batch || (isFull && sent > 0)) continue
        if (this.#outcomes.failing || this.#outcomes.open >= maxOpen) await this.#outcomes.flushed
        if (seen > manyMessages) await setTimeout(gatherMs)
        const next = await nextDue(db, clock())
        const until = isFull ? deferMs : next ? next.getTime() - clock().getTime() : checkEveryMs
        const wait = Math.min(until, checkEveryMs)
        if (wait > 0) await wakeups.woken(wait)
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'Messages could not be claimed; trying again')
        await setTimeout(1_000)
      }
    }
  }

  async #check(): Promise<void> {
    const { db, clock } = this.#options
    this.#checkedAt = clock().getTime()
    this.#isReleasing = true
    this.#suspects = await freeLost(db, clock(), this.#suspects)
  }

  async #release(): Promise<void> {
    const { db, clock } = this.#options
    // After a failure messages are claimed, and the next check releases.
    this.#isReleasing = false
    this.#isReleasing = (await releaseHeld(db, clock())) === releasedAtOnce
  }

  async #claim(): Promise<Pick<Claim, 'seen' | 'isFull'> & { sent: number }> {
    const { db, clock, policy, worker = null } = this.#options
    this.#giveBackLate()
    // Messages whose outcomes cannot be stored would be sent again each time their claims expire.
    const limit = this.#outcomes.failing ? 0 : Math.min(batch, maxOpen - this.#outcomes.open)
    if (limit === 0) return { seen: 0, sent: 0, isFull: false }
    const inMemory = { all: this.#bytes, of: (message: Sendable) => this.#queues.get(keyOf(message))?.bytes ?? 0 }
    const options = { worker, inMemory, aheadMs: this.#aheadMs }
    const { claimed, ...claim } = await claimDue(db, clock, limit, policy, options)
    this.#outcomes.expect(claimed.length)
    for (const message of claimed) this.#countBytes(this.#queueOf(message), message.body.length)
    if (claimed.length > 0) await this.#awaitSlots(claimed[0]!.slotAt)
    for (const message of claimed) this.#queueOf(message).waiting.push(message)
    for (const message of claimed) this.#send(this.#queueOf(message))
    void this.#outcomes.flush()
    return { ...claim, sent: claimed.length }
  }

  /** If a claim took longer than slots are valid, the next slots are reserved that much ahead. */
  async #awaitSlots(slotAt: Date): Promise<void> {
    // More than that only if the clock was set back.
    const earlyMs = Math.min(slotAt.getTime() - this.#options.clock().getTime(), this.#aheadMs)
    const tookMs = this.#aheadMs - earlyMs
    this.#aheadMs = tookMs > slackMs ? Math.min(tookMs, maxAheadMs) : 0
    if (earlyMs > 0) await setTimeout(earlyMs)
  }

  #queueOf(message: Claimed): WebhookQueue {
    const key = keyOf(message)
    const queue = this.#queues.get(key) ?? { waiting: [], inFlight: 0, bytes: 0 }
    this.#queues.set(key, queue)
    return queue
  }

  /** @param bytes  of bodies that are now in memory; negative for bodies that are dropped */
  #countBytes(queue: WebhookQueue, bytes: number): void {
    queue.bytes += bytes
    this.#bytes += bytes
  }

  /**
   * Drops the bodies, which are not needed any more.
   * @param isDeferred  for messages without room here: they are due a second later
   */
  #giveBack(queue: WebhookQueue, messages: Claimed[], isDeferred = false): void {
    for (const { workspace_id, id, claim, body } of messages) {
      this.#countBytes(queue, -body.length)
      this.#outcomes.giveBack({ workspace_id, id, claim, isDeferred })
    }
  }

  /** Gives back queued messages whose slot has passed, so that they take no room from others. */
  #giveBackLate(): void {
    const now = this.#options.clock()
    for (const queue of this.#queues.values()) {
      const late = queue.waiting.filter(({ startBy }) => now > startBy)
      queue.waiting = queue.waiting.filter(({ startBy }) => now <= startBy)
      this.#giveBack(queue, late, true)
    }
    void this.#outcomes.flush()
  }

  #send(queue: WebhookQueue): void {
    if (this.#stopping) this.#giveBack(queue, queue.waiting.splice(0))
    while (queue.inFlight < maxInFlight && queue.waiting.length > 0) {
      const message = queue.waiting.shift()!
      if (this.#options.clock() > message.startBy) this.#giveBack(queue, [message])
      else void this.#attempt(queue, message)
    }
    this.#giveBack(queue, queue.waiting.splice(maxWaiting), true)
  }

  async #attempt(queue: WebhookQueue, message: Claimed): Promise<void> {
    queue.inFlight++
    const outcome = await this.#options.attempt(message, this.#requestsEnd.signal)
    queue.inFlight--
    if (outcome) {
      this.#outcomes.add(outcome)
      this.#countBytes(queue, -message.body.length)
    } else this.#giveBack(queue, [message])
    this.#send(queue)
    if (queue.inFlight === 0 && queue.bytes === 0) this.#queues.delete(keyOf(message))
    void this.#outcomes.flush()
  }
}
