/** A connection that keeps the plans of its latest statements: planning a list costs twice as much as running it. */
import type { EventEmitter } from 'node:events'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

/** Plans that one connection holds, 50 to 300 kB each. */
export const maxStatements = 200

const mark = '/* plan anew */'

/** Put at the end of a statement whose best plan depends on a value: it is planned each time that it runs. */
export const planAnew: RawBuilder<unknown> = sql.raw(mark)

/**
 * Statements name their columns, never `*`: a kept plan must not meet a column that a newer release added.
 */
export class PreparingClient extends pg.Client {
  readonly #statements = new StatementNames()

  constructor(config?: pg.ClientConfig) {
    super(config)
    // The borrower sees the disconnect on its next query; without this listener the process would crash.
    this.on('error', () => {})
    // The disconnect is reported a moment after its error message; until then the pool would check out the connection.
    const driver = this as unknown as { connection: EventEmitter; _queryable: boolean }
    driver.connection.on('errorMessage', ({ severity }: { severity: string }) => {
      if (severity === 'FATAL') driver._queryable = false
    })
  }

  // The driver's own signature. The query builder sends a text with values; everything else is passed on unchanged.
  override query(...args: never[]): never {
    const [text, values, callback] = args as unknown[] as [unknown, unknown, Answered | undefined]
    const query = super.query as (...args: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return query.apply(this, args) as never
    const prepared = new pg.Query(text, values)
    if (values.length > 0 && !text.endsWith(mark)) this.#name(prepared, text)
    // The driver's own promise keeps every result until the next full garbage collection: 20 kB and 40 µs a page.
    const answer = (answered: Answered) => query.call(this, prepared, answered)
    if (callback) return answer(callback) as never
    return new Promise((resolve, reject) => {
      answer((error, result) => (error ? reject(error) : resolve(result)))
    }) as never
  }

  /** The statement that it evicts is closed with the same message to PostgreSQL, which works in a failed transaction too. */
  #name(prepared: pg.Query, text: string): void {
    const { name, evicted } = this.#statements.use(text)
    Object.assign(prepared, { name })
    if (evicted === undefined) return
    const { submit } = prepared
    prepared.submit = (connection) => {
      const { parsedStatements } = connection as unknown as { parsedStatements: Record<string, string> }
      delete parsedStatements[evicted]
      connection.close({ type: 'S', name: evicted }, true)
      return submit.call(prepared, connection)
    }
  }
}

type Answered = (error: Error | undefined, result: unknown) => void

/** The names under which a connection keeps statements; the least recently used one is evicted. */
class StatementNames {
  /** By text, the least recently used first. */
  readonly #names = new Map<string, string>()
  #made = 0

  /** A name is never given twice, so that none can meet another text. */
  use(text: string): { name: string; evicted?: string } {
    const known = this.#names.get(text)
    const name = known ?? `s${this.#made++}`
    this.#names.delete(text)
    this.#names.set(text, name)
    if (this.#names.size <= maxStatements) return { name }
    const [[oldest, evicted]] = this.#names as unknown as [[string, string]]
    this.#names.delete(oldest)
    return { name, evicted }
  }
}
