/** Liveness, readiness and metrics for an operator's tools. They need no key and contain no data of a tenant. */
import { ApiError } from '../errors.ts'
import type { Api } from '../http/api.ts'
import type { Db } from '../postgres/db.ts'
import { isMigrated } from '../postgres/migrate.ts'
import type { Pool } from '../postgres/pool.ts'
import type { Metrics } from './metrics.ts'

/** Longer than a statement may take on the readiness connection, and shorter than the usual limit of a probe. */
const patienceMs = 1_800

type Check = (db: Db) => Promise<string | null>

/** The readiness of a process: its database, and the checks that its parts add. */
export class Readiness {
  readonly #db: Db
  readonly #pool: Pool
  readonly #checks: Check[] = []
  readonly #warnings: (() => Promise<string | null>)[] = []
  #checking: Promise<string | null> | undefined

  /** @param pool  has one connection, which nothing else uses */
  constructor(db: Db, pool: Pool) {
    this.#db = db
    this.#pool = pool
  }

  /** @param check  returns what is wrong, in a sentence, or null; it must query the database through its argument */
  addCheck(check: Check): void {
    this.#checks.push(check)
  }

  /** @param warning  returns what is refused or slow for now, in a sentence, or null; the process stays ready */
  addWarning(warning: () => Promise<string | null>): void {
    this.#warnings.push(warning)
  }

  /** @returns why the process is not ready, or null; concurrent callers share one run of the checks */
  async firstReason(): Promise<string | null> {
    this.#checking ??= this.#runChecks().finally(() => {
      this.#checking = undefined
    })
    const { promise, resolve } = Promise.withResolvers<string>()
    const tooLong = setTimeout(() => {
      // A connection that does not answer is replaced by the next check.
      this.#pool.cutOff()
      resolve('The database did not answer in time')
    }, patienceMs)
    try {
      return await Promise.race([this.#checking, promise])
    } finally {
      clearTimeout(tooLong)
    }
  }

  async warnings(): Promise<string[]> {
    const warnings = await Promise.all(this.#warnings.map((warning) => warning()))
    return warnings.filter((warning) => warning !== null)
  }

  async #runChecks(): Promise<string | null> {
    const migrated = await isMigrated(this.#db)
    if (!migrated) return 'The database schema is not up to date; run minutebook migrate'
    for (const check of this.#checks) {
      const reason = await check(this.#db)
      if (reason) return reason
    }
    return null
  }
}

export function healthRoutes(
  api: Api,
  { metrics, readiness, isStopping }: { metrics: Metrics; readiness: Readiness; isStopping(): boolean },
): void {
  const quiet = { logLevel: 'warn' as const }

  api.get('/healthz', quiet, async () => ({ status: 'ok' }))

  api.get('/readyz', quiet, async () => {
    if (isStopping()) throw new ApiError(503, 'Stopping')
    const reason = await readiness.firstReason().catch((cause: unknown) => {
      throw new ApiError(503, 'The database is not available', { cause })
    })
    if (reason) throw new ApiError(503, reason)
    const warnings = await readiness.warnings()
    return { status: 'ready', ...(warnings.length > 0 && { warnings }) }
  })

  api.get('/metrics', quiet, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
