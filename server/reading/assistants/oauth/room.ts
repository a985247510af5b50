import { sql } from 'kysely'
import { ownTable } from '../../../people/privacy/person-export.ts'
import type { ApiRate } from '../../../people/requests/rate.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { ClientDocuments } from './client-documents.ts'
import { removeUnusedClients } from './clients.ts'
import { removeEndedGrants } from './grants.ts'
import { oauthRoutes } from './open-routes.ts'
import { hasOAuth } from './resource.ts'
import { grantRoutes } from './routes.ts'

type Granting = Pick<Context, 'db' | 'clock' | 'outbound' | 'origin' | 'settings'>

const grants = ownTable(
  'grants',
  'oauth_grants',
  sql`own.id, own.client_id, own.client_name, own.scopes, own.created_at, own.last_used_at, own.expires_at`,
)

export const oauthRoom = {
  routes(keyed: Api, context: Granting) {
    const documents = new ClientDocuments(context.outbound, context.clock)
    keyed.register(async (api: Api) => grantRoutes(api, { ...context, isOn: hasOAuth(context.settings), documents }))
  },
  open(api: Api, context: Granting & { rate: ApiRate }) {
    if (hasOAuth(context.settings)) oauthRoutes(api, { ...context, maxClients: context.settings.oauthMaxClients })
  },
  jobs: ({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): JobDefinition[] => [
    {
      name: 'forget-grants',
      cron: '29 * * * *',
      run: async () => {
        const now = clock()
        const grants = await removeEndedGrants(db, now)
        const clients = await removeUnusedClients(db, now)
        log.info({ grants, clients }, 'Grants that have ended, and assistants that nobody uses, were removed')
      },
    },
  ],
  sections: [grants],
}
