/** The jobs of workers for personal data. */
import type { Work } from '../platform/jobs/jobs.ts'
import { type CarryOutDeps, carryOutErasures } from './erasure/carry-out.ts'
import { erasePeopleJob } from './erasure/request-erasure.ts'

const daySeconds = 86_400

export function personalDataWork(deps: CarryOutDeps): Work[] {
  return [
    {
      name: erasePeopleJob,
      // What a lost job has left.
      cron: '*/5 * * * *',
      patienceSeconds: daySeconds,
      run: () => carryOutErasures(deps),
    },
  ]
}
