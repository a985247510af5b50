/** Wakes the workers of a process for jobs that were sent, so that they look for others only now and then. */
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Tx } from '../postgres/db.ts'
import type { ProcessConnection } from '../postgres/process-connection.ts'
import type { Clock } from '../time.ts'

const notifyChannel = 'minutebook_jobs'
/** A worker waits for the moment of jobs that are due within this time; later ones it finds when it looks. */
const awaitedMs = 60_000
/** PostgreSQL decides whether a job is due, and a timer may end a little early. */
const marginMs = 20

/** Announces jobs at the end of the transaction that sends them. @param at  when the first may begin; null: at once */
export async function announceJobs(tx: Tx, name: string, at: Date | null): Promise<void> {
  await sql`select pg_notify(${notifyChannel}, ${`${at?.toISOString() ?? ''} ${name}`})`.execute(tx)
}

export class JobWakeups {
  readonly #boss: Pick<PgBoss, 'getWipData' | 'notifyWorker'>
  readonly #timers = new Set<NodeJS.Timeout>()
  #unlisten = () => {}

  constructor(boss: Pick<PgBoss, 'getWipData' | 'notifyWorker'>) {
    this.#boss = boss
  }

  async start(connection: ProcessConnection, clock: Clock): Promise<void> {
    this.#unlisten = await connection.listen(notifyChannel, (payload) => {
      // After a loss of the connection: what was announced meanwhile is not known.
      if (payload === null) return this.#wake(() => true)
      const [at, name] = payload.split(' ') as [string, string]
      const waitMs = at ? Date.parse(at) - clock().getTime() + marginMs : 0
      if (waitMs <= 0) this.#wake((worker) => worker.name === name)
      else if (waitMs <= awaitedMs) this.#wakeLater(name, waitMs)
    })
  }

  stop(): void {
    this.#unlisten()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** The workers that run jobs of this name look for the next ones as soon as they have ended these. */
  goOn(name: string): void {
    this.#wake((worker) => worker.name === name && worker.count > 0)
  }

  #wakeLater(name: string, waitMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#wake((worker) => worker.name === name)
    }, waitMs).unref()
    this.#timers.add(timer)
  }

  #wake(isMeant: (worker: { name: string; count: number }) => boolean): void {
    for (const worker of this.#boss.getWipData()) if (isMeant(worker)) this.#boss.notifyWorker(worker.id)
  }
}
