/** Background work: pg-boss in the same PostgreSQL, so that a job joins the transaction that sends it. */
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { OperatorError } from '../errors.ts'
import type { Db, Tx } from '../postgres/db.ts'
import type { ProcessConnection } from '../postgres/process-connection.ts'
import { currentTrace, traced } from '../telemetry/trace.ts'
import type { Clock } from '../time.ts'
import { JobLocks } from './job-locks.ts'
import { announceJobs, JobWakeups } from './job-wakeups.ts'

/** What a worker does. A job may run twice, after a crash: the action reads from tables what is left to do. */
export type JobDefinition = {
  name: string
  /** When repeated work runs, as five cron fields in UTC. */
  cron?: string
  /** Jobs of this name that one process runs at the same time. */
  concurrency?: number
  /** Of these, the jobs of one sharer. */
  concurrencyOfSharer?: number
  /** How long a due job may wait while no job of this name begins in this process; 60 by default. */
  patienceSeconds?: number
  // biome-ignore lint/suspicious/noExplicitAny: each work knows what it was sent
  run(data: any): Promise<void>
}

/** How long jobs live and how they are tried again when they fail: 1 s, doubled up to 5 minutes, for about a day. */
const queue = {
  retryLimit: 300,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  // A job whose worker was killed is found by its missing lock (job-locks.ts), one whose machine is gone by its missing
  // heartbeat, a stuck one by its age.
  heartbeatSeconds: 30,
  expireInSeconds: 4 * 3_600,
  deleteAfterSeconds: 3_600,
}

export type JobOptions = { worker?: ProcessConnection | null; migrate?: boolean; pollSeconds?: number }

