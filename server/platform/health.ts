/** What an operator's tools ask: is it alive, is it ready, how is it doing. No key needed, nothing of a tenant told. */
import type { Api } from './api.ts'
import { type Db, isMigrated } from './db.ts'
import { ApiError } from './errors.ts'
import type { Metrics } from './metrics.ts'

export type HealthDeps = { db: Db; metrics: Metrics; isStopping(): boolean }

export function healthRoutes(api: Api, { db, metrics, isStopping }: HealthDeps): void {
  const quiet = { logLevel: 'warn' as const }

  api.get('/healthz', quiet, async () => ({ status: 'ok' }))

  api.get('/readyz', quiet, async () => {
    if (isStopping()) throw new ApiError(503, 'Stopping')
    const migrated = await isMigrated(db).catch((cause: unknown) => {
      throw new ApiError(503, 'The database is not available', { cause })
    })
    if (!migrated) throw new ApiError(503, 'The database schema is not up to date; run minutebook migrate')
    return { status: 'ready' }
  })

  api.get('/metrics', quiet, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
