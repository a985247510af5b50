/** `GET /api/v1/engines`, for everyone, and the models of the machine, for administrators. */
import { requireSuperAdmin } from '../../people/caller/require-super-admin.ts'
import type { Api } from '../../platform/http/api.ts'
import { addModel, type ChangeParts, cancelModel, removeModel } from './change-models.ts'
import { describeEngines } from './describe-engines.ts'
import { listModels } from './list-models.ts'
import type { FindLanguageModel } from './local/language/find-language-model.ts'
import { hasOthers } from './local/models/installations.ts'
import { installedModels } from './local/models/installed.ts'
import type { FindSpeech } from './local/speech/find-speech.ts'
import * as operations from './operations.ts'

type Parts = ChangeParts & { findSpeech: FindSpeech; findLanguageModel: FindLanguageModel; modelsDir: string }

export function engineRoutes(api: Api, parts: Parts) {
  const { settings, findSpeech, findLanguageModel, modelsDir } = parts
  api.get('/api/v1/engines', { config: { scope: 'read' }, schema: operations.getEngines }, async () => {
    const models = await installedModels(modelsDir)
    return {
      ...describeEngines(settings, { speech: await findSpeech(), languageModel: await findLanguageModel() }),
      models: models.map(({ name, purpose, licence, bytes }) => ({ name, purpose, licence, bytes })),
    }
  })

  api.get('/api/v1/models', { config: { scope: 'admin' }, schema: operations.listModels }, async ({ caller }) => {
    requireSuperAdmin(caller)
    const models = parts.models()
    const isShared = await hasOthers(models.modelsDir, parts.secretKey)
    return await listModels(models, settings.modelsFromConsole && !isShared)
  })

  api.post(
    '/api/v1/models/add',
    { config: { scope: 'admin', bodyRequired: true }, schema: operations.addModel },
    async (request, reply) => {
      await addModel(parts, request, request.body.name)
      reply.code(202)
      return { installing: await parts.models().installing() }
    },
  )

  api.post(
    '/api/v1/models/cancel',
    { config: { scope: 'admin' }, schema: operations.cancelModel },
    async (request, reply) => {
      await cancelModel(parts, request)
      return reply.code(204).send()
    },
  )

  api.post(
    '/api/v1/models/remove',
    { config: { scope: 'admin', bodyRequired: true }, schema: operations.removeModel },
    async (request, reply) => {
      await removeModel(parts, request, request.body.name)
      return reply.code(204).send()
    },
  )
}