/** The queue of one process: sends jobs and, as a worker, does them. Connects when first used. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #locks: JobLocks | null
  readonly #wakeups: JobWakeups
  readonly #worker: ProcessConnection | null
  readonly #pollSeconds: number
  readonly #log: Logger
  readonly #migrates: boolean
  readonly #queues = new Map<string, Promise<void>>()
  /** For each work of this process: when a job last began; at first, when the process began. */
  readonly #begun = new Map<string, { at: number; patienceMs: number }>()
  #started: Promise<unknown> | undefined

  /**
   * @param worker   the connection of a worker's process; without it, jobs are only sent
   * @param migrate  whether it may make or change the queue's tables
   * @param pollSeconds  how long a due job waits that no process announced: of a cron, or after a failure
   */
  constructor(url: string, log: Logger, { worker = null, migrate = true, pollSeconds = 3 }: JobOptions = {}) {
    this.#log = log
    this.#worker = worker
    this.#pollSeconds = pollSeconds
    this.#migrates = migrate
    this.#boss = new PgBoss({
      connectionString: url,
      application_name: 'minutebook jobs',
      // A worker also maintains the queue: schedules, retries, tidies up.
      max: worker ? 4 : 1,
      supervise: worker !== null,
      schedule: worker !== null,
      monitorIntervalSeconds: 30,
      migrate,
    })
    this.#locks = worker && new JobLocks(worker, log)
    this.#wakeups = new JobWakeups(this.#boss)
    this.#boss.on('error', (error) => log.error({ reason: error.message }, 'The job queue had an error'))
  }

  /**
   * Makes the queue's tables where they are missing; any number of processes may do so at once.
   * @throws {OperatorError} they are missing or old, and this process may not make them
   */
  async open(): Promise<void> {
    this.#started ??= this.#boss.start()
    try {
      await this.#started
    } catch (error) {
      this.#started = undefined
      if (!this.#migrates && /^pg-boss (is not|database requires)/.test((error as Error).message)) {
        throw new OperatorError('The tables of the job queue are not up to date; run minutebook migrate first.')
      }
      throw error
    }
  }

  /**
   * Sends a job in the caller's transaction.
   * @param at  when it may begin; without it at once
   * @param sharer  whose work it is, where one person's jobs are limited
   */
  async send(tx: Tx, name: string, data: object, options: { at?: Date; sharer?: string } = {}): Promise<void> {
    await this.sendAll(tx, name, [{ data, ...options }])
  }

  /** The same for many jobs of one name, in one statement. */
  async sendAll(
    tx: Tx,
    name: string,
    jobs: { data: object; at?: Date | undefined; sharer?: string | null }[],
  ): Promise<void> {
    if (jobs.length === 0) return
    await this.#openQueue(name)
    const trace = currentTrace()
    await this.#boss.insert(
      name,
      jobs.map(({ data, at, sharer }) => ({
        data: trace ? { ...data, trace } : data,
        ...(at && { startAfter: at }),
        ...(sharer && { groupId: sharer }),
      })),
      { db: fromKysely(tx) },
    )
    const times = jobs.map(({ at }) => at?.getTime() ?? 0)
    const first = Math.min(...times)
    await announceJobs(tx, name, first ? new Date(first) : null)
  }

  /** Begins to work; each job and each occurrence of a cron runs in one of all workers. */
  async work(definitions: JobDefinition[], clock: Clock): Promise<void> {
    const locks = this.#locks
    if (!locks || !this.#worker) throw new Error('Only a worker runs jobs')
    await this.#wakeups.start(this.#worker, clock)
    for (const { name, cron, concurrency = 1, concurrencyOfSharer, patienceSeconds = 60, run } of definitions) {
      await this.#openQueue(name)
      if (cron) await this.#boss.schedule(name, cron)
      const options = {
        pollingIntervalSeconds: this.#pollSeconds,
        localConcurrency: concurrency,
        ...(concurrencyOfSharer && { localGroupConcurrency: concurrencyOfSharer }),
      }
      const begun = { at: clock().getTime(), patienceMs: patienceSeconds * 1_000 }
      this.#begun.set(name, begun)
      await this.#boss.work(name, options, async ([job]) => {
        begun.at = clock().getTime()
        if (!(await locks.take(name, job!.id))) return
        try {
          await runTraced(name, job!.data as { trace?: string } | null, run)
          // Before the lock is released: in between the job would count as lost. pg-boss completes it again, without effect.
          await this.#boss.complete(name, job!.id)
        } finally {
          await locks.release(job!.id)
          this.#wakeups.goOn(name)
        }
        this.#log.debug({ job: name }, 'Job done')
      })
    }
    const db = this.#boss.getDb()
    locks.watch((text, values) => db.executeSql(text, values), [...this.#begun.keys()])
  }

  /** What the jobs of this name were sent that wait, also for their next try. */
  async queued<Data extends object>(name: string): Promise<Data[]> {
    await this.#openQueue(name)
    const jobs = await this.#boss.findJobs<Data>(name, { queued: true })
    return jobs.map(({ data }) => data)
  }

  /** How many jobs could run now and wait for a worker, by name; as counted at most half a minute ago. */
  async waiting(): Promise<Map<string, number>> {
    await this.open()
    const queues = await this.#boss.getQueues()
    const ours = queues.filter(({ name }) => !name.startsWith('__pgboss'))
    return new Map(ours.map(({ name, queuedCount, deferredCount }) => [name, Math.max(0, queuedCount - deferredCount)]))
  }

  /** @returns a sentence that names work that stalls in this process, or null. Reads one row a queue. */
  async stall(now: Date, db: Db): Promise<string | null> {
    const waiting = [...this.#begun].filter(([, { at, patienceMs }]) => now.getTime() - at >= patienceMs)
    if (waiting.length === 0) return null
    const oldest = await this.oldestDue(now, db)
    const found = waiting.find(([name, { patienceMs }]) => {
      const due = oldest.get(name)
      return due && now.getTime() - due.getTime() >= patienceMs
    })
    if (!found) return null
    const [name, { at }] = found
    return `No job of ${name} was begun for ${Math.floor((now.getTime() - at) / 1_000)} s although some are due`
  }

  /** From when on the oldest waiting job could run, by name; null where none waits. */
  async oldestDue(now: Date, db?: Db): Promise<Map<string, Date | null>> {
    await this.open()
    const { rows } = await (db ? fromKysely(db) : this.#boss.getDb()).executeSql(
      `select queue.name, oldest.start_after from pgboss.queue left join lateral (
        select start_after from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked and start_after <= $1
        order by start_after limit 1) as oldest on true
      where not starts_with(queue.name, '__pgboss')`,
      [now],
    )
    return new Map((rows as { name: string; start_after: Date | null }[]).map((row) => [row.name, row.start_after]))
  }

  /** Waits for running work, at most 12 s; another process tries again what takes longer. */
  async stop(): Promise<void> {
    if (!this.#started) return
    this.#wakeups.stop()
    await this.#locks?.stopWatching()
    await this.#boss.stop({ graceful: true, timeout: 12_000 })
  }

  async #openQueue(name: string): Promise<void> {
    await this.open()
    const opening = this.#queues.get(name) ?? this.#boss.createQueue(name, queue)
    this.#queues.set(name, opening)
    try {
      await opening
    } catch (error) {
      this.#queues.delete(name)
      throw error
    }
  }
}

/** A job that a request sent belongs to the trace of that request; a job of a cron begins its own. */
async function runTraced(name: string, sent: { trace?: string } | null, run: JobDefinition['run']): Promise<void> {
  const { trace = null, ...data } = sent ?? {}
  const attributes = { 'messaging.system': 'pg-boss', 'messaging.destination.name': name }
  await traced(`job ${name}`, { kind: 'consumer', parent: trace, attributes }, () => run(sent && data))
}
