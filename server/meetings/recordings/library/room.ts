import { sql } from 'kysely'
import type { Section } from '../../../people/privacy/person-export.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { linksOf } from '../media/media-link.ts'
import { forgetTranscripts, forgetTranscriptsJob } from './forget-transcripts.ts'
import { recordingRoutes } from './routes.ts'
import { recordingTexts } from './text-places.ts'

type Library = Pick<Context, 'db' | 'clock' | 'origin' | 'secretKey'> & { removeMedia(): Promise<void> }

const recordings: Section = {
  name: 'recordings',
  key: sql`own.id`,
  columns: sql`own.id, own.note_id, own.title, own.created_at, own.started_at, own.ended_at, media.file_name, media.media_bytes`,
  from: ({ userId }) => sql`recordings own left join recording_media media on media.workspace_id = own.workspace_id
    and media.recording_id = own.id where own.started_by = ${userId}`,
}

export const libraryRoom = {
  routes: (api: Api, context: Library) => recordingRoutes(api, { ...context, links: linksOf(context) }),
  jobs: (context: Pick<Context, 'db' | 'jobs'> & { stopping: AbortSignal }): JobDefinition[] => [
    {
      name: forgetTranscriptsJob,
      run: ({ workspaceId }: { workspaceId: string }) => forgetTranscripts(context, workspaceId, context.stopping),
    },
  ],
  texts: recordingTexts,
  sections: [recordings],
}
