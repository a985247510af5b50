/** The composition root: the only file that makes pools, clocks and servers. What is wired to what stands here. */
import { networkInterfaces } from 'node:os'
import type { Logger } from 'pino'
import { actionItemRoutes } from './action-items/routes.ts'
import type { Config } from './config.ts'
import { noteRoutes } from './notes/routes.ts'
import { type Api, createApi, refuseOtherMethods } from './platform/api.ts'
import { type Db, openDb, openPool } from './platform/db.ts'
import { openEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { healthRoutes } from './platform/health.ts'
import { Jobs, type Work } from './platform/jobs.ts'
import { Metrics } from './platform/metrics.ts'
import { describeApi, openApiDocument } from './platform/openapi.ts'
import { Outbound } from './platform/outbound.ts'
import { keepSecretKey } from './platform/secret-key.ts'
import { type Clock, systemClock } from './platform/time.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { forgetAudit } from './workspace/audit.ts'
import { requireCaller } from './workspace/caller.ts'
import { KeyUse } from './workspace/keys.ts'
import { ApiRate } from './workspace/rate.ts'
import { workspaceRoutes } from './workspace/routes.ts'

/** What every command needs: the database, the clock, the key that seals secrets. */
export type Base = {
  config: Config
  log: Logger
  clock: Clock
  db: Db
  pool: ReturnType<typeof openPool>
  jobs: Jobs
  outbound: Outbound
  databaseUrl: string
  secretKey: Buffer
  close(): Promise<void>
}

/** Connects to DATABASE_URL, or starts or joins the embedded PostgreSQL of DATA_DIR. */
export async function openBase(config: Config, log: Logger, clock: Clock = systemClock): Promise<Base> {
  const embedded = config.databaseUrl ? null : await openEmbeddedPostgres(config.dataDir)
  const databaseUrl = config.databaseUrl ?? embedded!.url
  const secretKey = config.secretKey ?? (await keepSecretKey(config.dataDir))
  const pool = openPool(databaseUrl, log)
  const db = openDb(pool)
  const jobs = new Jobs(databaseUrl, log)
  const outbound = openOutbound(config)
  const close = async () => {
    await jobs.stop()
    await outbound.close()
    await db.destroy()
    await embedded?.release()
  }
  return { config, log, clock, db, pool, jobs, outbound, databaseUrl, secretKey, close }
}

/** Requests to addresses that users name. */
function openOutbound(config: Config): Outbound {
  return new Outbound({
    exemptNetworks: config.webhookAllowedNetworks,
    ownAddresses: Object.values(networkInterfaces()).flatMap(
      (addresses) => addresses?.map(({ address }) => address) ?? [],
    ),
    dnsServers: config.webhookDnsServers,
    userAgent: 'Minutebook',
  })
}

export type Server = { api: Api; document(): object; close(): Promise<void> }

/** The JSON API with its documents and health routes; not yet listening. */
export async function buildApi({ config, log, clock, db, pool }: Base): Promise<Server> {
  let stopping = false
  const metrics = new Metrics(pool)
  const keyUse = new KeyUse(db, clock)
  const rate = new ApiRate({ perSecond: config.apiRatePerSecond, perDay: config.apiRatePerDay })

  const api = createApi({ bodyLimitBytes: config.bodyLimitBytes, log, clock })
  metrics.watch(api)
  describeApi(api)
  api.register(async (open) => {
    healthRoutes(open, { db, metrics, isStopping: () => stopping })
    open.get('/', { schema: { hide: true } as object }, async (_request, reply) => reply.redirect('/api/v1/docs'))
    open.get('/api/v1/openapi.json', { schema: { hide: true } as object }, async () => openApiDocument(api))
  })
  api.register(async (keyed: Api) => {
    requireCaller(keyed, { db, clock, baseDomain: config.baseDomain, rate, keyUse })
    workspaceRoutes(keyed, { db })
    noteRoutes(keyed, { db, clock })
    recordingRoutes(keyed, { db, clock })
    actionItemRoutes(keyed, { db })
  })
  api.register(async () => refuseOtherMethods(api))
  await api.ready()

  const close = async () => {
    stopping = true
    await api.close()
    await keyUse.close()
  }
  return { api, document: () => openApiDocument(api), close }
}

/** What workers do. */
export function backgroundWork({ config, log, clock, db }: Base): Work[] {
  return [
    {
      name: 'forget-audit',
      cron: '17 * * * *',
      run: async () => {
        const before = new Date(clock().getTime() - config.auditRetentionDays * 86_400_000)
        log.info({ rows: await forgetAudit(db, before) }, 'Audit rows past their retention were removed')
      },
    },
  ]
}

/** Any number of workers share the work. */
export async function startWorker(base: Base): Promise<{ close(): Promise<void> }> {
  const jobs = new Jobs(base.databaseUrl, base.log, { worker: true })
  await jobs.work(backgroundWork(base))
  return { close: () => jobs.stop() }
}
