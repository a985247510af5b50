import { sql } from 'kysely'
import { linksOf } from '../../meetings/recordings/media/media-link.ts'
import { ownTable } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { daySeconds } from '../../platform/time.ts'
import type { NoteWriter, Transcriber } from '../engines/shared/engines.ts'
import { writeNotesJob } from '../writing/first-notes.ts'
import { carryOutRequest } from './notes-requests.ts'
import { correctionRoutes } from './routes.ts'
import { transcribeAgain } from './transcribe-again.ts'
import { transcribeAgainJob } from './transcription-requests.ts'

type Correcting = Pick<Context, 'db' | 'clock' | 'jobs' | 'threads' | 'origin' | 'secretKey' | 'settings'> & {
  transcribes(model?: string): Promise<boolean>
  usesModel(): Promise<boolean>
}
type Rewriting = Pick<
  Context,
  'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store' | 'origin' | 'settings' | 'threads'
> & { engines(): { transcriber: Transcriber | null; noteWriter: NoteWriter }; stopping: AbortSignal }

// Low, because this process writes the notes.
const notesAtOnce = 2

const corrections = ownTable('corrections', 'recording_changes', sql`own.id, own.recording_id, own.at, own.change`)

const texts: TextPlace[] = [
  { table: 'recording_changes', key: ['id'], texts: [], json: { change: 'jsonb' }, batch: 50 },
]

export const correctionsRoom = {
  routes: (api: Api, context: Correcting) =>
    correctionRoutes(api, { ...context, links: linksOf(context), holdSeconds: context.settings.holdSeconds }),
  jobs: ({ engines, origin, settings, ...context }: Rewriting): JobDefinition[] => {
    const deps = {
      ...context,
      ...engines(),
      publicUrl: origin.address(),
      holdSeconds: settings.holdSeconds,
      notesLanguage: settings.notesLanguage,
      retryDelaysSeconds: settings.uploadRetryDelaysSeconds,
    }
    const transcriptionsAtOnce = settings.sttProcesses + 1
    return [
      {
        name: writeNotesJob,
        concurrency: notesAtOnce,
        concurrencyOfSharer: notesAtOnce / 2,
        // Longer than any transcription.
        patienceSeconds: daySeconds,
        run: (ids) => carryOutRequest(deps, ids),
      },
      {
        name: transcribeAgainJob,
        concurrency: transcriptionsAtOnce,
        concurrencyOfSharer: Math.ceil(transcriptionsAtOnce / 2),
        patienceSeconds: daySeconds,
        run: (ids) => transcribeAgain(deps, ids),
      },
    ]
  },
  texts,
  sections: [corrections],
}
