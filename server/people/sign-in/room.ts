import { sql } from 'kysely'
import type { Config } from '../../platform/context/config.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { mailOptions } from '../mail/send-mail.ts'
import { ownTable } from '../privacy/person-export.ts'
import { keyFinder } from '../requests/find-key.ts'
import type { ApiRate } from '../requests/rate.ts'
import { neverStored } from '../sessions/browser.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { signInJobs } from './jobs.ts'
import { signInLinkRoutes, signInRoutes } from './routes.ts'

const onlyByOf = ({ oidcOnly, oidcName }: Config) => (oidcOnly ? oidcName : null)

type SignIn = Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey' | 'settings'> & {
  rate: ApiRate
  /** null without OIDC_ISSUER. */
  provider: IdentityProvider | null
}

const identity = ownTable('identity', 'bound_identities', sql`own.issuer, own.subject, own.bound_at`, sql`own.user_id`)

export const signInRoom = {
  routes(keyed: Api, { settings, ...context }: Pick<Context, 'db' | 'clock' | 'origin' | 'settings'>) {
    keyed.register(async (api: Api) => {
      api.addHook('onRequest', neverStored)
      signInLinkRoutes(api, { ...context, onlyBy: onlyByOf(settings) })
    })
  },
  open: (api: Api, { settings, ...context }: SignIn) =>
    signInRoutes(api, {
      ...context,
      publicUrl: settings.publicUrl,
      baseDomain: settings.baseDomain,
      findKey: keyFinder(context.db),
      onlyBy: onlyByOf(settings),
      createsPeople: settings.oidcCreatePeople,
      trustsEmail: settings.oidcEmailTrust === 'issuer',
      hasMail: settings.smtpUrl !== null,
    }),
  jobs: ({ settings, ...context }: Pick<Context, 'db' | 'clock' | 'log' | 'settings'>) =>
    signInJobs({ ...context, mail: mailOptions(settings) }),
  sections: [identity],
}
