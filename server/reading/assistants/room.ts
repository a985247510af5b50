import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Searching } from '../search/search.ts'
import { grantTokens } from './oauth/find-grant.ts'
import { hasOAuth } from './oauth/resource.ts'
import { mcpRoutes } from './routes.ts'

type Assistants = Searching & Pick<Context, 'clock' | 'jobs' | 'origin' | 'settings'>

/** What assistants may use is in tools.ts. */
export const assistantsRoom = {
  routes: (api: Api, context: Assistants) =>
    mcpRoutes(api, {
      ...context,
      holdSeconds: context.settings.holdSeconds,
      tokens: hasOAuth(context.settings) ? grantTokens(context.db, context.origin, 'assistant') : null,
    }),
}
