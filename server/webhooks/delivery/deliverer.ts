/**
 * Delivers what is due: claims in batches, sends side by side, finishes in batches. Any number of processes may run one;
 * they share the work by claims. A webhook that hangs holds up at most its own messages.
 */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../platform/postgres/db.ts'
import type { Wakeups } from '../../platform/postgres/wakeups.ts'
import type { Clock } from '../../platform/time.ts'
import type { Leaving } from './body-room.ts'
import { type Claim, type Claimed, type ClaimPolicy, claimDue, giveBack, nextDue, restMs } from './claim.ts'
import { finish, type Outcome, type RetryPolicy } from './finish.ts'
import { Lead } from './lead.ts'
import { slackMs } from './pace.ts'
import { type Place, Places } from './places.ts'
import { releasedAtOnce, releaseHeld } from './release-held.ts'

/** Makes one request; what goes wrong is the outcome. Null: there was no place for it, or it was stopped. */
export type Attempt = (message: Claimed, place: Place, stopping: AbortSignal) => Promise<Outcome | null>

export type DelivererOptions = {
  db: Db
  clock: Clock
  log: Logger
  policy: ClaimPolicy & RetryPolicy
  attempt: Attempt
  wakeups: Pick<Wakeups, 'woken' | 'wake'>
}

/**
 * Messages claimed at once, and those that one process holds: under way, waiting for a connection, or being finished.
 * Of their bodies it holds no more than body-room.ts says.
 */
const batch = 500
const mostOpen = 2_000
/** Requests to one webhook at a time, and its messages that may wait here for one of them to end. */
const mostInFlight = 20
const mostWaiting = 180
/** What has waited here longer than this goes back: its claim must outlast the attempt. */
const longestWaitMs = 10_000
const releaseEveryMs = 2_000
const longestRestMs = 5_000
/** Who claims nothing for so long although something is due, or cannot write down what it did, has stopped working; at least two claims' time. */
const stallSeconds = 60
/** What is under way when the process ends may take so long; there must be time left to write it down. */
const longestEndMs = 12_000

/** A claim lasts while a message waits here and is then tried. */
export const leaseSeconds = (timeoutSeconds: number) => timeoutSeconds + longestWaitMs / 1_000 + 5

/** What this process holds of one webhook. */
type Line = { waiting: Claimed[]; inFlight: number; bytes: number }
type Returned = Pick<Claimed, 'workspace_id' | 'id' | 'claim'>

