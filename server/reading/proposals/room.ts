import type { ModelUse } from '../../making/engines/model-use.ts'
import { compareDecisionJob } from '../../meetings/decisions/compare-later.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { daySeconds } from '../../platform/time.ts'
import { compareDecision } from './compare-decision.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'threads' | 'settings'> & {
  engines(): ModelUse
  stopping: AbortSignal
}

export const proposalsRoom = {
  jobs: ({ engines, settings, ...context }: Parts): JobDefinition[] => {
    const comparing = { ...context, ...engines(), retryDelaysSeconds: settings.uploadRetryDelaysSeconds }
    return [
      {
        name: compareDecisionJob,
        concurrency: 2,
        // A workspace with many new decisions leaves others their turn.
        concurrencyOfSharer: 1,
        // Longer than a model needs for the decisions of many meetings.
        patienceSeconds: daySeconds,
        run: (job) => compareDecision(comparing, job),
      },
    ]
  },
}
