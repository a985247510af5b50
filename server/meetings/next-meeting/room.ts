import { mailOptions } from '../../people/mail/send-mail.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Plans } from '../notes/planned.ts'
import { nextMeetingRoutes } from './routes.ts'
import { type InvitationJob, invitationJob, sendInvitation } from './send-invitation.ts'

type Notes = Pick<Context, 'db' | 'clock' | 'jobs' | 'settings'> & { plans: Plans }

export const nextMeetingRoom = {
  routes(api: Api, context: Notes) {
    const { holdSeconds, smtpUrl } = context.settings
    nextMeetingRoutes(api, { ...context, holdSeconds, hasMail: smtpUrl !== null })
  },
  jobs: (context: Pick<Context, 'db' | 'clock' | 'log' | 'secretKey' | 'settings'>): JobDefinition[] => [
    {
      name: invitationJob,
      concurrency: 2,
      run: (job: InvitationJob) => sendInvitation({ ...context, mail: mailOptions(context.settings) }, job),
    },
  ],
}