const nameOf = ({ workspace_id, webhook_id }: Pick<Claimed, 'workspace_id' | 'webhook_id'>) =>
  `${workspace_id} ${webhook_id}`

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #lines = new Map<string, Line>()
  readonly #ended: Outcome[] = []
  readonly #returned: Returned[] = []
  readonly #lead: Lead
  readonly #places: Places
  #open = 0
  #bytes = 0
  #stopping = false
  #running: Promise<void> | undefined
  #flushing: Promise<void> | undefined
  #releasedAt = 0
  #claimedAt = 0
  /** Since when something waits to be written down that cannot be; whether the last time failed. */
  #unwrittenSince: number | null = null
  #failing = false
  readonly #ending = new AbortController()
  #roomFreed = Promise.withResolvers<void>()

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#lead = new Lead(options.clock)
    this.#places = new Places({ ...options, perSecond: options.policy.perSecond })
  }

  start(): void {
    this.#claimedAt = this.#options.clock().getTime()
    this.#running = this.#run()
  }

  /**
   * Claims no more, gives back what has not begun, waits for what has and writes it down. What takes too long is given
   * back too, and is no attempt.
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

  /** Delivers what is due by the clock, and only that. @returns how many messages were looked at */
  async deliverDue(): Promise<number> {
    const { db, clock } = this.#options
    await releaseHeld(db, clock())
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
    const next = await nextDue(db)
    return next && next <= clock() ? `No message was claimed for ${seconds} s although some are due` : null
  }

  /** Resolves when everything that was claimed has been written down. */
  async #idle(): Promise<void> {
    while (this.#open > 0) {
      const { promise } = this.#roomFreed
      void this.#flush()
      await promise
    }
  }

  async #run(): Promise<void> {
    const { db, clock, log, wakeups } = this.#options
    while (!this.#stopping) {
      try {
        // Either way: the clock may be set back.
        if (Math.abs(clock().getTime() - this.#releasedAt) >= releaseEveryMs) {
          const released = await releaseHeld(db, clock())
          if (released < releasedAtOnce) this.#releasedAt = clock().getTime()
        }
        const { seen, full } = await this.#claim()
        this.#claimedAt = clock().getTime()
        if (seen === batch) continue
        const mustWait = this.#failing || this.#open >= mostOpen || (full && this.#open > 0)
        if (mustWait) await this.#roomFreed.promise
        const next = await nextDue(db)
        const wait = next ? Math.min(next.getTime() - clock().getTime(), longestRestMs) : longestRestMs
        if (wait > 0) await wakeups.woken(wait)
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'Messages could not be claimed; trying again')
        await setTimeout(1_000)
      }
    }
  }

  async #claim(): Promise<Pick<Claim, 'seen' | 'full'>> {
    const { db, clock, policy } = this.#options
    // What cannot be written down would be sent again whenever its claim ends.
    const limit = this.#failing ? 0 : Math.min(batch, mostOpen - this.#open)
    if (limit === 0) return { seen: 0, full: false }
    const inMemory = { all: this.#bytes, of: (message: Leaving) => this.#lines.get(nameOf(message))?.bytes ?? 0 }
    const { claimed, seen, full } = await claimDue(db, clock, limit, policy, { inMemory, leadMs: this.#lead.ms })
    this.#open += claimed.length
    for (const message of claimed) this.#weigh(this.#line(message), message.body.length)
    if (policy.perSecond > 0 && claimed.length > 0) await this.#lead.comeOnTime(claimed[0]!.leavesAt)
    for (const message of claimed) this.#line(message).waiting.push(message)
    for (const message of claimed) this.#send(this.#line(message))
    void this.#flush()
    return { seen, full }
  }

  #line(message: Claimed): Line {
    const name = nameOf(message)
    const line = this.#lines.get(name) ?? { waiting: [], inFlight: 0, bytes: 0 }
    this.#lines.set(name, line)
    return line
  }

  /** @param bytes  of bodies that come into memory, or leave it */
  #weigh(line: Line, bytes: number): void {
    line.bytes += bytes
    this.#bytes += bytes
  }

  /** Without their bodies, which nobody needs any more. */
  #giveBack(line: Line, messages: Claimed[]): void {
    for (const { workspace_id, id, claim, body } of messages) {
      this.#weigh(line, -body.length)
      this.#returned.push({ workspace_id, id, claim })
    }
  }

  #send(line: Line): void {
    if (this.#stopping) this.#giveBack(line, line.waiting.splice(0))
    while (line.inFlight < mostInFlight && line.waiting.length > 0) {
      const message = line.waiting.shift()!
      if (this.#isLate(message)) this.#giveBack(line, [message])
      else void this.#attempt(line, message)
    }
    this.#giveBack(line, line.waiting.splice(mostWaiting))
  }

  /** A place in a paced lane is for the moment; other messages may wait for a connection. */
  #isLate({ leavesAt }: Claimed): boolean {
    const { clock, policy } = this.#options
    return clock().getTime() - leavesAt.getTime() > (policy.perSecond > 0 ? slackMs : longestWaitMs)
  }

  async #attempt(line: Line, message: Claimed): Promise<void> {
    line.inFlight++
    const outcome = await this.#options.attempt(message, this.#places.of(message), this.#ending.signal)
    line.inFlight--
    this.#places.forget(message)
    if (outcome) {
      this.#ended.push(outcome)
      this.#weigh(line, -message.body.length)
    } else this.#giveBack(line, [message])
    this.#send(line)
    if (line.inFlight === 0 && line.bytes === 0) this.#lines.delete(nameOf(message))
    void this.#flush()
  }

  /** Writes down what has ended. While one batch is being written, the next one gathers. */
  #flush(): Promise<void> {
    if (this.#ended.length > 0 || this.#returned.length > 0) this.#flushing ??= this.#writeAll()
    return this.#flushing ?? Promise.resolve()
  }

  async #writeAll(): Promise<void> {
    const { db, clock, policy } = this.#options
    while (this.#ended.length > 0 || this.#returned.length > 0) {
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
      this.#roomFreed.resolve()
      this.#roomFreed = Promise.withResolvers()
    }
    this.#flushing = undefined
  }

  /** What cannot be written goes back to where it came from. @returns whether it could */
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
      const name = `${outcome.message.workspace_id} ${outcome.message.id}`
      if (taken.size < batch && !taken.has(name)) taken.set(name, outcome)
      else left.push(outcome)
    }
    this.#ended.push(...left)
    return [...taken.values()]
  }
}
