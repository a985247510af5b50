/** The composition root: the only file that makes pools, clocks and servers. What is wired to what stands here. */

import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { closeDueHolds } from './action-items/close-holds.ts'
import { itemEvents } from './action-items/event-schemas.ts'
import { closeHolds } from './action-items/hold.ts'
import { actionItemRoutes } from './action-items/routes.ts'
import { readFeedJob, wakeForgotten } from './calendar/feed-schedule.ts'
import { calendarReader } from './calendar/read-apart.ts'
import { readFeed } from './calendar/read-feed.ts'
import { sealedAddresses } from './calendar/reseal-addresses.ts'
import { calendarRoutes } from './calendar/routes.ts'
import type { Config } from './config.ts'
import { mediaLimits, usageReader, webhookLimits } from './limits.ts'
import { agendaRoutes } from './notes/agenda-routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { type Api, closeInTime, createApi, refuseOtherMethods } from './platform/api.ts'
import {
  closeDb,
  type Db,
  hasSchema,
  migrate,
  openDb,
  openPool,
  type Pool,
  type PoolTerms,
  readinessTerms,
  requestTerms,
  type Tx,
  workTerms,
} from './platform/db.ts'
import { DiskReserve, diskFreeBytes, type FreeBytes } from './platform/disk-reserve.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { healthRoutes, Readiness } from './platform/health.ts'
import { measureJobs, watchJobs } from './platform/job-metrics.ts'
import { Jobs, type Work } from './platform/jobs.ts'
import { findStrays, proveKey, type SealedKind } from './platform/key-check.ts'
import { Metrics } from './platform/metrics.ts'
import { describeApi, openApiDocument } from './platform/openapi.ts'
import { Outbound } from './platform/outbound.ts'
import { keepSecretKey, keyFileOf } from './platform/secret-key.ts'
import { allKeys, type SecretKey } from './platform/secrets.ts'
import { shedLoad } from './platform/shed-load.ts'
import { Threads } from './platform/threads.ts'
import { type Clock, systemClock } from './platform/time.ts'
import { Wakeups } from './platform/wakeups.ts'
import { announceRecaps } from './recordings/announce-recaps.ts'
import { createNoteWriter, createTranscriber } from './recordings/engines/create.ts'
import type { NoteWriter, Transcriber } from './recordings/engines.ts'
import { recapEvents } from './recordings/event-schemas.ts'
import { forgetTranscripts } from './recordings/forget-transcripts.ts'
import { FolderStore, uploadsWithin } from './recordings/media/folder-store.ts'
import { removeMediaJob, tryRemoveLeftovers } from './recordings/media/leftovers.ts'
import { linkKey } from './recordings/media/media-link.ts'
import type { MediaStore } from './recordings/media/media-store.ts'
import { mediaRoutes } from './recordings/media/routes.ts'
import { sealedSources } from './recordings/reseal-sources.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { transcriptRoutes } from './recordings/transcript/routes.ts'
import { tusRoutes } from './recordings/tus/routes.ts'
import { UploadLocker } from './recordings/tus/upload-locker.ts'
import { uploadRoutes } from './recordings/upload-routes.ts'
import { recordingWork } from './recordings/work.ts'
import { attempt } from './webhooks/attempt.ts'
import { type Attempt, Deliverer, leaseSeconds } from './webhooks/deliverer.ts'
import { measureAttempts, watchMessages } from './webhooks/delivery-metrics.ts'
import { deliveryRoutes } from './webhooks/delivery-routes.ts'
import { eventRoutes } from './webhooks/event-routes.ts'
import type { EventCatalog } from './webhooks/event-types.ts'
import { forgetDeliveries } from './webhooks/forget-deliveries.ts'
import { forgetLanes } from './webhooks/lanes.ts'
import { Listening } from './webhooks/listening.ts'
import { recoverJob, recoverRest } from './webhooks/recover.ts'
import { sealedSecrets } from './webhooks/reseal-secrets.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { eventsChannel, forgetOldTold } from './webhooks/told-events.ts'
import { wakeChannel } from './webhooks/wake.ts'
import { forgetAudit } from './workspace/audit.ts'
import { requireCaller } from './workspace/caller.ts'
import { channelRoutes } from './workspace/channel-routes.ts'
import { keyRoutes } from './workspace/key-routes.ts'
import { KeyUse } from './workspace/keys.ts'
import { peopleRoutes } from './workspace/people-routes.ts'
import type { OnPublished } from './workspace/publish.ts'
import { ApiRate } from './workspace/rate.ts'
import { workspaceRoutes } from './workspace/routes.ts'
import { sharingRoutes } from './workspace/sharing-routes.ts'
import type { FireTerms } from './world/news.ts'

