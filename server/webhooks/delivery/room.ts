import { mailOptions } from '../../people/mail/send-mail.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { webhookOptions } from '../endpoints/create-webhook.ts'
import type { EventCatalog } from '../events/event-types.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import { healthEvents } from './health-event-schemas.ts'
import { healthMailJob } from './health-mail.ts'
import { forgetLanes } from './rate-slots.ts'
import { recoverJob, recoverRest } from './recover.ts'
import { deliveryRoutes } from './routes.ts'

type Deliveries = Pick<Context, 'db' | 'clock' | 'jobs' | 'outbound' | 'secretKey' | 'origin' | 'settings'>

export const deliveryRoom = {
  routes: (api: Api, context: Deliveries & { catalog: EventCatalog }) =>
    deliveryRoutes(api, { ...context, ...webhookOptions(context.settings), publicUrl: context.origin.address() }),
  jobs: ({ db, clock, log, settings }: Pick<Context, 'db' | 'clock' | 'log' | 'settings'>): JobDefinition[] => [
    healthMailJob({ db, log, mail: mailOptions(settings) }),
    {
      name: 'forget-deliveries',
      cron: '37 * * * *',
      run: async () => {
        const rows = await forgetDeliveries(db, { now: clock(), days: settings.deliveryRetentionDays })
        await forgetLanes(db)
        log.info({ rows }, 'Deliveries past their retention were removed')
      },
    },
    { name: recoverJob, run: (rest) => recoverRest(db, clock(), rest) },
  ],
  events: healthEvents,
}
