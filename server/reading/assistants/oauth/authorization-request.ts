/** An assistant's authorization request: the parameters of the consent page (OAuth 2.1, RFC 8707). *Pure.* */
import type { OAuthGrantRow } from '../../../platform/postgres/tables.ts'
import type { Client } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { challengePattern } from './proof.ts'
import { isSameRedirect } from './redirects.ts'

/** As received; null means absent. */
export type RequestParameters = {
  [Name in (typeof parameterNames)[number]]?: string | null | undefined
}
const parameterNames = [
  ...(['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method'] as const),
  ...(['resource', 'scope', 'state'] as const),
]

export type AuthorizationRequest = {
  resource: string
  redirectUri: string
  scopes: OAuthGrantRow['scopes']
  codeChallenge: string
  state: string | null
}

const challengeForm = new RegExp(challengePattern)

/**
 * Errors are shown to the person on the page. Redirecting the browser with them would make this service an open
 * redirector, because anybody may register an address.
 * @param resources  those of this service; an assistant's is meant without one
 * @throws {OAuthError} 400
 */
export function readAuthorizationRequest(
  given: RequestParameters,
  client: Client,
  resources: { assistant: string; recorder: string },
): AuthorizationRequest {
  const redirectUri = given.redirect_uri ?? ''
  if (!client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri))) {
    throw wrong('invalid_request', 'redirect_uri is none that this assistant has named')
  }
  if (given.response_type !== 'code') throw wrong('unsupported_response_type', 'response_type must be code')
  if (given.code_challenge_method !== 'S256' || !challengeForm.test(given.code_challenge ?? '')) {
    throw wrong('invalid_request', 'code_challenge must be that of S256, and code_challenge_method S256')
  }
  const resource = given.resource === resources.recorder ? resources.recorder : resources.assistant
  requireResource(given.resource, resource)
  return {
    resource,
    redirectUri,
    scopes: readScopes(given.scope),
    codeChallenge: given.code_challenge!,
    state: given.state ?? null,
  }
}

/** An absent `resource` is not wrong. @throws {OAuthError} 400 */
export function requireResource(given: string | null | undefined, resource: string): void {
  if (given == null || given === resource) return
  throw wrong('invalid_target', `resource must be ${resource}`)
}

/** Ignores scopes that do not exist here, such as `offline_access`. An empty scope means `read`. */
function readScopes(scope: string | null | undefined): OAuthGrantRow['scopes'] {
  const asked = (scope ?? '').split(' ').filter(Boolean)
  if (asked.includes('write')) return ['read', 'write']
  if (asked.length === 0 || asked.includes('read')) return ['read']
  throw wrong('invalid_scope', 'scope must have read or write')
}

const wrong = (code: string, message: string) => new OAuthError(400, code, message)
