/** The composition root, with base.ts: the only files that make pools, clocks and servers. What is wired to what stands here. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDueHolds } from './action-items/close-holds.ts'
import { itemEvents } from './action-items/event-schemas.ts'
import { closeHolds } from './action-items/hold.ts'
import { actionItemRoutes } from './action-items/routes.ts'
import type { Base } from './base.ts'
import { readFeedJob, wakeForgotten } from './calendar/feed-schedule.ts'
import { calendarReader } from './calendar/read-apart.ts'
import { readFeed } from './calendar/read-feed.ts'
import { calendarRoutes } from './calendar/routes.ts'
import type { Config } from './config.ts'
import { mediaLimits, usageReader, webhookLimits } from './limits.ts'
import { agendaRoutes } from './notes/agenda-routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { type Api, closeInTime, createApi, refuseOtherMethods } from './platform/http/api.ts'
import { healthRoutes } from './platform/http/health.ts'
import { describeApi, openApiDocument } from './platform/http/openapi.ts'
import { shedLoad } from './platform/http/shed-load.ts'
import { measureJobs, watchJobs } from './platform/jobs/job-metrics.ts'
import { Jobs, type Work } from './platform/jobs/jobs.ts'
import type { Tx } from './platform/postgres/db.ts'
import { Wakeups } from './platform/postgres/wakeups.ts'
import { allKeys } from './platform/secrets.ts'
import { announceRecaps } from './recordings/library/announce-recaps.ts'
import { recapEvents } from './recordings/library/event-schemas.ts'
import { forgetTranscripts } from './recordings/library/forget-transcripts.ts'
import { recordingRoutes } from './recordings/library/routes.ts'
import { removeMediaJob, tryRemoveLeftovers } from './recordings/media/leftovers.ts'
import { linkKey } from './recordings/media/media-link.ts'
import { mediaRoutes } from './recordings/media/routes.ts'
import { transcriptRoutes } from './recordings/transcript/routes.ts'
import { uploadRoutes } from './recordings/uploads/routes.ts'
import { tusRoutes } from './recordings/uploads/tus/routes.ts'
import { UploadLocker } from './recordings/uploads/tus/upload-locker.ts'
import { recordingWork } from './recordings/work.ts'
import type { OnPublished } from './sight/sharing/publish.ts'
import { sharingRoutes } from './sight/sharing/routes.ts'
import { attempt } from './webhooks/delivery/attempt.ts'
import { type Attempt, Deliverer, leaseSeconds } from './webhooks/delivery/deliverer.ts'
import { measureAttempts, watchMessages } from './webhooks/delivery/delivery-metrics.ts'
import { forgetDeliveries } from './webhooks/delivery/forget-deliveries.ts'
import { forgetLanes } from './webhooks/delivery/rate-slots.ts'
import { recoverJob, recoverRest } from './webhooks/delivery/recover.ts'
import { deliveryRoutes } from './webhooks/delivery/routes.ts'
import { wakeChannel } from './webhooks/delivery/wake.ts'
import { holdWorkerLock, newWorkerNumber } from './webhooks/delivery/worker-lock.ts'
import { webhookRoutes } from './webhooks/endpoints/routes.ts'
import type { EventCatalog } from './webhooks/events/event-types.ts'
import { Listening } from './webhooks/stream/listening.ts'
import { eventRoutes } from './webhooks/stream/routes.ts'
import { eventsChannel, forgetOldEvents } from './webhooks/stream/stream-events.ts'
import { forgetAudit } from './workspace/audit.ts'
import { channelRoutes } from './workspace/channel-routes.ts'
import { keyRoutes } from './workspace/key-routes.ts'
import { KeyUse } from './workspace/keys.ts'
import { peopleRoutes } from './workspace/people-routes.ts'
import { ApiRate } from './workspace/rate.ts'
import { requireCaller } from './workspace/require-caller.ts'
import { workspaceRoutes } from './workspace/routes.ts'
import type { FireTerms } from './world/import/scope.ts'

/** What webhooks may be told, by the rooms that tell it. */
export const eventCatalog: EventCatalog = { ...itemEvents, ...recapEvents }

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
    { name: 'forget-told-events', cron: '*/10 * * * *', run: () => forgetOldEvents(db, clock()) },
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

/** What wakes a worker; while that connection stands, others see that the worker lives. */
export function workerWakeups({ databaseUrl, log }: Base): { wakeups: Wakeups; worker: number } {
  const worker = newWorkerNumber()
  return { worker, wakeups: new Wakeups(databaseUrl, wakeChannel, log, (client) => holdWorkerLock(client, worker)) }
}

/** Sends what is due to webhooks. */
export function createDeliverer(
  { config, log, clock, db, outbound, secretKey }: Base,
  wakeups: Pick<Wakeups, 'woken' | 'wake'>,
  measured = (attempt: Attempt): Attempt => attempt,
  worker: number | null = null,
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
    ...{ db, clock, log, wakeups, worker, policy },
    attempt: measured((message, stopping) => attempt(message, sender, stopping)),
  })
}

/** For deliveries at a stop: the deliverer ends what is under way after 12 s, and writes down what came of it. */
const deliveriesStopMs = 16_000

/** Any number of workers share the work. */
export async function startWorker(base: Base): Promise<{ close(): Promise<void> }> {
  const jobs = new Jobs(base.databaseUrl, base.log, { worker: true })
  const stopping = new AbortController()
  await jobs.work(backgroundWork(base, stopping.signal).map(measureJobs(base.metrics)), base.clock)
  const { wakeups, worker } = workerWakeups(base)
  await wakeups.start()
  const deliverer = createDeliverer(base, wakeups, measureAttempts(base.metrics), worker)
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
