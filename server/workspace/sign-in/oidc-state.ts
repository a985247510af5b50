/**
 * What a browser keeps while its person is at the identity provider: sealed, and valid for ten minutes (decision 42 on
 * ways in). Each sign-in has its own cookie, so that those begun in several tabs all work.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { open, SecretError, type SecretKey, seal } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time.ts'
import { type BrowserOptions, clearCookie, cookiesLike, readCookie, setCookie } from '../sessions/browser.ts'

const stateCookie = 'minutebook-oidc-'
/** A browser sends all cookies with each request, and its headers may have 16 KiB. */
const [maxKept, maxKeptBytes] = [8, 8_192]

export const stateMs = 10 * 60_000

export type OidcState = {
  state: string
  nonce: string
  codeVerifier: string
  /** Where the provider sends the browser back to. */
  redirectUri: string
  returnTo: string
  /** The id of the workspace to sign in to; null if the person's address decides. */
  workspaceId: string | null
  until: number
}

const cookieOf = (state: string) => stateCookie + createHash('sha256').update(state).digest('base64url').slice(0, 16)

const owner = 'sign-in by OIDC'

type StateOptions = BrowserOptions & { secretKey: SecretKey; clock: Clock }

/** Keeps a sign-in that begins, and forgets the oldest ones beyond what a browser should carry. */
export function keepState(reply: FastifyReply, options: StateOptions, state: OidcState): void {
  const { secretKey } = options
  const value = seal(secretKey, JSON.stringify(state), owner).toString('base64url')
  let bytes = value.length
  for (const [index, each] of keptStates(reply.request, options).entries()) {
    bytes += each.bytes
    if (index + 1 >= maxKept || bytes > maxKeptBytes) clearCookie(each.name, reply, options)
  }
  setCookie(cookieOf(state.state), reply, { value, expires: new Date(state.until) }, options)
}

/** The sign-in that this state belongs to. It is kept no longer: a code is valid once. */
export function takeState(reply: FastifyReply, options: StateOptions, state: string): OidcState | undefined {
  const name = cookieOf(state)
  const found = keptStates(reply.request, options).find((each) => each.name === name)
  if (found) clearCookie(name, reply, options)
  return found?.state
}

/** The sign-in that this browser began last. */
export const latestState = (request: FastifyRequest, options: StateOptions): OidcState | undefined =>
  keptStates(request, options)[0]?.state

/** The newest first; without cookies that are not ours, were changed, or are too old. */
function keptStates(
  request: FastifyRequest,
  options: StateOptions,
): { name: string; bytes: number; state: OidcState }[] {
  const kept = cookiesLike(stateCookie, request, options).flatMap((name) => {
    const cookie = readCookie(name, request, options)
    const state = cookie && openState(options.secretKey, cookie, options.clock())
    return state ? [{ name, bytes: cookie.length, state }] : []
  })
  return kept.sort((one, other) => other.state.until - one.state.until)
}

function openState(key: SecretKey, cookie: string, now: Date): OidcState | null {
  try {
    const state: OidcState = JSON.parse(open(key, Buffer.from(cookie, 'base64url'), owner))
    return state.until > now.getTime() ? state : null
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
