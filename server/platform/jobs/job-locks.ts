/**
 * Shows which jobs a living worker is doing. pg-boss knows only that a job was begun: after its worker was killed, it
 * takes up to 90 s until a missed heartbeat is noticed. Here a worker holds a lock for each of its jobs, which ends with
 * its process. Every worker checks for jobs that were begun and have no lock, and makes them available again.
 *
 * No job of a living worker is taken, because both sides take two steps in opposite order. The worker locks the job,
 * then checks that its row is there. The check for lost jobs locks the row, then tries the job's lock, and gives the
 * job a new id: a worker that has just begun the job finds the row gone and drops it. After the loss of a connection its
 * locks are taken again, which is why a job counts as lost only at the second check in a row.
 */
import type { Logger } from 'pino'
import type { ProcessConnection } from '../postgres/process-connection.ts'

const checkEveryMs = 2_000

type Run = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

export class JobLocks {
  readonly #connection: ProcessConnection
  readonly #log: Logger
  /** Jobs that had no lock at the last check. */
  #suspects: string[] = []
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined

  constructor(connection: ProcessConnection, log: Logger) {
    this.#connection = connection
    this.#log = log
  }

  /** @returns false for a job that was made available to others meanwhile */
  async take(name: string, id: string): Promise<boolean> {
    let isOurs = false
    try {
      await this.#connection.hold(`job ${id}`)
      const found = `select from pgboss.job where name = $1 and id = $2 and state = 'active' for share`
      isOurs = (await this.#connection.query(found, [name, id])).rowCount === 1
    } finally {
      if (!isOurs) await this.release(id)
    }
    return isOurs
  }

  release(id: string): Promise<void> {
    return this.#connection.release(`job ${id}`)
  }

  /**
   * Checks for lost jobs from now on.
   * @param run  uses another connection than that of the locks: that one would get its own locks once more
   */
  watch(run: Run, names: string[]): void {
    const check = () => {
      this.#checking ??= this.freeLostJobs(run, names)
        .catch(({ message }) => this.#log.warn({ reason: message }, 'Lost jobs could not be looked for'))
        .finally(() => {
          this.#checking = undefined
        })
    }
    this.#timer = setInterval(check, checkEveryMs).unref()
    check()
  }

  /** Makes jobs available again that have no lock, and had none at the last check. */
  async freeLostJobs(run: Run, names: string[]): Promise<void> {
    const suspects = this.#suspects
    this.#suspects = []
    // Restores its own locks first: when the database comes back, the other workers check for lost jobs too.
    await this.#connection.open()
    const lost = (await run(freeLost, [names, suspects])).rows as { id: string; freed: boolean }[]
    this.#suspects = lost.filter(({ freed }) => !freed).map(({ id }) => id)
    const jobs = lost.length - this.#suspects.length
    if (jobs > 0) this.#log.warn({ jobs }, 'Jobs of a worker that is gone are begun again')
  }

  async stopWatching(): Promise<void> {
    clearInterval(this.#timer)
    await this.#checking
  }
}

// A job that is lost again waits longer each time, from when it was begun, as after failures: it may crash its workers.
const freeLost = `
  with begun as (
    select name, id from pgboss.job where state = 'active' and name = any($1) and retry_count < retry_limit
    for update skip locked
  ), lost as materialized (
    select name, id from begun where pg_try_advisory_xact_lock(hashtextextended('job ' || id, 0))
  ), freed as (
    update pgboss.job set id = gen_random_uuid(), state = 'retry', heartbeat_on = null,
      start_after = started_on + least(retry_delay_max, retry_delay * 2 ^ least(retry_count, 16)) * interval '1 s'
    from lost where job.name = lost.name and job.id = lost.id and lost.id = any($2::uuid[])
    returning lost.id
  )
  select lost.id, freed.id is not null as freed from lost left join freed on freed.id = lost.id`
