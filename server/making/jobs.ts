/** The workers' jobs for recordings: process uploads, remove unused media, delete expired rows. */

import { removeLeftovers, removeMediaJob, sweepMedia } from '../meetings/recordings/media/leftovers.ts'
import type { JobDefinition } from '../platform/jobs/jobs.ts'
import { removeAbandoned } from '../platform/scratch.ts'
import { carryOutRequest } from './corrections/notes-requests.ts'
import { transcribeAgain } from './corrections/transcribe-again.ts'
import { transcribeAgainJob } from './corrections/transcription-requests.ts'
import { endStranded } from './uploads/end-stranded.ts'
import { deleteExpiredIdempotencyKeys } from './uploads/idempotency.ts'
import { type ProcessDeps, processUpload } from './uploads/process-upload.ts'
import { tidySessions } from './uploads/tus/finish-session.ts'
import { processUploadJob } from './uploads/upload-source.ts'
import { writeNotesJob } from './writing/first-notes.ts'

// Low, because this process writes the notes.
const notesAtOnce = 2

// Longer than any transcription, and longer than removing a few thousand files.
const daySeconds = 86_400
const removalSeconds = 600

type RecordingDeps = ProcessDeps & { transcriptionsAtOnce: number }

/** @param transcriptionsAtOnce  on this machine */
export function recordingJobs({ transcriptionsAtOnce, ...deps }: RecordingDeps): JobDefinition[] {
  const { db, store, clock, log } = deps
  // One more is fetched, or its notes are written, meanwhile.
  const uploadsAtOnce = transcriptionsAtOnce + 1
  return [
    {
      name: processUploadJob,
      concurrency: uploadsAtOnce,
      concurrencyOfSharer: Math.ceil(uploadsAtOnce / 2),
      patienceSeconds: daySeconds,
      run: (ids) => processUpload(deps, ids),
    },
    {
      name: writeNotesJob,
      concurrency: notesAtOnce,
      concurrencyOfSharer: notesAtOnce / 2,
      patienceSeconds: daySeconds,
      run: (ids) => carryOutRequest(deps, ids),
    },
    {
      name: transcribeAgainJob,
      concurrency: uploadsAtOnce,
      concurrencyOfSharer: Math.ceil(uploadsAtOnce / 2),
      patienceSeconds: daySeconds,
      run: (ids) => transcribeAgain(deps, ids),
    },
    // Media are removed right after their rows; this job finds files that a crash left.
    {
      name: removeMediaJob,
      cron: '*/5 * * * *',
      patienceSeconds: removalSeconds,
      run: () => removeLeftovers(db, store),
    },
    {
      name: 'tidy-uploads',
      cron: '41 * * * *',
      run: async () => {
        await deleteExpiredIdempotencyKeys(db, clock())
        await tidySessions(deps)
        await endStranded(db, clock())
        await removeAbandoned(new Date(clock().getTime() - daySeconds * 1_000))
        log.info({ files: await sweepMedia(db, store, clock()) }, 'Files of media that nothing names were removed')
      },
    },
  ]
}
