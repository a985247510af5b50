/** The jobs of workers for personal data. */
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { type CarryOutDeps, carryOutErasures } from './erasure/carry-out.ts'
import { erasePeopleJob } from './erasure/request-erasure.ts'
import { applyRetention, type RetentionDeps } from './retention/apply-retention.ts'

const daySeconds = 86_400

export function personalDataJobs(deps: CarryOutDeps & RetentionDeps): JobDefinition[] {
  return [
    {
      name: erasePeopleJob,
      // Continues erasures whose job was lost.
      cron: '*/5 * * * *',
      patienceSeconds: daySeconds,
      run: () => carryOutErasures(deps),
    },
    { name: 'apply-retention', cron: '23 3 * * *', patienceSeconds: daySeconds, run: () => applyRetention(deps) },
  ]
}
