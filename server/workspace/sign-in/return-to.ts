/** Where a browser goes after signing in: a path of the service and nothing else (decision 42). *Pure.* */
import { invalid } from '../../platform/errors.ts'

/** Characters; it travels in a cookie, which has 4,096. What an assistant asks for stands in an address of several hundred. */
export const mostReturnTo = 2_000

/**
 * It is sent on as it came: resolving `/.//elsewhere.com` would make an address of another host of it.
 * @throws {ApiError} 400 for what a browser might take for another host: two slashes or a backslash in front, blanks, which
 *   it leaves out
 */
export function readReturnTo(text: string | undefined): string {
  if (text === undefined) return '/'
  if (/^\/(?![/\\])[!-~]*$/.test(text) && !text.includes('\\')) return text
  throw invalid('query.return_to', 'must be a path of this service, such as /recap/r_1')
}
