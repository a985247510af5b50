import type { Section } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { daySeconds } from '../../platform/time.ts'
import { carryOutErasures } from './erasure/carry-out.ts'
import { erasePeopleJob } from './erasure/request-erasure.ts'
import { applyRetention } from './retention/apply-retention.ts'
import { personalDataRoutes } from './routes.ts'

type PersonalData = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'threads'>

/** `sections` and `texts` are those of all rooms. */
export const personalDataRoom = {
  routes: (api: Api, context: PersonalData & { sections: readonly Section[] }) => personalDataRoutes(api, context),
  jobs: (context: PersonalData & { texts: readonly TextPlace[]; stopping: AbortSignal }): JobDefinition[] => [
    {
      name: erasePeopleJob,
      // Continues erasures whose job was lost.
      cron: '*/5 * * * *',
      patienceSeconds: daySeconds,
      run: () => carryOutErasures(context),
    },
    { name: 'apply-retention', cron: '23 3 * * *', patienceSeconds: daySeconds, run: () => applyRetention(context) },
  ],
}
