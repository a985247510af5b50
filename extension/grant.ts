/**
 * The person's grant to this extension (docs/decisions/oauth.md): asked for once, renewed in time. Only the background
 * imports it, so that no two parts renew at once: a token that is used twice ends the grant.
 */

import type { Grant } from './messages.ts'
import { clientOf } from './service.ts'

type Client = { origin: string; clientId: string }
type Kept = Client & { access: string; refresh: string; until: number; whose: string }

const place = 'grant'
/** So much of its hour is left when a token is renewed: then a renewal that fails is tried again in time. */
const earlyMs = 10 * 60_000

const read = async () => (await chrome.storage.local.get(place))[place] as Kept | undefined
const keep = (kept: Kept) => chrome.storage.local.set({ [place]: kept })

export const isPaired = async (): Promise<boolean> => (await read()) !== undefined

/** @throws {Error} the person refused, or this is no service */
export async function pair(origin: string): Promise<void> {
  const redirect = chrome.identity.getRedirectURL()
  const clientId = await register(origin, redirect)
  const [verifier, state] = [randomText(), randomText()]
  const asked = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', scope: 'read write', state },
    ...{ code_challenge: await challengeOf(verifier), code_challenge_method: 'S256', resource: `${origin}/api/v1` },
  })
  const url = `${origin}/consent?${asked}`
  const answered = new URL((await chrome.identity.launchWebAuthFlow({ url, interactive: true })) ?? redirect)
  const [code, answerer] = [answered.searchParams.get('code'), answered.searchParams.get('iss')]
  // The answer is to this question, and of this service (RFC 9207).
  if (!code || answered.searchParams.get('state') !== state || answerer !== origin) throw new Error('refused')
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier }
  const tokens = await exchange({ origin, clientId }, fields)
  const { data } = await clientOf({ origin, token: tokens.access }).GET('/api/v1/session', {})
  if (!data) throw new Error('refused')
  const { workspace, user } = data.session
  await keep({ origin, clientId, ...tokens, whose: `${workspace.id} ${user.id}` })
}

async function register(origin: string, redirect: string): Promise<string> {
  const body = JSON.stringify({ client_name: 'Minutebook extension', redirect_uris: [redirect] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/oauth/register`, { method: 'POST', credentials: 'omit', headers, body })
  if (!answer.ok) throw new Error('noService')
  return ((await answer.json()) as { client_id: string }).client_id
}

let renewing: Promise<unknown> = Promise.resolve()

/**
 * @param isRefused  the service has refused its token, which another request may have renewed meanwhile
 * @returns null if nobody has let it in, or no longer
 */
export async function readGrant(now: number, isRefused = false): Promise<Grant | null> {
  const renewed = renewing.then(async () => {
    const kept = await read()
    if (!kept || (kept.until - now > earlyMs && !isRefused)) return kept
    const fields = { grant_type: 'refresh_token', refresh_token: kept.refresh }
    try {
      const next = { ...kept, ...(await exchange(kept, fields)) }
      await keep(next)
      return next
    } catch (error) {
      if ((error as Error).message === 'refused') await forget()
      // The service is away: what is there may do until it is back.
      return read()
    }
  })
  renewing = renewed.catch(() => {})
  const kept = await renewed
  return kept ? { origin: kept.origin, token: kept.access, whose: kept.whose } : null
}

const forget = () => chrome.storage.local.remove(place)

/** Gives it back, so that it is in no list any more. */
export async function unpair(): Promise<void> {
  const kept = await read()
  await forget()
  if (kept) await sendForm(kept.origin, 'revoke', { token: kept.refresh, client_id: kept.clientId }).catch(() => {})
}

type Tokens = { access_token: string; refresh_token: string; expires_in: number }

/** @throws {Error} `refused`, or `away` */
async function exchange(to: Client, fields: Record<string, string>): Promise<Omit<Kept, keyof Client | 'whose'>> {
  const answer = await sendForm(to.origin, 'token', { ...fields, client_id: to.clientId })
  if (answer.status === 400) throw new Error('refused')
  if (!answer.ok) throw new Error('away')
  const { access_token: access, refresh_token: refresh, expires_in } = (await answer.json()) as Tokens
  return { access, refresh, until: Date.now() + expires_in * 1_000 }
}

const sendForm = (origin: string, what: 'token' | 'revoke', fields: Record<string, string>) =>
  fetch(`${origin}/oauth/${what}`, { method: 'POST', credentials: 'omit', body: new URLSearchParams(fields) })

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const randomText = () => toText(crypto.getRandomValues(new Uint8Array(32)))

const challengeOf = async (verifier: string) =>
  toText(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
