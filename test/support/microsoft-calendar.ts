/** Microsoft's sign-in and calendars by Graph, as they are documented: consent, tokens, changes, subscriptions. */
import { createHash, randomBytes } from 'node:crypto'
import type { MicrosoftCalendarAddresses } from '../../server/meetings/calendar/vendors/microsoft-graph.ts'
import { OutlookCalendar } from './microsoft-events.ts'
import { graphEventSubscription } from './published/microsoft-graph.ts'
import { problemOf } from './published/published.ts'
import { openReceiver } from './receiver.ts'
import type { World } from './world.ts'

export const client = { id: '6731de76-14a6-49ae-97bc-6eba6914391e', secret: 'JqQX2PNo9bpM0uEihUPzyrh' }

type Fault = { status: number; headers?: Record<string, string>; body?: string }
type Consent = { redirect: string; challenge: string; nonce: string | null }
export type Subscription = { id: string; notificationUrl: string; clientState: string; expirationDateTime: string }

const json = (body: object, status = 200): Fault => ({ status, body: JSON.stringify(body) })

/** An error in the form of Graph. */
export const refusal = (status: number, code: string): Fault =>
  json({ error: { code, message: code, innerError: { date: '2026-01-10T12:00:00', 'request-id': 'r1' } } }, status)

const scope = 'openid email offline_access Calendars.Read'
const mostMinutes = 4_230

