/** The job that indexes what no transaction indexed: what is older than the index, and the rest of large imports. */
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { daySeconds } from '../../platform/time.ts'
import { indexSome } from './index-text.ts'
import { joinBundles } from './join-bundles.ts'

export function indexJobs(
  { db, log, threads }: Pick<Context, 'db' | 'log' | 'threads'>,
  stopping: AbortSignal,
): JobDefinition[] {
  const run = async () => {
    let indexed = 0
    for (let some = await indexSome(db, threads); some > 0 && !stopping.aborted; some = await indexSome(db, threads)) {
      indexed += some
      if (indexed % 1_000 < some) log.info({ indexed }, 'Texts are being indexed for search')
    }
    if (indexed > 0) log.info({ indexed }, 'Texts were indexed for search')
    while (!stopping.aborted && (await joinBundles(db)));
  }
  // An archive of 10,000 meetings takes half an hour; what a stop leaves is done by the next run.
  return [{ name: 'index-text', cron: '* * * * *', patienceSeconds: daySeconds, run }]
}
