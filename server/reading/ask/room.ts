import type { ModelBudget } from '../../making/engines/model-budget.ts'
import type { Usage } from '../../making/engines/shared/engines.ts'
import type { LanguageModel } from '../../making/engines/write-by-model/language-model.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Meanings } from '../search/meaning/meanings.ts'
import { askRoutes } from './routes.ts'

type Engines = { languageModel: LanguageModel | null; budget: ModelBudget; countUsage(usage: Usage): void }
type Asking = Pick<Context, 'settings'> & { engines(): Engines }

/** What answers need besides a search. */
export function askOptions({ settings, engines }: Asking) {
  const { languageModel: model, budget, countUsage } = engines()
  return { model, budget, countUsage, questionsPerDay: settings.askPerPersonPerDay }
}

type Answering = Asking & Pick<Context, 'db' | 'clock' | 'threads' | 'origin'> & { meanings: Meanings | null }

export const askRoom = {
  routes: (api: Api, context: Answering) => askRoutes(api, { ...context, ...askOptions(context) }),
}
