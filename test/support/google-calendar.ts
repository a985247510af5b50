/**
 * Google Calendar as it documents itself: consent, tokens, events with sync tokens, watches. Requests with parameters
 * that Google does not know, or does not take together, are refused as Google refuses them.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { GoogleCalendarAddresses } from '../../server/meetings/calendar/vendors/google.ts'
import { pickFields } from './google-fields.ts'
import { openReceiver } from './receiver.ts'

export const client = { id: '1.apps.googleusercontent.com', secret: 'GOCSPX-1' }

type Fault = { status: number; headers?: Record<string, string>; body?: string }
type Item = { id: string; [field: string]: unknown }
type Kept = { item: Item; change: number }
type Channel = { id: string; resourceId: string; address: string; token: string; expiration: string }
type Consent = { redirect: string; challenge: string; nonce: string | null; scope: string }

const json = (body: object, status = 200): Fault => ({ status, body: JSON.stringify(body) })

/** An error in Google's form. */
export const refusal = (status: number, reason: string, more: object = {}): Fault =>
  json(
    { error: { code: status, message: reason, errors: [{ domain: 'global', reason, message: reason, ...more }] } },
    status,
  )

/** Of `events.list`. */
const [always, atFirst] = [
  [
    'singleEvents',
    'maxResults',
    'maxAttendees',
    'fields',
    'pageToken',
    'syncToken',
    'showDeleted',
    'eventTypes',
    'timeZone',
  ],
  ['timeMin', 'timeMax', 'orderBy', 'q', 'iCalUID', 'updatedMin'],
]

