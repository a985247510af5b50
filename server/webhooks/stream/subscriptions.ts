/**
 * The open connections of `GET /api/v1/events` in this process. They share the wake-ups of the process, and one check of
 * which may still listen. Events stay in the database until each subscription has read them at its own speed.
 */
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Wakeups } from '../../platform/postgres/wakeups.ts'
import { Signal } from '../../platform/signal.ts'
import { findAllowed, findNewEvents, keepListening, type Listener, numberEvents } from './stream-events.ts'

/**
 * Connections are closed within this time after their key or session ended, or their person was deactivated. They
 * receive no events from that moment on.
 */
const checkEveryMs = 3_000
/** Connections that a key or a session may have in one process, and a person with all of theirs. */
export const maxPerKey = 20
export const maxPerPerson = 100

/** One open connection. */
export type Subscription = {
  listener: Listener
  /** Wakes when there are events to read, and when the connection must end. */
  signal: Signal
  open: boolean
}

export class Subscriptions {
  readonly #deps: Pick<Context, 'db' | 'clock' | 'log'> & { wakeups: Wakeups }
  /** Each with the person who opened it. */
  readonly #subscriptions = new Map<Subscription, string>()
  #seen = 0
  #starting: Promise<void> | undefined
  #running: Promise<void> | undefined
  #checking: NodeJS.Timeout | undefined
  #stopping = false

  constructor(deps: Pick<Context, 'db' | 'clock' | 'log'> & { wakeups: Wakeups }) {
    this.#deps = deps
  }

  /**
   * @param sharer  the owner of the key or session, also while it acts on behalf of someone
   * @returns the new connection and the number of the last event before it
   * @throws {ApiError} 429 if the key, session or person has too many, 503 while the process stops
   */
  async join(listener: Listener, sharer: string): Promise<{ subscription: Subscription; last: number }> {
    if (this.#stopping) throw new ApiError(503, 'Stopping', { headers: { 'retry-after': '1' } })
    this.#requireBelowLimit(listener, sharer)
    const subscription = { listener, signal: new Signal(), open: true }
    this.#subscriptions.set(subscription, sharer)
    try {
      await this.#start()
      await keepListening(this.#deps.db, this.#deps.clock(), [listener])
      await this.#readNew()
    } catch (error) {
      this.leave(subscription)
      throw error
    }
    return { subscription, last: this.#seen }
  }

  leave(subscription: Subscription): void {
    this.#subscriptions.delete(subscription)
    subscription.open = false
    subscription.signal.wake()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const subscription of this.#subscriptions.keys()) this.leave(subscription)
    await this.#starting?.catch(() => {})
    clearInterval(this.#checking)
    if (this.#running) this.#deps.wakeups.stop()
    await this.#running
  }

  #requireBelowLimit(listener: Listener, sharer: string): void {
    const own = [...this.#subscriptions].flatMap(([open, other]) => (other === sharer ? [open.listener] : []))
    const same = own.filter((each) => sourceOf(each) === sourceOf(listener))
    requireBelow(same.length, maxPerKey, listener.sessionId === null ? 'key' : 'session')
    requireBelow(own.length, maxPerPerson, 'person')
  }

  /** Runs with the first subscription; a process without any needs no wake-ups. */
  async #start(): Promise<void> {
    this.#starting ??= this.#begin()
    try {
      await this.#starting
    } catch (error) {
      this.#starting = undefined
      throw error
    }
  }

  async #begin(): Promise<void> {
    await this.#deps.wakeups.start()
    this.#checking = setInterval(() => void this.#guarded(() => this.#dropUnauthorized()), checkEveryMs).unref()
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#deps.wakeups.woken(checkEveryMs)
      if (this.#subscriptions.size > 0 && !this.#stopping) await this.#guarded(() => this.#readNew())
    }
  }

  /** Numbers new events and wakes the subscriptions of their recipients. */
  async #readNew(): Promise<void> {
    const { db } = this.#deps
    await numberEvents(db)
    const added = await findNewEvents(db, this.#seen)
    this.#seen = Math.max(this.#seen, ...added.map(({ last }) => last))
    const people = new Set(added.map(({ workspace_id, user_id }) => `${workspace_id}/${user_id}`))
    for (const { listener, signal } of this.#subscriptions.keys()) {
      if (people.has(`${listener.workspaceId}/${listener.userId}`)) signal.wake()
    }
  }

  async #dropUnauthorized(): Promise<void> {
    const { db, clock } = this.#deps
    const subscriptions = [...this.#subscriptions.keys()]
    if (subscriptions.length === 0) return
    const listeners = subscriptions.map(({ listener }) => listener)
    const allowed = await findAllowed(db, clock(), listeners)
    for (const [index, subscription] of subscriptions.entries()) if (!allowed.has(index)) this.leave(subscription)
    await keepListening(db, clock(), listeners)
  }

  async #guarded(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      this.#deps.log.warn({ reason: (error as Error).message }, 'Events could not be looked up; trying again')
    }
  }
}

/** The key or session that listens. */
const sourceOf = ({ sessionId, keyId }: Listener) => sessionId ?? keyId

function requireBelow(count: number, most: number, who: string): void {
  if (count < most) return
  throw new ApiError(429, `This ${who} listens ${most} times already; end one of its connections first`, {
    code: 'rate_limited',
    headers: { 'retry-after': '5' },
  })
}
