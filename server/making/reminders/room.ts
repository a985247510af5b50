import { sql } from 'kysely'
import { mailOptions } from '../../people/mail/send-mail.ts'
import type { Section } from '../../people/privacy/person-export.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { type RemindOrder, remind, remindDue, remindJob } from './make-reminders.ts'
import { reminderRoutes } from './routes.ts'
import {
  type MailReminder,
  mailReminder,
  mailReminderJob,
  type PushReminder,
  pushReminder,
  pushReminderJob,
} from './send-reminder.ts'
import { forgetReminders } from './stored-reminders.ts'

const reminders: Section = {
  name: 'reminders',
  key: sql`own.note_id`,
  columns: sql`own.note_id, own.starts_at, own.made_at, own.shown_at`,
  from: ({ userId }) => sql`reminders own where own.user_id = ${userId}`,
}

export const remindersRoom = {
  routes: reminderRoutes,
  jobs: (
    deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'outbound' | 'secretKey' | 'settings'>,
  ): JobDefinition[] => [
    { name: 'remind-due', cron: '* * * * *', run: () => remindDue(deps) },
    { name: remindJob, concurrency: 2, concurrencyOfSharer: 1, run: (order: RemindOrder) => remind(deps, order) },
    {
      name: pushReminderJob,
      concurrency: 8,
      concurrencyOfSharer: 2,
      run: (job: PushReminder) => pushReminder(deps, job),
    },
    {
      name: mailReminderJob,
      concurrency: 2,
      concurrencyOfSharer: 1,
      run: (job: MailReminder) => mailReminder({ ...deps, mail: mailOptions(deps.settings) }, job),
    },
    { name: 'forget-reminders', cron: '19 * * * *', run: () => forgetReminders(deps) },
  ],
  sections: [reminders],
}
