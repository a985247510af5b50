import { mailOptions } from '../../people/mail/send-mail.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { nextMeetingRoutes } from './routes.ts'
import { type InvitationJob, invitationJob, sendInvitation } from './send-invitation.ts'

export const nextMeetingRoom = {
  routes(api: Api, context: Pick<Context, 'db' | 'clock' | 'jobs' | 'settings'>) {
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
