/** A limited number of places for work of several sharers: one has at most half of them, and they take turns. */
import { serviceBusy } from './errors.ts'

export type Share = {
  /** Whose work it is. Without one it is work of the service itself, which may have all places. */
  sharer?: string | undefined
  signal?: AbortSignal | undefined
  /** Waits however many others wait: for jobs, whose number is limited in another way. */
  isPatient?: boolean
}

type Turn = PromiseWithResolvers<void>

export class FairQueue {
  readonly #places: number
  readonly #waiting: number
  /** By sharer; the first is next. */
  readonly #queues = new Map<string, Turn[]>()
  readonly #taken = new Map<string, number>()

  /** @param waiting  how many may wait for a place; one sharer has at most half of them */
  constructor({ places, waiting }: { places: number; waiting: number }) {
    this.#places = places
    this.#waiting = waiting
  }

  /** Places that are taken. */
  get taken(): number {
    return this.#taken.values().reduce((sum, count) => sum + count, 0)
  }

  get waiting(): number {
    return this.#queues.values().reduce((sum, { length }) => sum + length, 0)
  }

  /**
   * Takes a place, which `leave` gives back.
   * @throws {ApiError} 503 while too many wait, in all or of this sharer; the signal's reason if it is aborted
   */
  async enter({ sharer = '', signal, isPatient = false }: Share): Promise<void> {
    signal?.throwIfAborted()
    if (this.tryEnter(sharer)) return
    const own = this.#queues.get(sharer) ?? []
    const isFull = this.waiting >= this.#waiting || own.length >= shareOf(sharer, this.#waiting)
    if (isFull && !isPatient) throw serviceBusy(5)
    const turn: Turn = Promise.withResolvers()
    own.push(turn)
    this.#queues.set(sharer, own)
    const giveUp = () => this.#giveUp(sharer, turn, signal!.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    await turn.promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  /** @returns whether a place was free for this sharer, and is taken now */
  tryEnter(sharer = ''): boolean {
    const own = this.#taken.get(sharer) ?? 0
    if (this.taken >= this.#places || own >= shareOf(sharer, this.#places)) return false
    this.#taken.set(sharer, own + 1)
    return true
  }

  /** Gives the free place to the next sharer in turn, who then moves to the end of the queue. */
  leave(sharer = ''): void {
    const left = this.#taken.get(sharer)! - 1
    if (left > 0) this.#taken.set(sharer, left)
    else this.#taken.delete(sharer)
    for (const [next, turns] of this.#queues) {
      if (!this.tryEnter(next)) continue
      const first = turns.shift()!
      this.#queues.delete(next)
      this.#keep(next, turns)
      first.resolve()
      return
    }
  }

  /** Refuses those that wait. */
  refuse(reason: Error): void {
    for (const { reject } of [...this.#queues.values()].flat()) reject(reason)
    this.#queues.clear()
  }

  #giveUp(sharer: string, turn: Turn, reason: unknown): void {
    const turns = this.#queues.get(sharer) ?? []
    // A turn that was given just now stays given.
    if (!turns.includes(turn)) return
    turns.splice(turns.indexOf(turn), 1)
    this.#keep(sharer, turns)
    turn.reject(reason)
  }

  #keep(sharer: string, turns: Turn[]): void {
    if (turns.length > 0) this.#queues.set(sharer, turns)
    else this.#queues.delete(sharer)
  }
}

/** Half, and at least one. */
const shareOf = (sharer: string, count: number) => (sharer === '' ? count : Math.ceil(count / 2))
