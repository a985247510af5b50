import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { GoogleAddresses } from './google.ts'
import { openGoogleKeys } from './google-keys.ts'
import type { GraphAddresses } from './graph.ts'
import { recorderJobs } from './jobs.ts'
import { sealedRecorders } from './reseal-recorders.ts'
import { recorderEventRoutes, recorderRoutes } from './routes.ts'

type Listening = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'outbound' | 'secretKey' | 'origin'>
type Vendors = { google(): GoogleAddresses; graph(): GraphAddresses }
type Taking = Listening &
  Pick<Context, 'threads' | 'settings'> &
  Vendors & { transcribes(): Promise<boolean>; stopping: AbortSignal }

export const recordersRoom = {
  routes: recorderRoutes,
  open(api: Api, context: Listening & Vendors) {
    const googleKeys = openGoogleKeys(context)
    recorderEventRoutes(api, { ...context, publicUrl: context.origin.address(), googleKeys })
  },
  jobs: ({ google, graph, origin, settings, ...context }: Taking) =>
    recorderJobs({
      ...context,
      google: google(),
      graph: graph(),
      publicUrl: origin.address(),
      bodyLimitBytes: settings.bodyLimitBytes,
      retryDelaysSeconds: settings.uploadRetryDelaysSeconds,
    }),
  sealed: [sealedRecorders],
}
