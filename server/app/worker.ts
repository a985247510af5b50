import { setTimeout as pause } from 'node:timers/promises'
import { personalDataJobs } from '../keeping/personal-data/jobs.ts'
import { isReady } from '../making/engines/shared/engines.ts'
import { inboxJob } from '../making/inbox/read-inbox.ts'
import { recordingJobs } from '../making/jobs.ts'
import { recorderJobs } from '../making/recorders/jobs.ts'
import { closeDueHolds } from '../meetings/action-items/close-holds.ts'
import { closeHoldsJob } from '../meetings/action-items/hold.ts'
import { endAccount } from '../meetings/calendar/accounts/end-account.ts'
import { endAccountJob } from '../meetings/calendar/feeds/end-accounts.ts'
import { readFeedJob, wakeForgotten } from '../meetings/calendar/feeds/feed-schedule.ts'
import { readFeed } from '../meetings/calendar/read-feed.ts'
import { announceChange, announceChangeJob } from '../meetings/notes/change-holds.ts'
import { recapMailJobs } from '../meetings/recordings/recap-mail/jobs.ts'
import { indexJobs } from '../meetings/text-index/jobs.ts'
import { freezeOf, requireChanges } from '../people/caller/frozen.ts'
import { forgetAudit } from '../people/privacy/forget-audit.ts'
import { forgetLinks } from '../people/sight/outside-links/forget-links.ts'
import { signInJobs } from '../people/sign-in/jobs.ts'
import { measureJobs, watchJobs } from '../platform/jobs/job-metrics.ts'
import { type JobDefinition, Jobs } from '../platform/jobs/jobs.ts'
import { Wakeups } from '../platform/postgres/wakeups.ts'
import { daysBefore } from '../platform/time.ts'
import { oauthJobs } from '../reading/assistants/oauth/jobs.ts'
import { changeJobs } from '../reading/changes/forget-changes.ts'
import { embeddingJobs } from '../reading/search/meaning/embed-passages.ts'
import { messagesNotifyChannel } from '../webhooks/announce/wake.ts'
import { attempt } from '../webhooks/delivery/attempt.ts'
import { type Attempt, Deliverer, leaseSeconds } from '../webhooks/delivery/deliverer.ts'
import { measureAttempts, watchMessages } from '../webhooks/delivery/delivery-metrics.ts'
import { forgetDeliveries } from '../webhooks/delivery/forget-deliveries.ts'
import { healthMailJob } from '../webhooks/delivery/health-mail.ts'
import { healthNotifier } from '../webhooks/delivery/notify-health.ts'
import { forgetLanes } from '../webhooks/delivery/rate-slots.ts'
import { recoverJob, recoverRest } from '../webhooks/delivery/recover.ts'
import { holdWorkerLock } from '../webhooks/delivery/worker-lock.ts'
import { forgetOldEvents } from '../webhooks/stream/stream-events.ts'
import type { Base } from './base.ts'
import { mediaLimits } from './limits.ts'
import { feedDeps, mailOptions, publicAddressOf } from './room-options.ts'

/**
 * The jobs of a worker.
 * @param stopping  aborted when the process is about to exit
 */
export function backgroundJobs(base: Base, stopping = new AbortController().signal): JobDefinition[] {
  const { config, log, clock, db, jobs, outbound, media: store, disk, engines, secretKey } = base
  const feeds = feedDeps(base)
  const { holdSeconds, mediaTimeoutSeconds, uploadRetryDelaysSeconds: retryDelaysSeconds } = config
  const definitions: JobDefinition[] = [
    ...recordingJobs({
      db,
      clock,
      jobs,
      log,
      secretKey,
      outbound,
      store,
      disk,
      ...engines,
      publicUrl: publicAddressOf(config),
      stopping,
      holdSeconds,
      limits: mediaLimits(config),
      mediaTimeoutSeconds,
      retryDelaysSeconds,
      transcriptionsAtOnce: config.sttProcesses,
    }),
    ...(config.inboxDir ? [inboxJob({ ...submitDeps(base), folder: config.inboxDir, stopping })] : []),
    ...recorderJobs({
      ...submitDeps(base),
      outbound,
      retryDelaysSeconds,
      stopping,
      graph: base.graph,
      google: base.google,
      publicUrl: publicAddressOf(config),
    }),
    ...indexJobs({ db, log, threads: base.threads }, stopping),
    ...(engines.embedder ? embeddingJobs({ db, log, embedder: engines.embedder }, stopping) : []),
    ...changeJobs({ db, clock, log, retentionDays: config.changesRetentionDays }),
    ...signInJobs({ db, clock, log, mail: mailOptions(config) }),
    ...recapMailJobs({ db, clock, log, jobs, secretKey, mail: mailOptions(config) }),
    healthMailJob({ db, log, mail: mailOptions(config) }),
    ...oauthJobs({ db, clock, log }),
    ...personalDataJobs({ db, clock, log, jobs, threads: base.threads, stopping }),
    {
      name: 'forget-audit',
      // Each run that removes something leaves a row: once a day is enough.
      cron: '17 4 * * *',
      run: async () => {
        if (config.auditRetentionDays === 0) return
        const rows = await forgetAudit(db, clock(), { before: daysBefore(clock(), config.auditRetentionDays) })
        log.info({ rows }, 'Audit rows past their retention were removed')
      },
    },
    {
      name: 'forget-deliveries',
      cron: '37 * * * *',
      run: async () => {
        const rows = await forgetDeliveries(db, { now: clock(), days: config.deliveryRetentionDays })
        await forgetLanes(db)
        log.info({ rows }, 'Deliveries past their retention were removed')
      },
    },
    { name: recoverJob, run: (rest) => recoverRest(db, clock(), rest) },
    { name: 'forget-outside-links', cron: '7 * * * *', run: () => forgetLinks(db, clock()) },
    { name: 'forget-told-events', cron: '*/10 * * * *', run: () => forgetOldEvents(db, clock()) },
    {
      name: closeHoldsJob,
      // Each window has a job at its own time; this one finds windows whose job was lost.
      cron: '* * * * *',
      run: (wake) => closeDueHolds(db, clock(), wake),
    },
    { name: announceChangeJob, run: (held) => announceChange({ db, clock, publicUrl: publicAddressOf(config) }, held) },
    { name: readFeedJob, concurrency: 8, patienceSeconds: 1_800, run: (job) => readFeed(feeds, job) },
    { name: endAccountJob, run: (job) => endAccount(feeds, job) },
    { name: 'wake-calendar-feeds', cron: '47 * * * *', run: () => wakeForgotten(db, { jobs, now: clock() }) },
  ]
  return definitions.map(heldWhileFrozen(base))
}

