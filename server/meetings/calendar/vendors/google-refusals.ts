/**
 * Explains why Google Calendar refused a request. *Pure.*
 * @see https://developers.google.com/workspace/calendar/api/guides/errors
 */
import { readRetryAfter } from '../../../platform/outbound/retry-after.ts'
import type { VendorAnswer } from './ask-vendor.ts'
import { AccessWithdrawn, CursorRefused, ProviderError, Throttled, TokenRefused, Unavailable } from './provider.ts'

/** Google wants exponential waiting and names no time. Most limits are per minute, some per day. */
const pauseMs = 600_000

const limits = /^(userRateLimitExceeded|rateLimitExceeded|quotaExceeded|dailyLimitExceeded|RATE_LIMIT_EXCEEDED)$/
const scopes = /^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/

/** @param cursor  whether the request had one */
export function explainRefusal({ status, headers, json }: VendorAnswer, cursor: boolean): ProviderError {
  const reasons = reasonsIn(json)
  const says = (form: RegExp) => reasons.some((reason) => form.test(reason))
  const waitSeconds = readRetryAfter(headers)
  const sentence = sentences.find(([form]) => says(form))?.[1]
  if (sentence !== undefined) return new ProviderError(sentence)
  if (status === 410 && cursor) return new CursorRefused('Google wants the calendar to be read anew')
  if (status === 429 || (status === 403 && says(limits)) || (status >= 500 && waitSeconds !== null))
    return new Throttled('Google wants to be asked later', waitSeconds === null ? pauseMs : waitSeconds * 1_000)
  if (status === 401) return new TokenRefused('Google refuses access at the moment')
  if (status === 403 && says(scopes)) return new AccessWithdrawn(notAllowed)
  return new (status >= 500 ? Unavailable : ProviderError)(`Google answered ${status}`)
}

/** In Google's consent a person can leave the calendar out. */
const notAllowed = 'The consent does not allow to read the calendar: connect it again, and allow it'

/** What no repetition changes. Some have the status of other errors: an address that is not verified has 401. */
const sentences: [RegExp, string][] = [
  [/^push\./, 'Google sends no notifications to the address of this service'],
  [/^notACalendarUser$/, 'This account has no Google calendar'],
  [
    /^(accessNotConfigured|SERVICE_DISABLED)$/,
    'The Google Calendar API is not enabled in the project of this service at Google: its operator can enable it',
  ],
]

type GoogleRefusal = { errors?: unknown; details?: unknown } | null

function reasonsIn({ error }: VendorAnswer['json']): string[] {
  const { errors, details } = (typeof error === 'object' ? (error as GoogleRefusal) : null) ?? {}
  const listed = [errors, details].flat().map((each) => (each as { reason?: unknown } | null)?.reason)
  return listed.filter((reason) => typeof reason === 'string')
}
