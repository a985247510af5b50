/** The job that removes ended grants and unused assistants (decision 48). */
import type { Logger } from 'pino'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Clock } from '../../../platform/time.ts'
import { removeUnusedClients } from './clients.ts'
import { removeEndedGrants } from './grants.ts'

export const oauthJobs = ({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): JobDefinition[] => [
  {
    name: 'forget-grants',
    cron: '29 * * * *',
    run: async () => {
      const now = clock()
      const grants = await removeEndedGrants(db, now)
      const clients = await removeUnusedClients(db, now)
      log.info({ grants, clients }, 'Grants that have ended, and assistants that nobody uses, were removed')
    },
  },
]
