/** Where a browser goes after signing in: a path of the service and nothing else (decision 42). *Pure.* */
import { invalid } from '../../platform/errors.ts'

/** Characters; it is kept in a cookie of at most 4,096. The request of an assistant is a path of several hundred. */
export const maxReturnTo = 2_000

/**
 * Returned unchanged: resolving `/.//elsewhere.com` would make it an address of another host.
 * @throws {ApiError} 400 for what a browser might read as another host: two slashes or a backslash in front; or blanks,
 *   which a browser drops
 */
export function readReturnTo(text: string | undefined): string {
  if (text === undefined) return '/'
  if (/^\/(?![/\\])[!-~]*$/.test(text) && !text.includes('\\')) return text
  throw invalid('query.return_to', 'must be a path of this service, such as /recap/r_1')
}
