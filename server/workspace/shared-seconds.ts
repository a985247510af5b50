/** Requests of keys in their current second, counted by all processes of the API together (decision 13). */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import { type CountedKey, type KeyRequests, keyOf } from './key-day.ts'
import { type Counted, countedOf } from './rate-window.ts'

type Second = { name: string; used: number; endsAt: Date }
type Batch = { counts: Map<string, KeyRequests>; written: Promise<Map<string, Second>> }

/**
 * A request waits for one statement; all requests that come while it runs share the next one. So the cost per request
 * falls as the load grows.
 */
export class SharedSeconds {
  readonly #db: Db
  readonly #clock: Clock
  readonly #limit: number
  #batch: Batch | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(db: Db, clock: Clock, limit: number) {
    this.#db = db
    this.#clock = clock
    this.#limit = limit
  }

  async count(key: CountedKey): Promise<Counted> {
    this.#batch ??= this.#openBatch()
    const batch = this.#batch
    const name = keyOf(key)
    const counted = batch.counts.get(name) ?? { ...key, requests: 0 }
    batch.counts.set(name, counted)
    const nth = ++counted.requests
    const { used, endsAt } = (await batch.written).get(name)!
    return countedOf(this.#limit, used - counted.requests + nth, endsAt, this.#clock())
  }

  #openBatch(): Batch {
    const counts: Batch['counts'] = new Map()
    const written = this.#last.then(() => {
      this.#batch = undefined
      return this.#write([...counts.values()])
    })
    this.#last = written.catch(() => {})
    return { counts, written }
  }

  /**
   * The table is unlogged: a commit does not wait for the disk. If the server crashes, the lost second is over anyway.
   */
  async #write(counts: KeyRequests[]): Promise<Map<string, Second>> {
    const now = this.#clock()
    const endsAt = new Date(now.getTime() + 1_000)
    const { rows } = await sql<Second>`
      insert into request_seconds as second (name, used, ends_at)
      select name, requests, ${endsAt} from unnest(${counts.map(keyOf)}::text[],
        ${counts.map(({ requests }) => requests)}::integer[]) as counted (name, requests)
      -- All processes lock in one order, so that no two wait for each other.
      order by name
      -- A second that ends later than one that begins now was begun by a clock that was ahead.
      on conflict (name) do update set
        used = case when second.ends_at > ${now} and second.ends_at <= ${endsAt} then second.used else 0 end + excluded.used,
        ends_at = case when second.ends_at > ${now} and second.ends_at <= ${endsAt} then second.ends_at else excluded.ends_at end
      returning name, used, ends_at as "endsAt"`.execute(this.#db)
    return new Map(rows.map((second) => [second.name, second]))
  }
}

/** A key that is used again reuses its row; this removes those of keys that are used no more. */
export async function forgetSeconds(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('request_seconds').where('ends_at', '<', now).execute()
}
