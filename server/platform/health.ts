/** What an operator's tools ask: is it alive, is it ready, how is it doing. No key needed, nothing of a tenant told. */
import type { Api } from './api.ts'
import { type Db, isMigrated } from './db.ts'
import { ApiError } from './errors.ts'
import type { Metrics } from './metrics.ts'

/** What is asked of a process beside its database: each part that works in it adds its own question. */
export class Readiness {
  readonly #questions: (() => Promise<string | null>)[] = []

  /** @param fault  what is wrong, in a sentence; null while nothing is */
  ask(fault: () => Promise<string | null>): void {
    this.#questions.push(fault)
  }

  async firstFault(): Promise<string | null> {
    for (const fault of this.#questions) {
      const found = await fault()
      if (found) return found
    }
    return null
  }
}

export type HealthDeps = { db: Db; metrics: Metrics; readiness: Readiness; isStopping(): boolean }

export function healthRoutes(api: Api, { db, metrics, readiness, isStopping }: HealthDeps): void {
  const quiet = { logLevel: 'warn' as const }

  api.get('/healthz', quiet, async () => ({ status: 'ok' }))

  api.get('/readyz', quiet, async () => {
    if (isStopping()) throw new ApiError(503, 'Stopping')
    const migrated = await isMigrated(db).catch((cause: unknown) => {
      throw new ApiError(503, 'The database is not available', { cause })
    })
    if (!migrated) throw new ApiError(503, 'The database schema is not up to date; run minutebook migrate')
    const fault = await readiness.firstFault()
    if (fault) throw new ApiError(503, fault)
    return { status: 'ready' }
  })

  api.get('/metrics', quiet, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
