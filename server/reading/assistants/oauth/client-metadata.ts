/** What an assistant says about itself, in its registration or in the document at its address (RFC 7591). *Pure.* */
import { cutShort, toStorable } from '../../../platform/text.ts'
import { OAuthError } from './oauth-error.ts'
import { reasonToRejectRedirect } from './redirects.ts'

export type ClientMetadata = { name: string | null; redirectUris: string[] }

const maxRedirects = 20
/** Characters; a longer name is cut. */
const maxName = 100

/** @throws {OAuthError} 400 */
export function readMetadata(value: object): ClientMetadata {
  const given = value as Record<string, unknown>
  const uris = given.redirect_uris
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirects) {
    throw new OAuthError(400, 'invalid_redirect_uri', `redirect_uris must be a list of 1 to ${maxRedirects} addresses`)
  }
  for (const uri of uris) {
    const reason = typeof uri === 'string' ? reasonToRejectRedirect(uri) : 'must be a text'
    if (reason) throw new OAuthError(400, 'invalid_redirect_uri', `redirect_uris: each ${reason}`)
  }
  requireListed(given, 'grant_types', 'authorization_code')
  requireListed(given, 'response_types', 'code')
  return { name: readName(given.client_name), redirectUris: uris }
}

/** An absent list means the values supported here. */
function requireListed(given: Record<string, unknown>, field: string, needed: string): void {
  const list = given[field]
  if (list === undefined || (Array.isArray(list) && list.includes(needed))) return
  throw new OAuthError(400, 'invalid_client_metadata', `${field} must be a list with ${needed}`)
}

/** One line, without characters that hide their neighbours or reverse their order. */
function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const plain = toStorable(value.slice(0, 10 * maxName))
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return plain === '' ? null : cutShort(plain, maxName)
}
