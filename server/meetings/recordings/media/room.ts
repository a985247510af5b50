import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { allKeys } from '../../../platform/secrets.ts'
import { removeLeftovers, removeMediaJob } from './leftovers.ts'
import { linkKey } from './media-link.ts'
import { mediaRoutes } from './routes.ts'

// Longer than removing a few thousand files.
const removalSeconds = 600

export const mediaRoom = {
  open: (api: Api, context: Pick<Context, 'db' | 'clock' | 'store' | 'secretKey'>) =>
    mediaRoutes(api, { ...context, keys: allKeys(context.secretKey).map(linkKey) }),
  jobs: ({ db, store }: Pick<Context, 'db' | 'store'>): JobDefinition[] => [
    // Media are removed right after their rows; this job finds files that a crash left.
    {
      name: removeMediaJob,
      cron: '*/5 * * * *',
      patienceSeconds: removalSeconds,
      run: () => removeLeftovers(db, store),
    },
  ],
}
