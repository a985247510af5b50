import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ProcessConnection } from '../../platform/postgres/process-connection.ts'
import { Wakeups } from '../../platform/postgres/wakeups.ts'
import { eventRoutes } from './routes.ts'
import { eventsNotifyChannel, forgetOldEvents } from './stream-events.ts'
import { Subscriptions } from './subscriptions.ts'

type Stream = Pick<Context, 'db' | 'clock' | 'log'> & { processConnection: ProcessConnection }

export const streamRoom = {
  routes(api: Api, context: Stream) {
    const wakeups = new Wakeups(context.processConnection, eventsNotifyChannel)
    eventRoutes(api, { ...context, subscriptions: new Subscriptions({ ...context, wakeups }) })
  },
  jobs: ({ db, clock }: Pick<Context, 'db' | 'clock'>): JobDefinition[] => [
    { name: 'forget-told-events', cron: '*/10 * * * *', run: () => forgetOldEvents(db, clock()) },
  ],
}
