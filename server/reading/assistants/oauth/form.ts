/** Reads the form-encoded bodies of OAuth's token requests. *Pure.* */
import { isStorable } from '../../../platform/text.ts'
import { OAuthError } from './oauth-error.ts'

/** Bytes. */
export const maxForm = 16_384

export type Form = { get(name: string): string | undefined; require(name: string): string }

/** @throws {OAuthError} 400 for another content type, or a repeated field */
export function readForm(body: Buffer | undefined, contentType: string): Form {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    throw new OAuthError(400, 'invalid_request', 'Send the body as application/x-www-form-urlencoded')
  }
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body?.toString() ?? '')) {
    if (fields.has(name)) throw new OAuthError(400, 'invalid_request', 'A field may be there once')
    if (!isStorable(value)) throw new OAuthError(400, 'invalid_request', 'A field must not contain NUL')
    // An empty field counts as absent (RFC 6749 3.2).
    if (value !== '') fields.set(name, value)
  }
  const get = (name: string) => fields.get(name)
  return {
    get,
    require(name) {
      const value = get(name)
      if (value === undefined) throw new OAuthError(400, 'invalid_request', `${name} is required`)
      return value
    },
  }
}
