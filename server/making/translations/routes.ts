/** AI notes in another language (decision 71). */
import type { Api } from '../../platform/http/api.ts'
import * as operations from './operations.ts'
import { type Asking, readTranslations, requestTranslation } from './translations.ts'

export function translationRoutes(api: Api, deps: Asking) {
  api.get(
    '/api/v1/recording/:recording_id/translations',
    { config: { scope: 'read' }, schema: operations.listTranslations },
    async ({ caller, params }) => ({ translations: await readTranslations(deps.db, caller, params.recording_id) }),
  )

  api.post(
    '/api/v1/recording/:recording_id/translation',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.translateNotes },
    async ({ caller, params, body }, reply) => {
      reply.code(202)
      return { translation: await requestTranslation(deps, caller, params.recording_id, body.notes_language) }
    },
  )
}
