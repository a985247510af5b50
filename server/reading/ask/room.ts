import type { ModelUse } from '../../making/engines/model-use.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Searching } from '../search/search.ts'
import { askRoutes } from './routes.ts'

type Parts = Pick<Context, 'settings'> & { engines(): ModelUse }

/** What answers need besides a search. */
export function askOptions({ settings, engines }: Parts) {
  const { findModel, budget, countUsage } = engines()
  return { findModel, budget, countUsage, questionsPerDay: settings.askPerPersonPerDay }
}

type RouteParts = Parts & Searching & Pick<Context, 'clock' | 'origin'>

export const askRoom = {
  routes: (api: Api, context: RouteParts) => askRoutes(api, { ...context, ...askOptions(context) }),
}
