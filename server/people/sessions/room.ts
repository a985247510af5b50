import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { ownTable } from '../privacy/person-export.ts'
import { neverStored } from './browser.ts'
import { sessionRoutes } from './routes.ts'

const sessions = ownTable(
  'sessions',
  'sessions',
  sql`own.id, own.created_at, own.last_used_at, own.expires_at, own.address, own.user_agent`,
)

export const sessionsRoom = {
  routes(keyed: Api, context: Pick<Context, 'db' | 'clock' | 'secretKey' | 'settings'>) {
    keyed.register(async (api: Api) => {
      api.addHook('onRequest', neverStored)
      sessionRoutes(api, { ...context, publicUrl: context.settings.publicUrl })
    })
  },
  sections: [sessions],
}
