/** A limited number of slots for work of several sharers: one has at most half of them, and they take turns. */
import { serviceBusy } from './errors.ts'

export type Share = {
  /** Whose work it is. Without one it is work of the service itself, which may have all slots. */
  sharer?: string | undefined
  signal?: AbortSignal | undefined
  /** Waits however many others wait: for jobs, whose number is limited in another way. */
  isPatient?: boolean
}

type QueueLimits = { slots: number; slotsOfSharer?: number; maxWaiting: number }

type Waiter = PromiseWithResolvers<void>

export class FairQueue {
  readonly #slots: number
  readonly #slotsOfSharer: number
  readonly #maxWaiting: number
  /** By sharer; the first sharer is next. */
  readonly #queues = new Map<string, Waiter[]>()
  readonly #taken = new Map<string, number>()

  /**
   * @param slotsOfSharer  of the slots, half by default: the others stay free for others
   * @param maxWaiting     how many may wait for a slot; one sharer has at most half of them
   */
  constructor({ slots, slotsOfSharer = half(slots), maxWaiting }: QueueLimits) {
    this.#slots = slots
    this.#slotsOfSharer = slotsOfSharer
    this.#maxWaiting = maxWaiting
  }

  /** Slots that are taken. */
  get taken(): number {
    return this.#taken.values().reduce((sum, count) => sum + count, 0)
  }

  get waiting(): number {
    return this.#queues.values().reduce((sum, { length }) => sum + length, 0)
  }

  /**
   * Takes a slot, which `leave` gives back.
   * @throws {ApiError} 503 while too many wait, in all or of this sharer; the signal's reason if it is aborted
   */
  async enter({ sharer = '', signal, isPatient = false }: Share): Promise<void> {
    signal?.throwIfAborted()
    if (this.tryEnter(sharer)) return
    const own = this.#queues.get(sharer) ?? []
    const isFull =
      this.waiting >= this.#maxWaiting || own.length >= shareOf(sharer, this.#maxWaiting, half(this.#maxWaiting))
    if (isFull && !isPatient) throw serviceBusy(5)
    const waiter: Waiter = Promise.withResolvers()
    own.push(waiter)
    this.#queues.set(sharer, own)
    const giveUp = () => this.#giveUp(sharer, waiter, signal!.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    await waiter.promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  /** @returns whether a slot was free for this sharer, and is taken now */
  tryEnter(sharer = ''): boolean {
    const own = this.#taken.get(sharer) ?? 0
    if (this.taken >= this.#slots || own >= shareOf(sharer, this.#slots, this.#slotsOfSharer)) return false
    this.#taken.set(sharer, own + 1)
    return true
  }

  /** Gives the free slot to the next sharer in turn, who then moves to the end of the queue. */
  leave(sharer = ''): void {
    const left = this.#taken.get(sharer)! - 1
    if (left > 0) this.#taken.set(sharer, left)
    else this.#taken.delete(sharer)
    for (const [next, waiters] of this.#queues) {
      if (!this.tryEnter(next)) continue
      const first = waiters.shift()!
      this.#queues.delete(next)
      this.#setQueue(next, waiters)
      first.resolve()
      return
    }
  }

  rejectWaiting(reason: Error): void {
    for (const { reject } of [...this.#queues.values()].flat()) reject(reason)
    this.#queues.clear()
  }

  #giveUp(sharer: string, waiter: Waiter, reason: unknown): void {
    const waiters = this.#queues.get(sharer) ?? []
    // It has got its slot in this moment, and keeps it.
    if (!waiters.includes(waiter)) return
    waiters.splice(waiters.indexOf(waiter), 1)
    this.#setQueue(sharer, waiters)
    waiter.reject(reason)
  }

  #setQueue(sharer: string, waiters: Waiter[]): void {
    if (waiters.length > 0) this.#queues.set(sharer, waiters)
    else this.#queues.delete(sharer)
  }
}

/** At least one. */
const half = (count: number) => Math.ceil(count / 2)

const shareOf = (sharer: string, count: number, ofSharer: number) => (sharer === '' ? count : ofSharer)
