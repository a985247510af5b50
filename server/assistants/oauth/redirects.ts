/** Where a person's browser may be sent with an answer for an assistant (OAuth 2.1, RFC 8252). *Pure.* */

/** Characters of a redirect address. */
export const mostRedirect = 2_048

/** A program on the person's own computer, which listens at any free port there. */
const ownComputer = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:[1-9]\d{0,4})?(\/[^\s]*)?$/

/** Schemes that a browser handles by itself: there is no program behind them that could take an answer. */
const noProgram = new Set(
  `about blob chrome data file filesystem ftp ftps http https intent jar javascript mailto sms tel vbscript view-source
  ws wss`.split(/\s+/),
)

/** @returns what is wrong with it, the end of a sentence; null for one that may be used */
export function faultOfRedirect(uri: string): string | null {
  if (uri.length > mostRedirect) return `must have at most ${mostRedirect} characters`
  // What a parser would drop or repair could read otherwise in a browser.
  if (!/^[!-~]+$/.test(uri) || uri.includes('\\')) return 'must be an address without blanks'
  if (uri.includes('#')) return 'must have no fragment'
  const url = URL.parse(uri)
  if (!url) return 'must be an address'
  if (url.username || url.password || /^[a-z][a-z0-9+.-]*:\/\/[^/?]*@/i.test(uri)) return 'must have no user name'
  if (url.protocol === 'https:') return /^https:\/\/[^/]/.test(uri) ? null : 'must be an address'
  if (url.protocol === 'http:') return ownComputer.test(uri) ? null : 'must be https, or http on one’s own computer'
  const scheme = url.protocol.slice(0, -1)
  return /^[a-z][a-z0-9+.-]*:\//.test(uri) && !noProgram.has(scheme) ? null : 'must not have this scheme'
}

/** Letter by letter; only the port of one's own computer is free, as it is chosen anew each time (RFC 8252 7.3). */
export function isSameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true
  // There is no port beyond 65535.
  if (!URL.canParse(given)) return false
  const [known, wanted] = [ownComputer.exec(registered), ownComputer.exec(given)]
  return known !== null && wanted !== null && known[1] === wanted[1] && (known[3] ?? '') === (wanted[3] ?? '')
}

/** What a person is told of it: the host, or the scheme of a program. A host is in ASCII, so that none looks like another. */
export function placeOfRedirect(uri: string): { place: string; isOwnComputer: boolean } {
  const url = new URL(uri)
  if (url.protocol === 'https:') return { place: url.host, isOwnComputer: false }
  return { place: url.protocol === 'http:' ? url.host : url.protocol.slice(0, -1), isOwnComputer: true }
}

/** @param answer  what is absent is left out */
export function withAnswer(uri: string, answer: Record<string, string | null>): string {
  const query = new URLSearchParams(
    Object.entries(answer).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`
}
