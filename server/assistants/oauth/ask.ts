/** What an assistant asks a person for, in the address of the consent page (OAuth 2.1, RFC 8707). *Pure.* */
import type { OAuthGrantRow } from '../../tables.ts'
import type { Client } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { challengePattern } from './proof.ts'
import { isSameRedirect } from './redirects.ts'

/** As it came; null means absent. */
export type AskParameters = {
  [Name in (typeof askNames)[number]]?: string | null | undefined
}
const askNames = [
  ...(['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method'] as const),
  ...(['resource', 'scope', 'state'] as const),
]

export type Ask = {
  redirectUri: string
  scopes: OAuthGrantRow['scopes']
  codeChallenge: string
  state: string | null
}

const challengeForm = new RegExp(challengePattern)

/**
 * Everything that is wrong is told to the person on the page. Sending the browser back with it would make this service a way to
 * lead people anywhere: everybody may register an address.
 * @param resource  this `/mcp`
 * @throws {OAuthError} 400
 */
export function readAsk(given: AskParameters, client: Client, resource: string): Ask {
  const redirectUri = given.redirect_uri ?? ''
  if (!client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri))) {
    throw wrong('invalid_request', 'redirect_uri is none that this assistant has named')
  }
  if (given.response_type !== 'code') throw wrong('unsupported_response_type', 'response_type must be code')
  if (given.code_challenge_method !== 'S256' || !challengeForm.test(given.code_challenge ?? '')) {
    throw wrong('invalid_request', 'code_challenge must be that of S256, and code_challenge_method S256')
  }
  requireResource(given.resource, resource)
  return {
    redirectUri,
    scopes: readScopes(given.scope),
    codeChallenge: given.code_challenge!,
    state: given.state ?? null,
  }
}

/** Left out it means this one: there is no other. @throws {OAuthError} 400 */
export function requireResource(given: string | null | undefined, resource: string): void {
  if (given == null || given === resource) return
  throw wrong('invalid_target', `resource must be ${resource}`)
}

/** Other words, such as `offline_access`, ask for nothing that we have. Without any it is to read. */
function readScopes(scope: string | null | undefined): OAuthGrantRow['scopes'] {
  const asked = (scope ?? '').split(' ').filter(Boolean)
  if (asked.includes('write')) return ['read', 'write']
  if (asked.length === 0 || asked.includes('read')) return ['read']
  throw wrong('invalid_scope', 'scope must have read or write')
}

const wrong = (code: string, message: string) => new OAuthError(400, code, message)
