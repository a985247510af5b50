import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { ProcessConnection } from '../../platform/postgres/process-connection.ts'
import { Wakeups } from '../../platform/postgres/wakeups.ts'
import { changesNotifyChannel, Followers } from './followers.ts'
import { changeJobs } from './forget-changes.ts'
import { changeRoutes } from './routes.ts'

type Changes = Pick<Context, 'db' | 'clock' | 'log' | 'settings'>

export const changesRoom = {
  routes(api: Api, context: Changes & { processConnection: ProcessConnection }) {
    const wakeups = new Wakeups(context.processConnection, changesNotifyChannel)
    const followers = new Followers({ ...context, wakeups })
    changeRoutes(api, { ...context, followers, retentionDays: context.settings.changesRetentionDays })
  },
  jobs: (context: Changes) => changeJobs({ ...context, retentionDays: context.settings.changesRetentionDays }),
}
