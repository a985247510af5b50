/** Background work: pg-boss in the same PostgreSQL, so that a job joins the transaction that asks for it. */

import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** Work that is done again and again. */
export type Recurring = { name: string; cron: string; run(): Promise<void> }

/** Runs the recurring work of all workers together: each occurrence in one of them. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #log: Logger

  constructor(url: string, log: Logger) {
    this.#boss = new PgBoss({ connectionString: url, application_name: 'minutebook jobs', max: 4 })
    this.#log = log
    this.#boss.on('error', (error) => log.error({ reason: error.message }, 'The job queue had an error'))
  }

  async start(recurring: Recurring[]): Promise<void> {
    await this.#boss.start()
    for (const { name, cron, run } of recurring) {
      await this.#boss.createQueue(name)
      await this.#boss.schedule(name, cron)
      await this.#boss.work(name, async () => {
        await run()
        this.#log.info({ job: name }, 'Job done')
      })
    }
  }

  /** Waits for running work, at most 15 s. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 15_000 })
  }
}
