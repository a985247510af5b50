/** What rooms need of the settings and the base, for the API and the worker alike. */
import type { Base } from './base.ts'
import { calendarReader } from './calendar/calendar-reader.ts'
import type { Config } from './config.ts'
import type { MailOptions } from './workspace/send-mail.ts'
import type { FireOptions } from './world/import/import-context.ts'

/** What reading calendar feeds needs. */
export function feedDeps({ config, db, clock, jobs, outbound, threads, secretKey }: Base) {
  const { calendarWindowDays: windowDays, bodyLimitBytes: maxBytes } = config
  return { db, clock, jobs, outbound, readCalendar: calendarReader(threads), secretKey, windowDays, maxBytes }
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
