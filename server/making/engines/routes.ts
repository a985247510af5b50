/** `GET /api/v1/engines`, for everyone. */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { describeEngines } from './describe-engines.ts'
import type { FindLanguageModel } from './local/language/find-language-model.ts'
import { installedModels } from './local/models/installed.ts'
import type { FindSpeech } from './local/speech/find-speech.ts'
import { getEngines } from './operations.ts'

export function engineRoutes(
  api: Api,
  {
    settings,
    findSpeech,
    findLanguageModel,
    modelsDir,
  }: Pick<Context, 'settings'> & { findSpeech: FindSpeech; findLanguageModel: FindLanguageModel; modelsDir: string },
) {
  api.get('/api/v1/engines', { config: { scope: 'read' }, schema: getEngines }, async () => {
    const models = await installedModels(modelsDir)
    return {
      ...describeEngines(settings, { speech: await findSpeech(), languageModel: await findLanguageModel() }),
      models: models.map(({ name, purpose, licence, bytes }) => ({ name, purpose, licence, bytes })),
    }
  })
}
