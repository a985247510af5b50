import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { ownTable } from '../privacy/person-export.ts'
import { keyRoutes } from './routes.ts'

const keys = ownTable(
  'api_keys',
  'api_keys',
  sql`own.id, own.name, own.super_admin, own.active, own.created_at, own.last_used_at, own.scopes, own.expires_at`,
)

export const keysRoom = {
  routes: (api: Api, context: Pick<Context, 'db' | 'clock' | 'settings'>) =>
    keyRoutes(api, { ...context, maxPerPerson: context.settings.maxKeysPerPerson }),
  sections: [keys],
}