/** What making an upload from a file of the inbox needs, except the folder. */
export function submitDeps({ config, db, clock, log, jobs, secretKey, threads, media: store, disk, engines }: Base) {
  const { inboxSettleSeconds: settleSeconds, bodyLimitBytes } = config
  const transcribes = () => isReady(engines.transcriber)
  const limits = mediaLimits(config)
  return { db, clock, log, jobs, secretKey, threads, store, disk, limits, bodyLimitBytes, settleSeconds, transcribes }
}

/**
 * A job of a frozen workspace does not begin, because its effects outside the database would happen twice. It is tried
 * again, here or in the database that the workspace moves to.
 */
const heldWhileFrozen =
  ({ db }: Base) =>
  (work: JobDefinition): JobDefinition => ({
    ...work,
    async run(data: { workspaceId?: string; workspace_id?: string } | null) {
      const workspaceId = data?.workspaceId ?? data?.workspace_id
      if (workspaceId) requireChanges(await freezeOf(db, workspaceId))
      await work.run(data)
    },
  })

/** Wakes this process's worker from now on, and shows others that it lives. */
export async function wakeWorker({ processConnection }: Base): Promise<Wakeups> {
  const wakeups = new Wakeups(processConnection, messagesNotifyChannel)
  await holdWorkerLock(processConnection)
  await wakeups.start()
  return wakeups
}

/** The deliverer sends due messages to webhooks. */
export function createDeliverer(
  { config, log, clock, deliveries: { db }, jobs, outbound, secretKey }: Base,
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
    failingAfterSeconds: config.webhookFailingAfterSeconds,
    disableAfterSeconds: config.webhookDisableAfterSeconds,
  }
  return new Deliverer({
    db,
    clock,
    log,
    wakeups,
    worker,
    policy,
    attempt: measured((message, stopping) => attempt(message, sender, stopping)),
    notifyHealth: healthNotifier({ clock, jobs }),
  })
}

/** How long a stop waits for deliveries: the deliverer aborts open requests after 12 s, and writes their results. */
const deliveriesStopMs = 16_000

/** Starts this process's jobs and its deliverer. Any number of processes may do so. */
export async function startWorker(base: Base): Promise<{ close(): Promise<void> }> {
  const { databaseUrl, log, config, processConnection } = base
  const jobs = new Jobs(databaseUrl, log, { worker: processConnection, migrate: config.migrate })
  const stopping = new AbortController()
  await jobs.work(backgroundJobs(base, stopping.signal).map(measureJobs(base.metrics)), base.clock)
  const wakeups = await wakeWorker(base)
  const deliverer = createDeliverer(base, wakeups, measureAttempts(base.metrics), processConnection.number)
  deliverer.start()
  watchMessages(base)
  watchJobs({ ...base, jobs })
  base.readiness.addCheck((db) => deliverer.stall(db))
  base.readiness.addCheck((db) => jobs.stall(base.clock(), db))
  const close = async () => {
    stopping.abort(new Error('The process is stopping'))
    // The database may be unavailable. Claims that outlast the stop expire, and other workers take their messages.
    await Promise.all([
      jobs.stop(),
      Promise.race([deliverer.stop(), pause(deliveriesStopMs, undefined, { ref: false })]),
    ])
    wakeups.stop()
  }
  return { close }
}
