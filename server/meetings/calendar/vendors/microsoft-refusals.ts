/** What an answer of Microsoft Graph that is no success means. *Pure.* @see https://learn.microsoft.com/graph/errors */
import { readRetryAfter } from '../../../platform/outbound/retry-after.ts'
import type { VendorAnswer } from './ask-vendor.ts'
import { objectOf, textOf } from './microsoft-meeting.ts'
import { CursorRefused, ProviderError, Throttled, TokenRefused, Unavailable } from './provider.ts'

/** Seconds to wait if Microsoft does not say. */
const standardWait = 60

const lostCursor = /^(syncState(NotFound|Invalid)|resync(Required|ChangesApplyDifferences|ChangesUploadDifferences))$/i

const noMailbox = /^MailboxNot(Enabled|Supported)ForRESTAPI$/

export function refusalOf({ status, headers, json }: VendorAnswer): ProviderError {
  const { code: outer, innerError } = objectOf(json.error)
  const codes = [textOf(outer), textOf(objectOf(innerError).code)]
  if (status === 410 || codes.some((code) => lostCursor.test(code)))
    return new CursorRefused('Microsoft no longer knows what was read of this calendar')
  if (status === 401) return new TokenRefused('Microsoft refuses access at the moment')
  if (status === 429 || status === 503 || status === 509)
    return new Throttled('Microsoft asks us to wait', (readRetryAfter(headers) ?? standardWait) * 1_000)
  if (codes.some((code) => noMailbox.test(code)))
    return new ProviderError('This account has no mailbox in Microsoft 365 or Outlook.com')
  if (status === 403)
    return new ProviderError('Microsoft does not allow reading this calendar: ask the administrator of your account')
  return new (status >= 500 ? Unavailable : ProviderError)(`Microsoft answered ${status}`)
}
