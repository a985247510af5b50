/** What a worker runs: the jobs of all rooms, and the deliverer. */
import { setTimeout as pause } from 'node:timers/promises'
import { freezeOf, requireChanges } from '../people/caller/frozen.ts'
import { measureJobs, watchJobs } from '../platform/jobs/job-metrics.ts'
import { type JobDefinition, Jobs } from '../platform/jobs/jobs.ts'
import { Wakeups } from '../platform/postgres/wakeups.ts'
import { messagesNotifyChannel } from '../webhooks/announce/wake.ts'
import { attempt } from '../webhooks/delivery/attempt.ts'
import { type Attempt, Deliverer, leaseSeconds } from '../webhooks/delivery/deliverer.ts'
import { measureAttempts, watchMessages } from '../webhooks/delivery/delivery-metrics.ts'
import { healthNotifier } from '../webhooks/delivery/notify-health.ts'
import { holdWorkerLock } from '../webhooks/delivery/worker-lock.ts'
import type { Base } from './base.ts'
import { workerPartsOf } from './parts-of.ts'
import { rooms } from './rooms.ts'

/**
 * The jobs of a worker.
 * @param stopping  aborted when the process is about to exit
 */
export function backgroundJobs(base: Base, stopping = new AbortController().signal): JobDefinition[] {
  const parts = workerPartsOf(base, stopping)
  return rooms.flatMap((room) => room.jobs?.(parts) ?? []).map(heldWhileFrozen(base))
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
