/** Metrics of background jobs for each queue: the waiting jobs of all workers, and the running jobs of this process. */
import { Counter, Gauge } from 'prom-client'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Clock } from '../time.ts'
import type { JobDefinition, Jobs } from './jobs.ts'

/** Jobs that wait, for any process. It reads one row a queue, and one entry of an index. */
export function watchJobs({ metrics, clock, jobs }: { metrics: Metrics; clock: Clock; jobs: Jobs }): void {
  metrics.gauges('jobs_waiting', 'Jobs that could run and wait for a worker.', 'queue', () => jobs.waiting())
  metrics.gauges('jobs_oldest_due_age_seconds', 'For how long the oldest of them could run.', 'queue', async () => {
    const now = clock()
    const oldest = await jobs.oldestDue(now)
    return new Map([...oldest].map(([name, due]) => [name, due ? (now.getTime() - due.getTime()) / 1_000 : 0]))
  })
}

/** @returns a function that adds counting to work: by its result, and while it is under way */
export function measureJobs({ registry }: Metrics): (job: JobDefinition) => JobDefinition {
  const registers = [registry]
  const inFlight = new Gauge({
    name: 'jobs_in_flight',
    help: 'Jobs that this process is doing.',
    labelNames: ['queue'],
    registers,
  })
  const ended = new Counter({
    name: 'jobs_total',
    help: 'Jobs that ended, by result: done, or failed, which is tried again.',
    labelNames: ['queue', 'result'],
    registers,
  })
  return (job) => ({
    ...job,
    async run(data) {
      const queue = job.name
      inFlight.inc({ queue })
      try {
        await job.run(data)
        ended.inc({ queue, result: 'done' })
      } catch (error) {
        ended.inc({ queue, result: 'failed' })
        throw error
      } finally {
        inFlight.dec({ queue })
      }
    },
  })
}