/** @param world  whose address it asks for proof before it makes a subscription */
export async function openMicrosoftCalendarServer(world: () => Pick<World, 'request' | 'base'>, tenant = 'common') {
  const calendar = new OutlookCalendar()
  /** By path, each for one request. */
  const faults = new Map<string, Fault[]>()
  const subscriptions = new Map<string, Subscription>()
  const consents = new Map<string, Consent>()
  const tokens = { access: new Set<string>(), refresh: new Set<string>() }
  const state = {
    account: 'bo@acme.test',
    /** Whether the person allows what is asked. */
    allows: true,
    /** Whether the consent was taken back. */
    withdrawn: false,
    /** At most this many items on a page; a series counts as one and is never on two. */
    mostOnPage: 100,
  }
  const random = () => randomBytes(12).toString('base64url')

  /** @returns where the browser goes back to */
  function signIn(address: string): string {
    const { origin, pathname, searchParams: query } = new URL(address)
    const wanted = Object.fromEntries(query)
    const isValid =
      origin + pathname === receiver.url(`/login/${tenant}/oauth2/v2.0/authorize`) &&
      wanted.client_id === client.id &&
      wanted.response_type === 'code' &&
      wanted.code_challenge_method === 'S256' &&
      wanted.scope === scope
    if (!isValid || !wanted.state) throw new Error(`Refused: ${address}`)
    const back = new URL(wanted.redirect_uri!)
    back.searchParams.set('state', wanted.state)
    if (!state.allows) {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_subcode', 'cancel')
      return back.href
    }
    const code = random()
    const { redirect_uri: redirect = '', code_challenge: challenge = '', nonce = null } = wanted
    consents.set(code, { redirect, challenge, nonce })
    back.searchParams.set('code', code)
    return back.href
  }

  function grant(body: string): Fault {
    const form = Object.fromEntries(new URLSearchParams(body))
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      return json({ error: 'invalid_client' }, 401)
    if (form.grant_type === 'refresh_token')
      return state.withdrawn || !tokens.refresh.has(form.refresh_token!)
        ? json({ error: 'invalid_grant', error_description: 'AADSTS65001: The user has not consented.' }, 400)
        : json(newTokens())
    const consent = consents.get(form.code ?? '')
    consents.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    const isSame = consent && challenge === consent.challenge && form.redirect_uri === consent.redirect
    if (form.grant_type !== 'authorization_code' || !isSame) return json({ error: 'invalid_grant' }, 400)
    state.withdrawn = false
    return json({ ...newTokens(), id_token: identity(consent.nonce) })
  }

  /** Each refresh gives another refresh token; the one before stays good. */
  function newTokens() {
    const [access_token, refresh_token] = [`EwB.${random()}`, `M.${random()}`]
    tokens.access.add(access_token)
    tokens.refresh.add(refresh_token)
    return { access_token, refresh_token, token_type: 'Bearer', expires_in: 3_600, ext_expires_in: 3_600, scope }
  }

  /**
   * Its times are real, since a library reads them. Its signature is not Microsoft's: what comes from the token address
   * needs no proof (OpenID Connect Core, 3.1.3.7).
   */
  function identity(nonce: string | null): string {
    const iat = Math.floor(Date.now() / 1_000)
    const who = { sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ', oid: 'o1', tid: tenantId, email: state.account }
    const claims = {
      iss: `${addresses.login}/${tenantId}/v2.0`,
      aud: client.id,
      iat,
      exp: iat + 3_600,
      ver: '2.0',
      ...who,
    }
    const parts = [{ typ: 'JWT', alg: 'RS256' }, { ...claims, ...(nonce && { nonce }) }, 'signature']
    return parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  }

  function changes({ searchParams }: URL, prefer: string): Fault {
    const { 1: size = '10' } = /odata\.maxpagesize=(\d+)/.exec(prefer) ?? []
    const isFirst = searchParams.has('startDateTime') && searchParams.has('endDateTime')
    if (!isFirst && !searchParams.has('$skiptoken') && !searchParams.has('$deltatoken'))
      return refusal(400, 'ErrorInvalidParameter')
    const link = `${addresses.graph}/me/calendarView/delta`
    const page = calendar.read(searchParams, Math.min(Number(size), state.mostOnPage), link)
    return page ? json({ '@odata.context': `${addresses.graph}/$metadata#Collection(event)`, ...page }) : lostCursor
  }

  /** Microsoft asks both addresses before it answers. */
  async function subscribe(wanted: Omit<Subscription, 'id'> & { lifecycleNotificationUrl: string }): Promise<Fault> {
    const problem = problemOf(graphEventSubscription, Object.entries(wanted))
    if (problem) return refusal(400, problem)
    if (isTooLong(wanted.expirationDateTime)) return refusal(400, 'ExtensionError')
    for (const address of [wanted.notificationUrl, wanted.lifecycleNotificationUrl])
      if (!(await isProven(address))) return refusal(400, 'ValidationError')
    const id = `7f105c7d-2dc5-4530-97cd-${random()}`
    subscriptions.set(id, { ...wanted, id })
    return json({ '@odata.context': `${addresses.graph}/$metadata#subscriptions/$entity`, ...wanted, id }, 201)
  }

  const isTooLong = (until: string) => Date.parse(until) > world().base.clock().getTime() + mostMinutes * 60_000

  async function isProven(address: string): Promise<boolean> {
    const asked = 'Validation: Testing client application reachability for subscription Request-Id: <r1> & 1+1'
    const { pathname } = new URL(address)
    const { status, text, headers } = await world().request(
      'POST',
      `${pathname}?validationToken=${encodeURIComponent(asked)}`,
      { headers: { 'content-type': 'text/plain; charset=utf-8' } },
    )
    return status === 200 && text === asked && String(headers['content-type']).startsWith('text/plain')
  }

  function renew(id: string, method: string, body: string): Fault {
    const known = subscriptions.get(id)
    if (!known) return refusal(404, 'ResourceNotFound')
    if (method === 'DELETE') {
      subscriptions.delete(id)
      return { status: 204 }
    }
    const { expirationDateTime } = JSON.parse(body)
    if (method !== 'PATCH' || isTooLong(expirationDateTime)) return refusal(400, 'InvalidRequest')
    return json(Object.assign(known, { expirationDateTime }))
  }

  const answer = (method: string, url: URL, body: string, prefer: string): Fault | Promise<Fault> => {
    const path = url.pathname.replace(/^\/v1\.0\//, '')
    if (method === 'GET' && path === 'me/calendarView/delta') return changes(url, prefer)
    if (method === 'POST' && path === 'subscriptions') return subscribe(JSON.parse(body))
    const [, kind, id = ''] = /^(subscriptions|me\/events)\/([^/]+)$/.exec(path) ?? []
    if (kind === 'subscriptions') return renew(decodeURIComponent(id), method, body)
    const event = kind && method === 'GET' ? calendar.find(decodeURIComponent(id)) : null
    if (!event) return refusal(404, 'ErrorItemNotFound')
    const selected = url.searchParams.get('$select')?.split(',')
    return json(Object.fromEntries(Object.entries(event).filter(([name]) => selected?.includes(name))))
  }

  const receiver = await openReceiver({
    answering: async ({ method, path, headers, body }, response) => {
      const url = new URL(path, 'https://microsoft.test')
      const isOpen = tokens.access.has(String(headers.authorization).replace('Bearer ', ''))
      const found =
        faults.get(url.pathname)?.shift() ??
        (url.pathname === `/login/${tenant}/oauth2/v2.0/token`
          ? grant(body)
          : isOpen
            ? await answer(method, url, body, String(headers.prefer))
            : refusal(401, 'InvalidAuthenticationToken'))
      response.writeHead(found.status, { 'content-type': 'application/json', ...found.headers }).end(found.body)
    },
  })
  const addresses: MicrosoftCalendarAddresses = { login: receiver.url('/login'), graph: receiver.url('/v1.0') }
  return {
    receiver,
    calendar,
    faults,
    subscriptions,
    state,
    tokens,
    addresses,
    signIn,
    access: () => newTokens().access_token,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

export const tenantId = '9122040d-6c67-4c5b-b112-36a304b66dad'

export const lostCursor = refusal(410, 'SyncStateNotFound')

/** A notification as documented, for one or more subscriptions. */
export const notificationOf = (
  subscriptions: Omit<Subscription, 'notificationUrl'>[],
  more: object = { changeType: 'updated' },
) => ({
  value: subscriptions.map(({ id, clientState, expirationDateTime }) => ({
    subscriptionId: id,
    subscriptionExpirationDateTime: expirationDateTime,
    clientState,
    tenantId,
    ...more,
  })),
})
