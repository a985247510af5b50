import { sql } from 'kysely'
import type { Section } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { DiskReserve } from '../../platform/disk-reserve.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { sealedColumn } from '../../platform/postgres/key-check.ts'
import { daySeconds } from '../../platform/time.ts'
import type { NoteWriter, Transcriber } from '../engines/shared/engines.ts'
import { mediaLimits } from './media-use.ts'
import { processUpload } from './process-upload.ts'
import { uploadRoutes } from './routes.ts'
import { uploadEvents } from './upload-failed.ts'
import { processUploadJob, writeUploadJob } from './upload-source.ts'
import { wakeUploads, wakeUploadsJob } from './wait-for-transcriber.ts'

type Processing = Pick<
  Context,
  'db' | 'clock' | 'log' | 'jobs' | 'outbound' | 'secretKey' | 'store' | 'origin' | 'settings' | 'threads'
> & {
  disk: DiskReserve
  engines(): { transcriber: Transcriber | null; noteWriter: NoteWriter }
  transcribes(): Promise<boolean>
  stopping: AbortSignal
}

const uploads: Section = {
  name: 'uploads',
  key: sql`own.recording_id`,
  columns: sql`own.recording_id, own.title, own.status, own.created_at`,
  from: ({ userId }) => sql`uploads own where own.submitted_by = ${userId}`,
}

const texts: TextPlace[] = [
  {
    table: 'uploads',
    key: ['recording_id'],
    texts: ['title', 'failure_reason'],
    folded: { title: 'title_folded' },
    tookPart: (userId) => sql`submitted_by = ${userId}`,
  },
  {
    table: 'upload_sources',
    key: ['recording_id'],
    texts: ['media_name'],
    json: { transcript: 'json', written_notes: 'json', facts: 'json' },
    // Deleted, because they contain the name word by word.
    forgets: ['words'],
    // Waiting uploads have whole transcripts.
    batch: 3,
  },
]

export const uploadsRoom = {
  routes: uploadRoutes,
  jobs: ({ engines, origin, settings, ...context }: Processing): JobDefinition[] => {
    const deps = {
      ...context,
      ...engines(),
      publicUrl: origin.address(),
      holdSeconds: settings.holdSeconds,
      notesLanguage: settings.notesLanguage,
      limits: mediaLimits(settings),
      mediaTimeoutSeconds: settings.mediaTimeoutSeconds,
      retryDelaysSeconds: settings.uploadRetryDelaysSeconds,
    }
    const uploadJob = (name: string, concurrency: number): JobDefinition => ({
      name,
      concurrency,
      concurrencyOfSharer: Math.ceil(concurrency / 2),
      // Longer than any transcription.
      patienceSeconds: daySeconds,
      run: (ids) => processUpload(deps, ids),
    })
    return [
      // One more is fetched meanwhile.
      uploadJob(processUploadJob, settings.sttProcesses + 1),
      uploadJob(writeUploadJob, 2),
      { name: wakeUploadsJob, cron: '* * * * *', run: () => wakeUploads(context) },
    ]
  },
  events: uploadEvents,
  sealed: [sealedColumn('media addresses of uploads', 'upload_sources', 'address', 'recording_id')],
  texts,
  sections: [uploads],
}
