/**
 * What a browser keeps while its person is at the identity provider: sealed, and valid for ten minutes (decision 42).
 */
import { open, SecretError, type SecretKey, seal } from '../../platform/secrets.ts'

export const stateCookie = 'minutebook-oidc'
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

const owner = 'sign-in by OIDC'

export const sealState = (key: SecretKey, state: OidcState): string =>
  seal(key, JSON.stringify(state), owner).toString('base64url')

/** @returns null for a cookie that is not ours, was changed, or is too old */
export function openState(key: SecretKey, cookie: string | null, now: Date): OidcState | null {
  if (cookie === null) return null
  try {
    const state: OidcState = JSON.parse(open(key, Buffer.from(cookie, 'base64url'), owner))
    return state.until > now.getTime() ? state : null
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