export async function openGoogleCalendarServer() {
  /** By path, each for one request. */
  const faults = new Map<string, Fault[]>()
  const events = new Map<string, Kept>()
  const channels = new Map<string, Channel>()
  const consents = new Map<string, Consent>()
  const state = {
    account: 'bo.lindqvist@gmail.test',
    /** What Google knows the account by; null makes it of the address. */
    subject: null as string | null,
    /** Whether the person allows what is asked. */
    allows: true,
    /** Whether the consent was taken back. */
    withdrawn: false,
    revoked: [] as string[],
    /** Sync tokens of before this change are refused. */
    oldest: 0,
    change: 0,
    /** At most this many events on a page. */
    mostOnPage: 2_500,
    channelDays: 7,
    now: () => new Date(),
  }
  const tokens = { access: new Set<string>(), refresh: new Set<string>() }
  const random = () => randomBytes(12).toString('base64url')

  /** @returns where the browser goes back to */
  function signIn(address: string): string {
    const { origin, pathname, searchParams: query } = new URL(address)
    const wanted = Object.fromEntries(query)
    const isValid =
      origin + pathname === addresses.authorization &&
      wanted.client_id === client.id &&
      wanted.response_type === 'code' &&
      wanted.code_challenge_method === 'S256' &&
      wanted.access_type === 'offline' &&
      wanted.prompt === 'consent' &&
      wanted.scope === 'openid email https://www.googleapis.com/auth/calendar.events.readonly'
    if (!isValid || !wanted.state) throw new Error(`Refused: ${address}`)
    const back = new URL(wanted.redirect_uri!)
    back.searchParams.set('state', wanted.state)
    if (!state.allows) {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = random()
    const { redirect_uri: redirect = '', code_challenge: challenge = '', nonce = null, scope = '' } = wanted
    consents.set(code, { redirect, challenge, nonce, scope })
    back.searchParams.set('code', code)
    back.searchParams.set('scope', scope)
    return back.href
  }

  async function grant(body: string): Promise<Fault> {
    const form = Object.fromEntries(new URLSearchParams(body))
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      return json({ error: 'invalid_client' }, 401)
    if (form.grant_type === 'refresh_token')
      return state.withdrawn || !tokens.refresh.has(form.refresh_token!)
        ? json({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 400)
        : json(access())
    const consent = consents.get(form.code ?? '')
    consents.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    if (form.grant_type !== 'authorization_code' || !consent || challenge !== consent.challenge)
      return json({ error: 'invalid_grant' }, 400)
    if (form.redirect_uri !== consent.redirect) return json({ error: 'redirect_uri_mismatch' }, 400)
    state.withdrawn = false
    const refresh_token = `1//${random()}`
    tokens.refresh.add(refresh_token)
    return json({ ...access(), refresh_token, scope: consent.scope, id_token: identity(consent.nonce) })
  }

  function access() {
    const access_token = `ya29.${random()}`
    tokens.access.add(access_token)
    return { access_token, expires_in: 3_599, token_type: 'Bearer' }
  }

  /** Its signature is not checked, because it comes directly from here. */
  function identity(nonce: string | null): string {
    const now = Math.floor(Date.now() / 1_000)
    const who = {
      sub: state.subject ?? `of ${state.account.toLowerCase()}`,
      email: state.account,
      email_verified: true,
    }
    const claims = { iss: addresses.issuer, aud: client.id, iat: now, exp: now + 3_600, nonce, ...who }
    const parts = [{ alg: 'RS256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    return [...parts, 'c2ln'].join('.')
  }

  function list(query: URLSearchParams): Fault {
    const syncToken = query.get('syncToken')
    const unknown = [...query.keys()].find(
      (name) => !always.includes(name) && (syncToken !== null || !atFirst.includes(name)),
    )
    if (unknown) return refusal(400, 'invalid', { locationType: 'parameter', location: unknown })
    if (query.get('singleEvents') !== 'true') return refusal(400, 'invalid', { location: 'singleEvents' })
    const [, since = '0'] = /^sync-(\d+)$/.exec(syncToken ?? 'sync-0') ?? []
    if (syncToken !== null && Number(since) < state.oldest) return refusal(410, 'fullSyncRequired')
    const found = [...events.values()].filter(({ item, change }) =>
      syncToken === null ? item.status !== 'cancelled' && isWithin(item, query) : change > Number(since),
    )
    const start = Number(query.get('pageToken') ?? 0)
    const end = start + Math.min(Number(query.get('maxResults') ?? 250), 2_500, state.mostOnPage)
    const rest = end < found.length ? { nextPageToken: String(end) } : { nextSyncToken: `sync-${state.change}` }
    const items = found
      .slice(start, end)
      .map(({ item }) => withAttendees(item, Number(query.get('maxAttendees') ?? Infinity)))
    const answer = {
      kind: 'calendar#events',
      etag: '"p1"',
      summary: state.account,
      accessRole: 'owner',
      items,
      ...rest,
    }
    return json(pickFields(answer, query.get('fields')))
  }

  function watch(body: string): Fault {
    const { id, type, address, token } = JSON.parse(body) as Record<string, string>
    if (type !== 'web_hook' || !/^[\w\-+/=]{1,64}$/.test(id ?? '') || (token ?? '').length > 256)
      return refusal(400, 'invalid')
    if (!address?.startsWith('https://')) return refusal(400, 'push.webhookUrlNotHttps')
    if (channels.has(id!)) return refusal(400, 'channelIdNotUnique')
    const expiration = String(state.now().getTime() + state.channelDays * 86_400_000)
    const channel = { id: id!, resourceId: 'o3hgv1538sdjfh', address, token: token!, expiration }
    channels.set(id!, channel)
    return json({ kind: 'api#channel', resourceUri: addresses.calendar, ...channel })
  }

  function stop(body: string): Fault {
    const { id, resourceId } = JSON.parse(body) as Record<string, string>
    if (channels.get(id!)?.resourceId !== resourceId) return refusal(404, 'notFound')
    channels.delete(id!)
    return { status: 204 }
  }

  const own = (method: string, url: URL, token: string | undefined, body: string): Fault | Promise<Fault> => {
    if (url.pathname === '/token') return grant(body)
    if (url.pathname === '/revoke') {
      state.revoked.push(new URLSearchParams(body).get('token') ?? '')
      state.withdrawn = true
      tokens.access.clear()
      return json({})
    }
    if (!token || !tokens.access.has(token)) return refusal(401, 'authError', { location: 'Authorization' })
    const asked = `${method} ${url.pathname.replace('/calendar/v3', '')}`
    if (asked === 'GET /calendars/primary/events') return list(url.searchParams)
    if (asked === 'POST /calendars/primary/events/watch') return watch(body)
    if (asked === 'POST /channels/stop') return stop(body)
    return refusal(404, 'notFound')
  }

  const receiver = await openReceiver({
    answering: async ({ method, path, headers, body }, response) => {
      const url = new URL(path, 'https://google.test')
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
      const answer = faults.get(url.pathname)?.shift() ?? (await own(method, url, token, body))
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
    },
  })
  const addresses: GoogleCalendarAddresses = {
    issuer: receiver.url('').replace(/\/$/, ''),
    authorization: receiver.url('/o/oauth2/v2/auth'),
    oauth: receiver.url('').replace(/\/$/, ''),
    calendar: receiver.url('/calendar/v3'),
  }
  return {
    receiver,
    faults,
    channels,
    state,
    tokens,
    addresses,
    signIn,
    access: () => access().access_token,
    /** Adds or changes an event. */
    put: (item: Item) => events.set(item.id, { item: { status: 'confirmed', ...item }, change: ++state.change }),
    /** Of what is deleted only this is guaranteed. */
    remove: (id: string) => events.set(id, { item: { id, status: 'cancelled' }, change: ++state.change }),
    clear: () => events.clear(),
    /** The headers of a notification, whose body is empty. */
    notification: ({ id, token, resourceId, expiration }: Channel, resourceState = 'exists') => ({
      'x-goog-channel-id': id,
      'x-goog-channel-token': token,
      'x-goog-channel-expiration': new Date(Number(expiration)).toUTCString(),
      'x-goog-resource-id': resourceId,
      'x-goog-resource-uri': `${addresses.calendar}/calendars/primary/events?alt=json`,
      'x-goog-resource-state': resourceState,
      'x-goog-message-number': '1',
    }),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

function isWithin(item: Item, query: URLSearchParams): boolean {
  const timeOf = (given: unknown) => Date.parse(Object(given).dateTime ?? Object(given).date)
  const [min, max] = [query.get('timeMin'), query.get('timeMax')]
  return (min === null || timeOf(item.end) > Date.parse(min)) && (max === null || timeOf(item.start) < Date.parse(max))
}

/** Of an event with more attendees only the person is given. */
function withAttendees(item: Item, most: number): Item {
  const attendees = item.attendees as { self?: boolean }[] | undefined
  if (!attendees || attendees.length <= most) return item
  return { ...item, attendees: attendees.filter(({ self }) => self), attendeesOmitted: true }
}
