/** The parts that doors use, made from what a process has opened. */
import type { FireOptions } from '../keeping/world/import/import-context.ts'
import { isReady } from '../making/engines/shared/engines.ts'
import type { Accounts } from '../meetings/calendar/accounts/accounts.ts'
import { caldavCalendar } from '../meetings/calendar/vendors/caldav.ts'
import { googleCalendar } from '../meetings/calendar/vendors/google.ts'
import { microsoftCalendar } from '../meetings/calendar/vendors/microsoft.ts'
import { OAuthClient } from '../meetings/calendar/vendors/oauth-client.ts'
import type { CalendarProvider } from '../meetings/calendar/vendors/provider.ts'
import type { ApiRate } from '../people/requests/rate.ts'
import { IdentityProvider } from '../people/sign-in/identity-provider.ts'
import type { Origin } from '../platform/context/context.ts'
import type { Db } from '../platform/postgres/db.ts'
import { Meanings } from '../reading/search/meaning/meanings.ts'
import { SearchTurns } from '../reading/search/turns.ts'
import type { Base } from './base.ts'
import { hooksOf } from './hooks.ts'
import type { ApiParts, Parts, WorkerParts } from './parts.ts'
import { eventCatalog as catalog, sections, textPlaces as texts } from './rooms.ts'

/** @param port  where the process listens, which with PORT=0 only it knows */
export function partsOf(base: Base, db: Db = base.db, port = () => base.config.port): Parts {
  const { config: settings, clock, log, jobs, outbound, secretKey, threads, media: store } = base
  const { disk, processConnection, findSpeech, findLanguageModel } = base
  const { publicUrl, baseDomain } = settings
  const origin: Origin = { publicUrl, baseDomain, address: () => publicAddressOf({ ...settings, port: port() }) }
  const context = { db, clock, log, jobs, outbound, secretKey, store, threads, origin, settings }
  return {
    ...context,
    engines: () => base.engines,
    transcribes: (model) => isReady(base.engines.transcriber, model),
    usesModel: async () => (await base.engines.noteWriter.usesModel?.()) ?? false,
    findSpeech,
    findLanguageModel,
    models: () => base.models,
    disk,
    processConnection,
    google: () => base.google,
    graph: () => base.graph,
    accounts: calendarAccounts(base),
    caldav: caldavCalendar({ outbound, threads }),
  }
}

/** Requests have connections of their own. */
export function apiPartsOf(base: Base, { rate, port }: { rate: ApiRate; port(): number }): ApiParts {
  const parts = partsOf(base, base.requests.db, port)
  const { embedder } = base.engines
  const searching = { meanings: embedder && new Meanings(embedder, base.log), turns: new SearchTurns() }
  return { ...parts, ...hooksOf(parts), ...searching, catalog, sections, rate, provider: identityProvider(base) }
}

export const workerPartsOf = (base: Base, stopping: AbortSignal): WorkerParts => ({ ...partsOf(base), texts, stopping })

/** The vendors that the operator set up. */
function calendarAccounts({ config, calendars, outbound, clock }: Base): Accounts {
  const accounts: Accounts = new Map()
  const add = (provider: CalendarProvider, clientId: string, clientSecret: string) => {
    const client = new OAuthClient({ provider, clientId, clientSecret, outbound, clock })
    if (clientId) accounts.set(provider.name, { provider, client })
  }
  const google = googleCalendar({ outbound, clock, addresses: calendars.google })
  add(google, config.calendarGoogleClientId, config.calendarGoogleClientSecret)
  const tenant = config.calendarMicrosoftTenant
  const microsoft = microsoftCalendar({ outbound, clock, addresses: calendars.microsoft, tenant })
  add(microsoft, config.calendarMicrosoftClientId, config.calendarMicrosoftClientSecret)
  return accounts
}

/** null without OIDC_ISSUER. */
function identityProvider({ config, log }: Base): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName: name } = config
  const clientAuth = config.oidcClientAuth
  const groupsClaim = config.oidcGroupsClaim
  return issuer ? new IdentityProvider({ issuer, clientId, clientSecret, clientAuth, name, groupsClaim, log }) : null
}

/** What an import needs to announce new things to webhooks. */
export const fireOptions = ({ config, jobs }: Base): FireOptions => ({
  jobs,
  holdSeconds: config.holdSeconds,
  publicUrl: publicAddressOf(config),
})

/** The address of the service, for links in what it sends; `addressOf` makes that of a workspace from it. */
export function publicAddressOf({
  publicUrl,
  host,
  port,
}: Pick<Base['config'], 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl
  // These mean "listen on every address"; a client cannot connect to them.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
