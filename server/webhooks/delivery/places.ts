/**
 * A place in a lane is for the moment at which the first byte leaves. Who comes later, because names and connections took
 * their time, gives it back and takes another one, many at a time (spec 8, decision 34).
 */
import type { Logger } from 'pino'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { Claimed } from './claim.ts'
import { paced } from './lanes.ts'
import { Lead } from './lead.ts'
import { slackMs } from './pace.ts'

/** A message's right to leave, from its claim to its first byte. */
export type Place = {
  /** Takes another one if the one that there is has gone by. @returns whether it may leave now */
  take(): Promise<boolean>
  /** Asked right before the first byte. @returns false if the place has gone by meanwhile */
  use(): boolean
}

type Asked = { message: Claimed; answer: (isGiven: boolean) => void }

/** What a message has that gave its place back. */
const none = new Date(0)

export class Places {
  readonly #options: { db: Db; clock: Clock; log: Logger; perSecond: number }
  readonly #lead: Lead
  /** Those of this process that have not left. */
  readonly #unused = new Set<Claimed>()
  #asked: Asked[] = []
  #taking: Promise<void> | undefined

  constructor(options: { db: Db; clock: Clock; log: Logger; perSecond: number }) {
    this.#options = options
    this.#lead = new Lead(options.clock)
  }

  of(message: Claimed): Place {
    this.#unused.add(message)
    return { take: () => this.#take(message), use: () => this.#use(message) }
  }

  /** To be called when the attempt has ended. */
  forget(message: Claimed): void {
    this.#unused.delete(message)
  }

  #isGood({ leavesAt }: Claimed): boolean {
    return this.#options.clock().getTime() - leavesAt.getTime() <= slackMs
  }

  #use(message: Claimed): boolean {
    const isGood = this.#isGood(message)
    if (isGood) this.#unused.delete(message)
    return isGood
  }

  async #take(message: Claimed): Promise<boolean> {
    if (this.#isGood(message)) return true
    if (this.#options.perSecond === 0) {
      message.leavesAt = this.#options.clock()
      return true
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#asked.push({ message, answer: resolve })
    this.#taking ??= this.#takeAll()
    return promise
  }

  async #takeAll(): Promise<void> {
    while (this.#asked.length > 0) {
      const asked = this.#asked.splice(0)
      const given = await this.#exchange(asked.map(({ message }) => message)).catch((error) => {
        this.#options.log.error({ reason: (error as Error).message }, 'No places could be taken; trying again')
        return new Set<Claimed>()
      })
      for (const { message, answer } of asked) answer(given.has(message))
    }
    this.#taking = undefined
  }

  /** Places that have gone by are given back for all that wait here, so that they take none from those who ask. */
  async #exchange(messages: Claimed[]): Promise<Set<Claimed>> {
    const { db, clock, perSecond } = this.#options
    const late = [...this.#unused].filter((message) => !this.#isGood(message))
    const unused = late.map(({ workspace_id, lane, leavesAt }) => ({ workspace_id, lane, leavesAt }))
    for (const message of late) message.leavesAt = none
    const soon = () => new Date(clock().getTime() + this.#lead.ms)
    const { now, later } = await db.transaction().execute((tx) => paced(tx, soon, messages, perSecond, unused))
    await this.#lead.comeOnTime(now)
    const given = messages.filter((message) => !later.has(message))
    for (const message of given) message.leavesAt = now
    return new Set(given)
  }
}