type Connections = { db: Db; pool: Pool }

/** What every command needs: the database, the clock, the key that seals secrets. */
export type Base = {
  config: Config
  log: Logger
  clock: Clock
  /** For what takes the time that it takes; requests have connections of their own. */
  db: Db
  pool: Pool
  requests: Connections
  jobs: Jobs
  outbound: Outbound
  threads: Threads
  metrics: Metrics
  /** What the parts that work in this process say of themselves. */
  readiness: Readiness
  media: MediaStore
  disk: DiskReserve
  engines: { transcriber: Transcriber | null; noteWriter: NoteWriter }
  databaseUrl: string
  secretKey: SecretKey
  /** null with DATABASE_URL. */
  embedded: EmbeddedPostgres | null
  close(): Promise<void>
}

/**
 * Connects to DATABASE_URL, or starts or joins the embedded PostgreSQL of DATA_DIR.
 * @param usesKey    false for what seals and opens nothing: it works when the key is lost, too
 * @param freeBytes  tells how full a folder's disk is
 * @throws {OperatorError} the key is missing or is not that of the database
 */
export async function openBase(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
  { usesKey = true, freeBytes = diskFreeBytes }: { usesKey?: boolean; freeBytes?: FreeBytes } = {},
): Promise<Base> {
  const embedded = config.databaseUrl ? null : await openEmbeddedPostgres(config.dataDir)
  const databaseUrl = config.databaseUrl ?? embedded!.url
  const connect = (terms: PoolTerms): Connections => {
    const pool = openPool(databaseUrl, log, terms)
    return { pool, db: openDb(pool) }
  }
  const [work, requests, kept] = [connect(workTerms), connect(requestTerms), connect(readinessTerms)]
  const jobs = new Jobs(databaseUrl, log)
  const outbound = openOutbound(config)
  const threads = new Threads(log)
  const metrics = new Metrics({ requests: requests.pool, work: work.pool })
  const readiness = new Readiness(kept.db, kept.pool)
  readiness.warn(async () => busy(requests.pool))
  const media = await openMediaStore(config)
  const disk = openDiskReserve(config, clock, freeBytes)
  readiness.warn(() => disk.warning())
  metrics.gauges('disk_free_bytes', 'Free space where media are kept and beside the embedded database.', 'folder', () =>
    disk.free(),
  )
  const engines = { transcriber: createTranscriber(config), noteWriter: createNoteWriter(config, { log, threads }) }
  const close = async () => {
    await jobs.stop()
    // Before the requests to the outside: one that is cut off here is not to be written down as the other side's fault.
    await Promise.all([work, requests, kept].map(({ db, pool }) => closeDb(db, pool)))
    await outbound.close()
    await threads.close()
    await embedded?.release()
  }
  const secretKey = await openKey(config, work.db, usesKey).catch(async (error) => {
    await close()
    throw error
  })
  const told = { config, log, clock, metrics, readiness }
  const parts = { jobs, outbound, threads, media, disk, engines }
  return { ...told, ...work, requests, ...parts, databaseUrl, secretKey, embedded, close }
}

async function openKey(config: Config, db: Db, usesKey: boolean): Promise<SecretKey> {
  if (!usesKey) return { current: config.secretKey ?? randomBytes(32), old: [] }
  const old = config.secretKeyOld
  const kept = config.secretKey ? null : await keepSecretKey(config.dataDir, !(await hasSchema(db)))
  const key = kept ? { current: kept.current, old: [...kept.old, ...old] } : { current: config.secretKey!, old }
  await proveKey(db, key, sealedKinds, keyNameOf(config))
  return key
}

