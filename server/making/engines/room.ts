import { modelsFolderOf } from '../../platform/context/config.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { FindLanguageModel } from './local/language/find-language-model.ts'
import type { ModelInstaller } from './local/models/model-installer.ts'
import type { FindSpeech } from './local/speech/find-speech.ts'
import { engineRoutes } from './routes.ts'

type Models = { findSpeech: FindSpeech; findLanguageModel: FindLanguageModel; models(): ModelInstaller }

export const enginesRoom = {
  routes: (api: Api, context: Pick<Context, 'db' | 'clock' | 'settings' | 'secretKey'> & Models) =>
    engineRoutes(api, { ...context, modelsDir: modelsFolderOf(context.settings) }),
}
