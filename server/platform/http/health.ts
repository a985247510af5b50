/** What an operator's tools ask: is it alive, is it ready, how is it doing. No key needed, nothing of a tenant told. */

import { ApiError } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { type Db, isMigrated, type Pool } from '../postgres/db.ts'
import type { Api } from './api.ts'

/** Longer than one statement may take on the connection that is kept for it, and short enough for whoever asks. */
const patienceMs = 1_800

type Question = (db: Db) => Promise<string | null>

/** What is asked of a process: whether its database is there, and what each part that works in it adds. */
export class Readiness {
  readonly #db: Db
  readonly #pool: Pool
  readonly #questions: Question[] = []
  readonly #worries: (() => Promise<string | null>)[] = []
  #looking: Promise<string | null> | undefined

  /** Of a connection that nothing else uses. */
  constructor(db: Db, pool: Pool) {
    this.#db = db
    this.#pool = pool
  }

  /** @param fault  what is wrong, in a sentence; null while nothing is. It asks the database by what it is given */
  ask(fault: Question): void {
    this.#questions.push(fault)
  }

  /** @param worry  what is refused or slow for now, in a sentence, while everything else goes on */
  warn(worry: () => Promise<string | null>): void {
    this.#worries.push(worry)
  }

  /** @returns why requests should go elsewhere; those who ask meanwhile share one look */
  async firstReason(): Promise<string | null> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    const { promise, resolve } = Promise.withResolvers<string>()
    const tooLong = setTimeout(() => {
      // A connection that does not answer is replaced by the next look.
      this.#pool.cutOff()
      resolve('The database did not answer in time')
    }, patienceMs)
    try {
      return await Promise.race([this.#looking, promise])
    } finally {
      clearTimeout(tooLong)
    }
  }

  async warnings(): Promise<string[]> {
    const worries = await Promise.all(this.#worries.map((worry) => worry()))
    return worries.filter((worry) => worry !== null)
  }

  async #look(): Promise<string | null> {
    const migrated = await isMigrated(this.#db)
    if (!migrated) return 'The database schema is not up to date; run minutebook migrate'
    for (const fault of this.#questions) {
      const found = await fault(this.#db)
      if (found) return found
    }
    return null
  }
}

export type HealthDeps = { metrics: Metrics; readiness: Readiness; isStopping(): boolean }

export function healthRoutes(api: Api, { metrics, readiness, isStopping }: HealthDeps): void {
  const quiet = { logLevel: 'warn' as const }

  api.get('/healthz', quiet, async () => ({ status: 'ok' }))

  api.get('/readyz', quiet, async () => {
    if (isStopping()) throw new ApiError(503, 'Stopping')
    const fault = await readiness.firstReason().catch((cause: unknown) => {
      throw new ApiError(503, 'The database is not available', { cause })
    })
    if (fault) throw new ApiError(503, fault)
    const warnings = await readiness.warnings()
    return { status: 'ready', ...(warnings.length > 0 && { warnings }) }
  })

  api.get('/metrics', quiet, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