/** What the key is called in a sentence for the operator. */
export const keyNameOf = (config: Config) => (config.secretKey ? 'SECRET_KEY' : keyFileOf(config.dataDir))

/** Everything that is sealed with SECRET_KEY, by the rooms that seal it. */
export const sealedKinds: SealedKind[] = [sealedSecrets, sealedAddresses, sealedSources]

/**
 * Brings the schema up to date; then the key can be held against it, and is, if that was not possible before.
 * @returns the names of the migrations that were run
 */
export async function migrateBase({ config, db, log, secretKey }: Base): Promise<string[]> {
  const names = await migrate(db)
  await proveKey(db, secretKey, sealedKinds, keyNameOf(config))
  const secrets = await findStrays(db, secretKey, sealedKinds)
  if (secrets.length > 0) {
    log.warn(
      { secrets },
      'Some secrets are sealed with another key: add it to SECRET_KEY_OLD and run `minutebook secret rotate`',
    )
  }
  return names
}

/** Requests wait, and those that come after them longer still. */
const busy = ({ waitingCount, totalCount }: Pool) =>
  waitingCount > 0 ? `${waitingCount} requests wait for one of ${totalCount} database connections` : null

const mediaFolderOf = ({ mediaDir, dataDir }: Config) => mediaDir ?? join(dataDir, 'media')

/** Media lie beside an embedded database, or in a folder of their own; with a bucket, uploads under way do. */
function openDiskReserve(config: Config, clock: Clock, freeBytes: FreeBytes): DiskReserve {
  const folders: Record<string, string> = { MEDIA_DIR: mediaFolderOf(config) }
  if (!config.databaseUrl) folders.DATA_DIR = config.dataDir
  return new DiskReserve({ folders, minBytes: config.minFreeBytes, freeBytes, clock })
}

