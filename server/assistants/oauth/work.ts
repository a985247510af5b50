/** What OAuth leaves to workers: removing what has ended (decision 48). */
import type { Logger } from 'pino'
import type { Work } from '../../platform/jobs/jobs.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { forgetClients } from './clients.ts'
import { forgetGrants } from './grants.ts'

export const oauthWork = ({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Work[] => [
  {
    name: 'forget-grants',
    cron: '29 * * * *',
    run: async () => {
      const now = clock()
      const grants = await forgetGrants(db, now)
      const clients = await forgetClients(db, now)
      log.info({ grants, clients }, 'Grants that have ended, and assistants that nobody uses, were removed')
    },
  },
]
