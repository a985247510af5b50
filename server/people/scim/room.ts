import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Section } from '../privacy/person-export.ts'
import { scimRoutes } from './routes.ts'

const directory: Section = {
  name: 'directory',
  key: sql`own.user_id`,
  columns: sql`own.external_id, own.given_name, own.family_name`,
  from: ({ userId }) => sql`scim_people own where own.user_id = ${userId}`,
}

export const scimRoom = {
  routes(keyed: Api, context: Pick<Context, 'db' | 'clock' | 'origin'>) {
    keyed.register(async (api: Api) => scimRoutes(api, context))
  },
  sections: [directory],
}
