/** Corrections of recordings, their history, rewritten AI notes, and transcription again (decision 46). */

import { sendRecording } from '../../meetings/recordings/library/send-recording.ts'
import type { LinkOptions } from '../../meetings/recordings/media/media-link.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { readLanguage, readWrittenLanguage } from '../../platform/http/read-language.ts'
import { utc } from '../../platform/time.ts'
import { correctRecording } from './correct-recording.ts'
import { historyList, listChanges } from './history.ts'
import { requestNotes } from './notes-requests.ts'
import * as operations from './operations.ts'
import { readProgress } from './read-progress.ts'
import { requestTranscription } from './transcription-requests.ts'

export function correctionRoutes(
  api: Api,
  deps: Pick<Context, 'db' | 'clock' | 'jobs' | 'threads'> & {
    holdSeconds: number
    links: LinkOptions
    transcribes(model?: string): Promise<boolean>
    /** Whether a language model writes notes. */
    usesModel(): Promise<boolean>
  },
) {
  api.patch(
    '/api/v1/recording/:recording_id',
    { config: { scope: 'write', maxBodyBytes: Infinity }, schema: operations.correctRecording },
    async (request, reply) => {
      const { caller, params, headers, body, sharer } = request
      await correctRecording(
        deps,
        caller,
        params.recording_id,
        { ifMatch: headers['if-match'], sharer },
        {
          title: body.title ?? null,
          speakers: body.speakers ?? {},
          segments: body.segments ?? [],
          markdown: body.ai_notes?.markdown ?? null,
        },
      )
      return sendRecording(deps, request, reply, params.recording_id)
    },
  )

  api.get(
    '/api/v1/recording/:recording_id/history',
    { config: { scope: 'read' }, schema: operations.getHistory },
    async ({ caller, params, query }) => {
      const page = await listChanges(deps.db, caller, params.recording_id, readPageRequest(historyList, query))
      return { page_info: page.info, data: page.rows.map(({ at, user, change }) => ({ at: utc(at), user, change })) }
    },
  )

  api.post(
    '/api/v1/recording/:recording_id/ai_notes',
    { config: { scope: 'write' }, schema: operations.rewriteNotes },
    async ({ caller, params, body }, reply) => {
      const { notes_language: tag } = body
      const language = tag == null ? null : readWrittenLanguage(tag, 'body.notes_language')
      await requestNotes(deps, caller, params.recording_id, language)
      reply.code(202)
      return { recording_id: params.recording_id }
    },
  )

  api.get(
    '/api/v1/recording/:recording_id/progress',
    { config: { scope: 'read' }, schema: operations.getProgress },
    async ({ caller, params }) => ({ progress: await readProgress(deps, caller, params.recording_id) }),
  )

  api.post(
    '/api/v1/recording/:recording_id/transcribe',
    { config: { scope: 'write' }, schema: operations.transcribeAgain },
    async ({ caller, params, body }, reply) => {
      await requestTranscription(deps, caller, params.recording_id, {
        languageCode: body.language_code == null ? null : readLanguage(body.language_code, 'body.language_code'),
        speakers: body.speakers ?? null,
        model: body.model ?? null,
        replaceCorrections: body.replace_corrections ?? false,
      })
      reply.code(202)
      return { recording_id: params.recording_id }
    },
  )
}
