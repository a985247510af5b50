/** The background jobs for recorders. */

import { notFrozen } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { endBot, endBotJob } from './bots/end-bot.ts'
import { takeRecordingJob } from './event-job.ts'
import type { GraphAddresses } from './graph.ts'
import { listRecordings } from './list-recordings.ts'
import { renewMeetSubscriptions } from './meet-subscriptions.ts'
import { renewJobs } from './recorders.ts'
import { renewSubscriptions } from './subscriptions.ts'
import { type TakeDeps, takeRecording } from './take-recording.ts'

/** Pub/Sub repeats a message for this time by default, other services for less. */
const keptMs = 7 * 86_400_000

export const recorderJobs = (
  deps: TakeDeps &
    Pick<Context, 'db' | 'clock' | 'log' | 'outbound' | 'secretKey'> & { publicUrl: string; graph: GraphAddresses },
): JobDefinition[] => [
  {
    ...{ name: takeRecordingJob, concurrency: 4, concurrencyOfSharer: 1, patienceSeconds: 600 },
    run: (job) => takeRecording(deps, job),
  },
  { name: renewJobs.teams, cron: '*/10 * * * *', patienceSeconds: 600, run: () => renewSubscriptions(deps) },
  { name: renewJobs.meet, cron: '*/10 * * * *', patienceSeconds: 600, run: () => renewMeetSubscriptions(deps) },
  { name: renewJobs.bigbluebutton, cron: '*/10 * * * *', patienceSeconds: 600, run: () => listRecordings(deps) },
  { name: endBotJob, run: async (ended) => void (await endBot(deps.db, ended, deps.clock())) },
  { name: 'forget-recorder-events', cron: '7 * * * *', run: () => deleteOldEvents(deps.db, deps.clock()) },
]

async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  const events = db.deleteFrom('recorder_events').where('received_at', '<', before)
  await events.where(notFrozen('recorder_events.workspace_id')).execute()
  const bots = db.deleteFrom('sent_bots').where('sent_at', '<', before)
  await bots.where(notFrozen('sent_bots.workspace_id')).execute()
}
