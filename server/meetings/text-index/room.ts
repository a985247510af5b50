import type { Context } from '../../platform/context/context.ts'
import { indexJobs } from './jobs.ts'

export const textIndexRoom = {
  jobs: (context: Pick<Context, 'db' | 'log' | 'threads'> & { stopping: AbortSignal }) =>
    indexJobs(context, context.stopping),
}
