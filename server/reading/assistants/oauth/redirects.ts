/** The addresses to which a person's browser may be redirected with an answer (OAuth 2.1, RFC 8252). *Pure.* */

/** Characters of a redirect address. */
export const maxRedirect = 2_048

/** A program on the person's own computer, which listens on any free port. */
const ownComputer = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:[1-9]\d{0,4})?(\/[^\s]*)?$/

/** Schemes that a browser handles itself: no program receives the answer. */
const noProgram = new Set(
  `about blob chrome data file filesystem ftp ftps http https intent jar javascript mailto sms tel vbscript view-source
  ws wss`.split(/\s+/),
)

/** @returns the reason to reject it, as the end of a sentence; null if it may be used */
export function reasonToRejectRedirect(uri: string): string | null {
  if (uri.length > maxRedirect) return `must have at most ${maxRedirect} characters`
  // Browsers may read differently what a parser drops or repairs.
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

/** Compares exactly, except for the port of one's own computer, which differs each time (RFC 8252 7.3). */
export function isSameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true
  // Rejects ports beyond 65535, which the pattern allows.
  if (!URL.canParse(given)) return false
  const [known, wanted] = [ownComputer.exec(registered), ownComputer.exec(given)]
  return known !== null && wanted !== null && known[1] === wanted[1] && (known[3] ?? '') === (wanted[3] ?? '')
}

/** The receiver, for the consent page: a host, in ASCII so that none looks like another, or a program's scheme. */
export function describeRedirect(uri: string): { receiver: string; isOwnComputer: boolean } {
  const url = new URL(uri)
  if (url.protocol === 'https:') return { receiver: url.host, isOwnComputer: false }
  return { receiver: url.protocol === 'http:' ? url.host : url.protocol.slice(0, -1), isOwnComputer: true }
}

/** @param answer  null values are left out */
export function withAnswer(uri: string, answer: Record<string, string | null>): string {
  const query = new URLSearchParams(
    Object.entries(answer).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`
}
