/** What workers do for recordings: take uploads on, remove media that nothing names, forget what is past its time. */
import type { Work } from '../platform/jobs/jobs.ts'
import { removeAbandoned } from '../platform/scratch.ts'
import { removeLeftovers, removeMediaJob, sweepMedia } from './media/leftovers.ts'
import { measureMedia } from './media/measure-media.ts'
import { forgetKeys } from './uploads/idempotency.ts'
import { type ProcessDeps, processUpload } from './uploads/process-upload.ts'
import { tidySessions } from './uploads/tus/finish-session.ts'
import { processUploadJob } from './uploads/upload-source.ts'

// Transcription waits for a service, and notes are written by this process.
const uploadsAtOnce = 2

// Longer than any transcription takes, and than a few thousand files.
const daySeconds = 86_400
const removalSeconds = 600

export function recordingWork(deps: ProcessDeps): Work[] {
  const { db, store, clock, log } = deps
  return [
    {
      name: processUploadJob,
      concurrency: uploadsAtOnce,
      patienceSeconds: daySeconds,
      run: (ids) => processUpload(deps, ids),
    },
    // What is deleted is removed at once; this finds what a crash left.
    {
      name: removeMediaJob,
      cron: '*/5 * * * *',
      patienceSeconds: removalSeconds,
      run: () => removeLeftovers(db, store),
    },
    { name: 'measure-media', cron: '*/5 * * * *', patienceSeconds: daySeconds, run: () => measureMedia(db, store) },
    {
      name: 'tidy-uploads',
      cron: '41 * * * *',
      run: async () => {
        await forgetKeys(db, clock())
        await tidySessions(deps)
        await removeAbandoned(new Date(clock().getTime() - daySeconds * 1_000))
        log.info({ files: await sweepMedia(db, store, clock()) }, 'Files of media that nothing names were removed')
      },
    },
  ]
}
