import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { endAccountJob } from '../feeds/end-accounts.ts'
import type { CaldavCalendar } from '../vendors/caldav.ts'
import type { Accounts } from './accounts.ts'
import { endAccount } from './end-account.ts'
import { accountRoutes, vendorRoutes } from './routes.ts'

type Connecting = Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey' | 'settings'> & {
  accounts: Accounts
  caldav: CaldavCalendar
}
type Ending = Pick<Context, 'db' | 'clock' | 'log' | 'secretKey'> & { accounts: Accounts }

const connectDeps = ({ settings: { publicUrl, baseDomain }, ...context }: Connecting) => ({
  ...context,
  publicUrl,
  baseDomain,
})

export const calendarAccountsRoom = {
  routes(keyed: Api, context: Connecting) {
    keyed.register(async (api: Api) => accountRoutes(api, connectDeps(context)))
  },
  open: (api: Api, context: Connecting) => vendorRoutes(api, connectDeps(context)),
  jobs: (context: Ending): JobDefinition[] => [{ name: endAccountJob, run: (job) => endAccount(context, job) }],
}
