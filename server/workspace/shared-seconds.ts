/** Requests of keys in their current second, counted by all processes of the API together (decision 13). */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import { type KeyName, type KeyRequests, keyOf } from './key-day.ts'
import { type Counted, countedOf } from './rate-window.ts'

type Second = { name: string; used: number; endsAt: Date }
type Batch = { counts: Map<string, KeyRequests>; written: Promise<Map<string, Second>> }

/**
 * A request waits for one statement, and all that come while one runs share the next: the cost of counting falls with the load.
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

  async count(key: KeyName): Promise<Counted> {
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

  /** The table is unlogged: a commit waits for no disk, and a second that is lost with the server would be over by then. */
  async #write(counts: KeyRequests[]): Promise<Map<string, Second>> {
    const now = this.#clock()
    const endsAt = new Date(now.getTime() + 1_000)
    const { rows } = await sql<Second>`
      insert into request_seconds as second (name, used, ends_at)
      select name, requests, ${endsAt} from unnest(${counts.map(keyOf)}::text[],
        ${counts.map(({ requests }) => requests)}::integer[]) as counted (name, requests)
      -- All processes lock in one order, so that no two wait for each other.
      order by name
      -- A second that ends later than one that begins now is of a clock that was ahead.
      on conflict (name) do update set
        used = case when second.ends_at > ${now} and second.ends_at <= ${endsAt} then second.used else 0 end + excluded.used,
        ends_at = case when second.ends_at > ${now} and second.ends_at <= ${endsAt} then second.ends_at else excluded.ends_at end
      returning name, used, ends_at as "endsAt"`.execute(this.#db)
    return new Map(rows.map((second) => [second.name, second]))
  }
}

/** A key that is used again takes its row over; this is for keys that are used no more. */
export async function forgetSeconds(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('request_seconds').where('ends_at', '<', now).execute()
}
