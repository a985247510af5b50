/** What rooms need of the settings and the base, for the API and the worker alike. */

import type { FireOptions } from '../keeping/world/import/import-context.ts'
import type { Accounts } from '../meetings/calendar/accounts/accounts.ts'
import { calendarReader } from '../meetings/calendar/icalendar/calendar-reader.ts'
import { googleCalendar } from '../meetings/calendar/vendors/google.ts'
import { microsoftCalendar } from '../meetings/calendar/vendors/microsoft.ts'
import { OAuthClient } from '../meetings/calendar/vendors/oauth-client.ts'
import type { CalendarProvider } from '../meetings/calendar/vendors/provider.ts'
import type { MailOptions } from '../people/caller/send-mail.ts'
import type { Config } from '../platform/context/config.ts'
import type { Base } from './base.ts'

/** What reading calendar feeds needs. */
export function feedDeps(base: Base) {
  const { config, db, clock, log, jobs, outbound, threads, secretKey } = base
  const { calendarWindowDays: windowDays, bodyLimitBytes: maxBytes, publicUrl } = config
  const accounts = calendarAccounts(base)
  const readCalendar = calendarReader(threads)
  return { db, clock, log, jobs, outbound, readCalendar, secretKey, windowDays, maxBytes, accounts, publicUrl }
}

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

/** What answers need besides a search. */
export function askOptions({ config, engines }: Base) {
  const { languageModel: model, budget, countUsage } = engines
  return { model, budget, countUsage, questionsPerDay: config.askPerPersonPerDay }
}

/** What an import needs to announce new things to webhooks. */
export const fireOptions = ({ config, jobs }: Base): FireOptions => ({
  jobs,
  holdSeconds: config.holdSeconds,
  publicUrl: publicAddressOf(config),
})

/** null without SMTP_URL. */
export const mailOptions = ({ smtpUrl, mailFrom: from, publicUrl }: Config): MailOptions | null =>
  smtpUrl && publicUrl ? { smtpUrl, from, publicUrl } : null

/** The address of the service, for links in what it sends; `addressOf` makes that of a workspace from it. */
export function publicAddressOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl
  // These mean "listen on every address"; a client cannot connect to them.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