/** A bucket where the settings name one, otherwise a folder. */
export async function openMediaStore(config: Config): Promise<MediaStore> {
  const folder = mediaFolderOf(config)
  if (!config.s3Bucket) return new FolderStore(folder)
  // The client of S3 takes a sixth of a second and 36 MB to load: only for who has a bucket.
  const { BucketStore } = await import('./recordings/media/bucket-store.ts')
  return new BucketStore({
    ...{ bucket: config.s3Bucket, prefix: config.s3Prefix, endpoint: config.s3Endpoint, region: config.s3Region },
    ...{ accessKeyId: config.s3AccessKeyId, secretAccessKey: config.s3SecretAccessKey },
    ...{ forcePathStyle: config.s3ForcePathStyle, mostBytes: config.mediaMaxBytes },
    uploadsFolder: uploadsWithin(folder),
  })
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

/** What webhooks may be told, by the rooms that tell it. */
export const eventCatalog: EventCatalog = [...itemEvents, ...recapEvents]

export type Server = { api: Api; document(): object; close(): Promise<void> }

/** A server with nothing but the health routes; a process without the API listens with it as it is. */
function openServer({ config, log, clock, metrics, readiness }: Base): { api: Api; close(): Promise<void> } {
  let stopping = false
  const api = createApi({ bodyLimitBytes: config.bodyLimitBytes, log, clock, trustProxy: config.trustProxy })
  metrics.watch(api)
  api.register(async (open: Api) => {
    healthRoutes(open, { metrics, readiness, isStopping: () => stopping })
  })
  const close = async () => {
    stopping = true
    await closeInTime(api)
  }
  return { api, close }
}

/** What an operator's tools ask of a worker. */
export async function buildHealth(base: Base): Promise<Omit<Server, 'document'>> {
  const server = openServer(base)
  server.api.register(async () => refuseOtherMethods(server.api))
  await server.api.ready()
  return server
}

/** The JSON API with its documents and health routes; not yet listening. */
export async function buildApi(base: Base): Promise<Server> {
  const { config, log, clock, jobs, outbound, threads, media, disk, secretKey } = base
  const { db } = base.requests
  const keyUse = new KeyUse(db, clock)
  const removeMedia = () => tryRemoveLeftovers(db, media, log)
  const publicUrl = addressOf(config)
  const forgetMeetings = async (tx: Tx, workspaceId: string) => {
    await forgetTranscripts(tx, workspaceId)
    await jobs.send(tx, removeMediaJob, {})
  }
  const onPublished: OnPublished = (tx, { workspaceId, thing, channelId }) =>
    announceRecaps(tx, { now: clock(), publicUrl }, workspaceId, [{ ...thing, channelId }])
  const wakeups = new Wakeups(base.databaseUrl, eventsChannel, log)
  const listening = new Listening({ db, clock, log, wakeups })
  const locker = new UploadLocker(base.databaseUrl, log)
  const rate = new ApiRate({ db, clock, perSecond: config.apiRatePerSecond, perDay: config.apiRatePerDay })

  const server = openServer(base)
  const { api } = server
  // PORT=0 is known only once it listens.
  const address = () => addressOf({ ...config, port: config.port || portOf(api) })
  const origin = { publicUrl: config.publicUrl, baseDomain: config.baseDomain, address }
  const links = { ...origin, key: linkKey(secretKey.current), clock }
  describeApi(api)
  api.register(async (keyed: Api) => {
    await shedLoad(keyed, config.shedDelayMs)
    requireCaller(keyed, { db, clock, baseDomain: config.baseDomain, rate, keyUse })
    workspaceRoutes(keyed, { db })
    peopleRoutes(keyed, { db, clock, forgetMeetings, readUsage: usageReader(config, { db, clock }) })
    keyRoutes(keyed, { db, clock, mostPerPerson: config.maxKeysPerPerson })
    channelRoutes(keyed, { db, clock })
    noteRoutes(keyed, { db, clock, removeMedia })
    agendaRoutes(keyed, { db, clock, jobs, holdSeconds: config.holdSeconds })
    recordingRoutes(keyed, { db, clock, links, removeMedia })
    transcriptRoutes(keyed, { db, threads })
    uploadRoutes(keyed, { db, clock, jobs, outbound, threads, secretKey })
    tusRoutes(keyed, { db, clock, jobs, secretKey, store: media, log, locker, disk, limits: mediaLimits(config) })
    actionItemRoutes(keyed, { db, clock, jobs, holdSeconds: config.holdSeconds })
    sharingRoutes(keyed, { db, onPublished })
    const verifyTimeoutSeconds = config.webhookVerifyTimeoutSeconds
    const webhookDeps = { db, clock, outbound, secretKey, verifyTimeoutSeconds, limits: webhookLimits(config) }
    webhookRoutes(keyed, webhookDeps)
    deliveryRoutes(keyed, { ...webhookDeps, jobs, catalog: eventCatalog })
    eventRoutes(keyed, { db, clock, listening })
    calendarRoutes(keyed, { ...feedDeps(base), db })
  })
  api.register(async (open: Api) => {
    mediaRoutes(open, { db, clock, store: media, keys: allKeys(secretKey).map(linkKey) })
    open.get('/', { schema: { hide: true } as object }, async (_request, reply) => reply.redirect('/api/v1/docs'))
    open.get('/api/v1/openapi.json', { schema: { hide: true } as object }, async () => openApiDocument(api))
  })
  api.register(async () => refuseOtherMethods(api))
  await api.ready()

  const close = async () => {
    await server.close()
    await locker.close()
    await keyUse.close()
    await rate.close()
  }
  return { api, document: () => openApiDocument(api), close }
}

/** What reading calendar feeds takes. */
function feedDeps({ config, db, clock, jobs, outbound, threads, secretKey }: Base) {
  const { calendarWindowDays: windowDays, bodyLimitBytes: maxBytes } = config
  return { db, clock, jobs, outbound, readCalendar: calendarReader(threads), secretKey, windowDays, maxBytes }
}

/** What an import takes to tell webhooks of what is new. */
export const fireTerms = ({ config, jobs }: Base): FireTerms => ({
  ...{ jobs, holdSeconds: config.holdSeconds },
  publicUrl: addressOf(config),
})

/** Where people reach the service, for links in what it sends. */
function addressOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl
  // Listening on every address is no address to go to.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const portOf = ({ server }: Api) => (server.address() as AddressInfo | null)?.port ?? 0

/**
 * What workers do.
 * @param stopping  aborted when the process is about to end
 */
export function backgroundWork(base: Base, stopping = new AbortController().signal): Work[] {
  const { config, log, clock, db, jobs, outbound, media: store, disk, engines, secretKey } = base
  const { holdSeconds, mediaTimeoutSeconds, uploadRetryDelaysSeconds: retryDelaysSeconds } = config
  const daysAgo = (days: number) => new Date(clock().getTime() - days * 86_400_000)
  return [
    ...recordingWork({
      ...{ db, clock, jobs, log, secretKey, outbound, store, disk, ...engines, publicUrl: addressOf(config), stopping },
      ...{ holdSeconds, limits: mediaLimits(config), mediaTimeoutSeconds, retryDelaysSeconds },
    }),
    {
      name: 'forget-audit',
      cron: '17 * * * *',
      run: async () => {
        const rows = await forgetAudit(db, daysAgo(config.auditRetentionDays))
        log.info({ rows }, 'Audit rows past their retention were removed')
      },
    },
    {
      name: 'forget-deliveries',
      cron: '37 * * * *',
      run: async () => {
        const rows = await forgetDeliveries(db, daysAgo(config.deliveryRetentionDays))
        await forgetLanes(db)
        log.info({ rows }, 'Deliveries past their retention were removed')
      },
    },
    { name: recoverJob, run: (rest) => recoverRest(db, clock(), rest) },
    { name: 'forget-told-events', cron: '*/10 * * * *', run: () => forgetOldTold(db, clock()) },
    {
      name: closeHolds,
      // Each window has a job of its own time; this finds what a lost one left.
      cron: '* * * * *',
      run: (wake) => closeDueHolds(db, clock(), wake),
    },
    { name: readFeedJob, concurrency: 4, run: (job) => readFeed({ ...feedDeps(base), log }, job) },
    {
      name: 'wake-calendar-feeds',
      cron: '47 * * * *',
      run: () => wakeForgotten(db, { jobs, now: clock() }),
    },
  ]
}

/** Sends what is due to webhooks. */
export function createDeliverer(
  { config, log, clock, db, outbound, secretKey }: Base,
  wakeups: Pick<Wakeups, 'woken' | 'wake'>,
  measured = (attempt: Attempt): Attempt => attempt,
): Deliverer {
  const timeoutSeconds = config.webhookTimeoutSeconds
  const sender = { outbound, clock, secretKey, headerPrefixes: config.webhookHeaderPrefixes, timeoutSeconds }
  const policy = {
    perSecond: config.webhookRatePerSecond,
    leaseSeconds: leaseSeconds(timeoutSeconds),
    delaysSeconds: config.webhookRetryDelaysSeconds,
    disableAfterSeconds: config.webhookDisableAfterSeconds,
  }
  return new Deliverer({
    db,
    clock,
    log,
    wakeups,
    policy,
    attempt: measured((message, place, stopping) => attempt(message, place, sender, stopping)),
  })
}

/** For deliveries at a stop: the deliverer ends what is under way after 12 s, and writes down what came of it. */
const deliveriesStopMs = 16_000

/** Any number of workers share the work. */
export async function startWorker(base: Base): Promise<{ close(): Promise<void> }> {
  const jobs = new Jobs(base.databaseUrl, base.log, { worker: true })
  const stopping = new AbortController()
  await jobs.work(backgroundWork(base, stopping.signal).map(measureJobs(base.metrics)), base.clock)
  const wakeups = new Wakeups(base.databaseUrl, wakeChannel, base.log)
  await wakeups.start()
  const deliverer = createDeliverer(base, wakeups, measureAttempts(base.metrics))
  deliverer.start()
  watchMessages(base)
  watchJobs({ ...base, jobs })
  base.readiness.ask((db) => deliverer.stall(db))
  base.readiness.ask((db) => jobs.stall(base.clock(), db))
  const close = async () => {
    stopping.abort(new Error('The process is stopping'))
    // The database may take nothing any more: claims that outlast the stop lapse, and others take them.
    await Promise.all([
      jobs.stop(),
      Promise.race([deliverer.stop(), pause(deliveriesStopMs, undefined, { ref: false })]),
    ])
    await wakeups.stop()
  }
  return { close }
}
