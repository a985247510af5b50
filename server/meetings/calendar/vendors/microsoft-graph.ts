/** Requests to Microsoft Graph as the person of a token. The token is sent to Graph alone, whatever a link says. */

import type { Context } from '../../../platform/context/context.ts'
import { readRetryAfter } from '../../../platform/outbound/retry-after.ts'
import { askVendor, type VendorAnswer, type VendorRequest } from './ask-vendor.ts'
import { objectOf, textOf } from './microsoft-meeting.ts'
import { CursorRefused, ProviderError, Throttled, TokenRefused, Unavailable } from './provider.ts'

/** Microsoft's base addresses. Tests use their own. */
export type MicrosoftCalendarAddresses = { login: string; graph: string }
export const microsoftCalendarAddresses: MicrosoftCalendarAddresses = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com/v1.0',
}

type Json = VendorAnswer['json']
type Sent = Pick<VendorRequest, 'method' | 'body'>

/** Meetings of a page. Their texts come with them, since the link of a call may be there alone. */
const pageSize = 100

const prefer = `odata.maxpagesize=${pageSize}, outlook.timezone="UTC", outlook.body-content-type="text"`

export class MicrosoftGraph {
  readonly #deps: Pick<Context, 'clock' | 'outbound'> & { addresses: MicrosoftCalendarAddresses }
  readonly #token: string

  constructor(deps: Pick<Context, 'clock' | 'outbound'> & { addresses: MicrosoftCalendarAddresses }, token: string) {
    this.#deps = deps
    this.#token = token
  }

  /** @param target  a path, or a link that an answer gave @throws {ProviderError} */
  async ask(target: string, sent: Sent = { method: 'GET' }): Promise<Json> {
    return successOf(await this.#send(target, sent))
  }

  /** @returns null for a 404 @throws {ProviderError} */
  async find(target: string, sent: Sent = { method: 'GET' }): Promise<Json | null> {
    const answer = await this.#send(target, sent)
    return answer.status === 404 ? null : successOf(answer)
  }

  #send(target: string, sent: Sent): Promise<VendorAnswer> {
    const { outbound, addresses } = this.#deps
    const url = URL.canParse(target) ? target : `${addresses.graph}/${target}`
    if (!isGraphLink(url, addresses)) throw new ProviderError('Microsoft gave a link to another server')
    return askVendor(outbound, url, { vendor: 'Microsoft', token: this.#token, headers: { prefer }, ...sent })
  }
}

export function isGraphLink(link: string, { graph }: MicrosoftCalendarAddresses): boolean {
  if (!URL.canParse(link)) return false
  const [own, { origin, pathname, username, password }] = [new URL(graph), new URL(link)]
  return origin === own.origin && pathname.startsWith(`${own.pathname}/`) && username + password === ''
}

function successOf(answer: VendorAnswer): Json {
  if (answer.status < 200 || answer.status > 299) throw refusalOf(answer)
  return answer.json
}

/** Seconds to wait if Microsoft does not say. */
const standardWait = 60

const lostCursor = /^(syncState(NotFound|Invalid)|resync(Required|ChangesApplyDifferences|ChangesUploadDifferences))$/i

const noMailbox = /^MailboxNot(Enabled|Supported)ForRESTAPI$/

/** What an answer that is no success means. @see https://learn.microsoft.com/graph/errors */
function refusalOf({ status, headers, json }: VendorAnswer): ProviderError {
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
