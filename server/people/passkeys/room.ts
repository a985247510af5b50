import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { ownTable } from '../privacy/person-export.ts'
import { neverStored } from '../sessions/browser.ts'
import type { PasskeyDeps } from './prove.ts'
import { passkeyRoutes } from './routes.ts'

const passkeys = ownTable('passkeys', 'passkeys', sql`own.id, own.name, own.host, own.created_at, own.last_used_at`)

type Parts = Pick<Context, 'db' | 'clock' | 'secretKey' | 'settings'> & Pick<PasskeyDeps, 'provider'>

export const passkeysRoom = {
  routes(keyed: Api, context: Parts) {
    keyed.register(async (api: Api) => {
      api.addHook('onRequest', neverStored)
      passkeyRoutes(api, { ...context, publicUrl: context.settings.publicUrl })
    })
  },
  sections: [passkeys],
}
