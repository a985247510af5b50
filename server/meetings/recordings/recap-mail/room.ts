import { sql } from 'kysely'
import { mailOptions } from '../../../people/mail/send-mail.ts'
import { ownTable } from '../../../people/privacy/person-export.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { recapMailJobs } from './jobs.ts'
import { notificationRoutes, unsubscribeRoutes } from './routes.ts'

const notifications = ownTable('notifications', 'recap_mail_wishes', sql`own.recaps, own.time_zone`, sql`own.user_id`)

export const recapMailRoom = {
  routes(api: Api, context: Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey' | 'settings'>) {
    const { publicUrl, smtpUrl } = context.settings
    notificationRoutes(api, { ...context, publicUrl, hasMail: smtpUrl !== null })
  },
  open: unsubscribeRoutes,
  jobs: (context: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'settings'>) =>
    recapMailJobs({ ...context, mail: mailOptions(context.settings) }),
  sections: [notifications],
}
