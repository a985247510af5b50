/** What signing in leaves to workers: mails, and removing what has ended (decisions 41 on sessions and 42). */
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { MailOptions } from '../mail/send-mail.ts'
import { forgetCounts } from '../requests/count-tries.ts'
import { forgetSessions } from '../sessions/forget-sessions.ts'
import { mailJob } from './mail.ts'
import { forgetTokens } from './tokens.ts'

export const signInJobs = (
  deps: Pick<Context, 'db' | 'clock' | 'log'> & { mail: MailOptions | null },
): JobDefinition[] => [
  mailJob(deps),
  {
    name: 'forget-sessions',
    cron: '27 * * * *',
    run: async () => {
      const now = deps.clock()
      const sessions = await forgetSessions(deps.db, now)
      await forgetTokens(deps.db, now)
      await forgetCounts(deps.db, now)
      deps.log.info({ sessions }, 'Sessions that have ended were removed')
    },
  },
]
