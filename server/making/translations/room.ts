import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { daySeconds } from '../../platform/time.ts'
import type { ModelUse } from '../engines/model-use.ts'
import { translationRoutes } from './routes.ts'
import { translateNotes } from './translate-notes.ts'
import { translateNotesJob } from './translations.ts'

type Translating = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'settings'> & {
  engines(): ModelUse
  stopping: AbortSignal
}

const texts: TextPlace[] = [
  { table: 'notes_translations', key: ['recording_id', 'language'], texts: [], json: { texts: 'json' } },
]

export const translationsRoom = {
  routes: translationRoutes,
  jobs: ({ engines, settings, ...context }: Translating): JobDefinition[] => {
    const deps = { ...context, ...engines(), retryDelaysSeconds: settings.uploadRetryDelaysSeconds }
    const run = (ids: Parameters<typeof translateNotes>[1]) => translateNotes(deps, ids)
    // Longer than any translation.
    return [{ name: translateNotesJob, concurrency: 2, concurrencyOfSharer: 1, patienceSeconds: daySeconds, run }]
  },
  texts,
}
